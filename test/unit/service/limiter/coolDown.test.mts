import { createGate } from '../../../../nodes/MerchantData/service/limiter/coolDown.ts';

it('is open at first', () => {
	const gate = createGate();
	expect(gate.closed).toEqual({
		closedAt: -Infinity,
		until: -Infinity,
		isKnown: true,
		refusedAt: -Infinity,
	});
	expect(gate.isShort).toBe(false);
	expect(gate.isDoubtful).toBe(false);
});

it.each([
	['what the service asks for', 3_000, undefined, 3_000, true, false],
	['what the service asks for, whatever is known', 3_000, 5, 3_000, true, false],
	['a second, the least that can be said', 1_000, undefined, 1_000, true, true],
	['an hour at most', 86_400_000, undefined, 3_600_000, true, false],
	['what is known, where it asks for nothing', undefined, 400, 400, true, true],
	['a backoff where nothing is known', undefined, undefined, 750, false, true],
	['a backoff where it asks for nothing that can be waited', 0, undefined, 750, false, true],
])('closes for %s', (_, askedMs, knownMs, ms, isKnown, isShort) => {
	const gate = createGate();
	gate.close(100, 50, askedMs, knownMs, 0.5);
	expect(gate.closed).toEqual({ closedAt: 100, until: 100 + ms, isKnown, refusedAt: 50 });
	expect(gate.isShort).toBe(isShort);
	expect(gate.isDoubtful).toBe(!isKnown);
});

it('doubles the backoff until something is served, up to a minute, with jitter down to half', () => {
	const gate = createGate();
	const waits: number[] = [];
	for (let now = 0; waits.length < 8; now = gate.closed.until) {
		gate.close(now, now, undefined, undefined, 1);
		waits.push(gate.closed.until - now);
	}
	expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
	gate.served();
	expect(gate.isDoubtful).toBe(false);
	const now = gate.closed.until;
	gate.close(now, now);
	expect(gate.closed.until - now).toBe(500);
});

it('never opens sooner because of a later refusal', () => {
	const gate = createGate();
	gate.close(0, 0, 10_000);
	gate.close(100, 90, 1_000);
	expect(gate.closed.until).toBe(10_000);
});

it('is extended by what others of the burst ask for, an hour at most, and by no guess', () => {
	const gate = createGate();
	gate.close(0, 0, 2_000);
	for (const askedMs of [1_000, undefined, 0]) gate.extend(10, askedMs);
	expect(gate.closed.until).toBe(2_000);
	gate.extend(10, 5_000);
	expect(gate.closed).toEqual({ closedAt: 0, until: 5_010, isKnown: true, refusedAt: 0 });
	gate.extend(20, 1e12);
	expect(gate.closed.until).toBe(3_600_020);
});

it('can be opened before its time', () => {
	const gate = createGate();
	gate.close(0, 0, undefined, undefined, 1);
	gate.open(400);
	expect(gate.closed).toMatchObject({ closedAt: 0, until: 400 });
	expect(gate.isDoubtful).toBe(false);
	gate.close(500, 500, undefined, undefined, 1);
	expect(gate.closed.until).toBe(1_500);
});
