import { createScouts } from '../../../nodes/MerchantData/transport/scouts.ts';

type Scouts = ReturnType<typeof createScouts>;

/** Lets go whoever may go now. @returns how many, at most 50 */
function letAllGo(scouts: Scouts, now: number): number {
	let count = 0;
	for (; count < 50 && scouts.waitMs(now) === 0; count++) scouts.letIn(now);
	return count;
}

it('hold nobody back before they begin', () => {
	const scouts = createScouts();
	scouts.letIn(0);
	scouts.sent(0);
	scouts.served(0, 0);
	expect(scouts.areOut).toBe(false);
	expect(letAllGo(scouts, 0)).toBe(50);
});

it('go as one, four, sixteen and all, each group once the one before was accepted', () => {
	const scouts = createScouts();
	scouts.begin(100);
	expect(scouts.areOut).toBe(true);
	const groups: number[] = [];
	for (let now = 100; now <= 400; now += 100) {
		groups.push(letAllGo(scouts, now));
		scouts.served(now, now + 90);
	}
	expect(groups).toEqual([1, 4, 16, 50]);
	expect(scouts.areOut).toBe(false);
});

it('count as served a second after they were sent, while no refusal was seen', () => {
	const scouts = createScouts();
	scouts.begin(0);
	expect(letAllGo(scouts, 0)).toBe(1);
	scouts.sent(30);
	expect(scouts.waitMs(29)).toBe(1_001);
	expect(scouts.waitMs(1_029)).toBe(1);
	expect(letAllGo(scouts, 1_030)).toBe(4);
});

it.each([
	['half as long again as the slowest refusal of a burst', [100, 300, 200], 450],
	['a twentieth of a second at least', [1], 50],
	['a second at most', [5_000], 1_000],
])('count as served after %s', (_, refusals, ms) => {
	const scouts = createScouts();
	scouts.refused(700, true);
	refusals.forEach((took, index) => scouts.refused(took, index === 0));
	scouts.begin(0);
	letAllGo(scouts, 0);
	expect(scouts.waitMs(0)).toBe(ms);
});

it('are not served by an answer to what was sent before them, nor before all of a group went', () => {
	const scouts = createScouts();
	scouts.begin(100);
	scouts.served(100, 100);
	letAllGo(scouts, 100);
	scouts.served(99, 150);
	expect(scouts.waitMs(150)).toBe(950);
	scouts.served(100, 160);
	expect(scouts.waitMs(160)).toBe(0);
});
