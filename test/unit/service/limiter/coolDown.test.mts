import { createCoolDown } from '../../../../nodes/MerchantData/service/limiter/coolDown.ts';

it('is open at first', () => {
	const coolDown = createCoolDown();
	expect(coolDown.period).toEqual({
		beganAt: -Infinity,
		until: -Infinity,
		isKnown: true,
		refusedAt: -Infinity,
	});
	expect(coolDown.isShort).toBe(false);
	expect(coolDown.isDoubtful).toBe(false);
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
	const coolDown = createCoolDown();
	coolDown.begin(100, 50, askedMs, knownMs, 0.5);
	expect(coolDown.period).toEqual({ beganAt: 100, until: 100 + ms, isKnown, refusedAt: 50 });
	expect(coolDown.isShort).toBe(isShort);
	expect(coolDown.isDoubtful).toBe(!isKnown);
});

it('doubles the backoff until something is served, up to a minute, with jitter down to half', () => {
	const coolDown = createCoolDown();
	const waits: number[] = [];
	for (let now = 0; waits.length < 8; now = coolDown.period.until) {
		coolDown.begin(now, now, undefined, undefined, 1);
		waits.push(coolDown.period.until - now);
	}
	expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
	coolDown.served();
	expect(coolDown.isDoubtful).toBe(false);
	const now = coolDown.period.until;
	coolDown.begin(now, now);
	expect(coolDown.period.until - now).toBe(500);
});

it('never opens sooner because of a later refusal', () => {
	const coolDown = createCoolDown();
	coolDown.begin(0, 0, 10_000);
	coolDown.begin(100, 90, 1_000);
	expect(coolDown.period.until).toBe(10_000);
});

it('is extended by what others of the burst ask for, an hour at most, and by no guess', () => {
	const coolDown = createCoolDown();
	coolDown.begin(0, 0, 2_000);
	for (const askedMs of [1_000, undefined, 0]) coolDown.extend(10, askedMs);
	expect(coolDown.period.until).toBe(2_000);
	coolDown.extend(10, 5_000);
	expect(coolDown.period).toEqual({ beganAt: 0, until: 5_010, isKnown: true, refusedAt: 0 });
	coolDown.extend(20, 1e12);
	expect(coolDown.period.until).toBe(3_600_020);
});

it('can be opened before its time', () => {
	const coolDown = createCoolDown();
	coolDown.begin(0, 0, undefined, undefined, 1);
	coolDown.end(400);
	expect(coolDown.period).toMatchObject({ beganAt: 0, until: 400 });
	expect(coolDown.isDoubtful).toBe(false);
	coolDown.begin(500, 500, undefined, undefined, 1);
	expect(coolDown.period.until).toBe(1_500);
});
