import { createBudget } from '../../../nodes/MerchantData/transport/budget.ts';

/** Sends at these times (ms), and is refused once more. */
function spend(times: number[]) {
	const budget = createBudget();
	for (const at of times) budget.spend({ at });
	const refuse = (at: number, waitMs: number, { isTold = true, measures = false } = {}) => {
		const sent = { at };
		budget.spend(sent);
		const now = at + 50;
		budget.refused(sent, now, { until: now + waitMs, isTold }, measures);
		return budget.learned;
	};
	return { budget, refuse };
}

/** So many, one every `every` ms. */
const steady = (count: number, every: number, from = 0) =>
	Array.from({ length: count }, (_, index) => from + index * every);

it('knows nothing before the first refusal', () => {
	const { budget } = spend(steady(100, 1));
	expect(budget.learned).toBeUndefined();
	expect(budget.waitMs(100)).toBe(0);
	expect(budget.isAhead(100)).toBe(false);
	expect(budget.isTrying).toBe(false);
});

it.each<[string, number[], number, boolean, { count: number; windowMs: number }]>([
	['a second that was spent at once', steady(10, 5), 1_000, true, { count: 10, windowMs: 1_000 }],
	[
		'a minute that was spent at once',
		steady(60, 20),
		59_000,
		true,
		{ count: 60, windowMs: 60_000 },
	],
	[
		'the rest of a window that began before',
		steady(30, 100),
		22_000,
		true,
		{ count: 30, windowMs: 24_951 },
	],
	[
		'a window a little longer than it looks',
		steady(60, 20),
		56_500,
		true,
		{ count: 60, windowMs: 60_000 },
	],
	[
		'several seconds: the last says how fast is too fast',
		steady(50, 90),
		1_000,
		true,
		{ count: 11, windowMs: 1_000 },
	],
	[
		'a slow window, where a second says too little',
		steady(30, 900),
		1_000,
		true,
		{ count: 6, windowMs: 5_000 },
	],
	['a wait that was guessed', steady(10, 5), 800, false, { count: 10, windowMs: 1_000 }],
	['nothing', [], 1_000, true, { count: 1, windowMs: 1_000 }],
])('learns from %s', (_, times, waitMs, isTold, learned) => {
	const { refuse } = spend(times);
	expect(refuse((times.at(-1) ?? 0) + 1, waitMs, { isTold })).toEqual(learned);
});

it('leaves out what is refused later in the same burst, and waits as long as it says', () => {
	const { budget, refuse } = spend(steady(10, 1));
	const others = [{ at: 11 }, { at: 12 }];
	others.forEach(budget.spend);
	expect(refuse(13, 1_000)).toEqual({ count: 12, windowMs: 1_000 });
	for (const sent of others) budget.extended(sent, { until: 10_000, isTold: true });
	expect(budget.learned).toEqual({ count: 10, windowMs: 10_000 });
});

it('learns the window from scouts that are refused, where the service names no time', () => {
	const { budget, refuse } = spend(steady(10, 1));
	refuse(11, 900, { isTold: false });
	for (const at of [1_000, 3_000, 7_000]) {
		const scout = { at };
		budget.spend(scout);
		budget.extended(scout, { until: 2 * at + 1_500, isTold: false });
	}
	expect(budget.learned).toEqual({ count: 10, windowMs: 10_000 });
});

describe('a budget of 10 per second', () => {
	const learned = () => {
		const { budget, refuse } = spend(steady(10, 1));
		refuse(11, 950);
		budget.reopened(1_000);
		return { budget, refuse };
	};
	/** Sends as soon as the budget lets it. @returns the times */
	const send = (budget: ReturnType<typeof createBudget>, from: number, to: number) => {
		const times: number[] = [];
		for (let now = from; now < to; now += Math.max(1, budget.waitMs(now))) {
			if (budget.waitMs(now) > 0) continue;
			budget.spend({ at: now });
			times.push(now);
		}
		return times;
	};

	it('is kept in any second', () => {
		const times = send(learned().budget, 1_000, 4_000);
		expect(times.length).toBeGreaterThanOrEqual(20);
		times.forEach((time, index) => {
			if (index >= 10) expect(time - times[index - 10]!).toBeGreaterThanOrEqual(1_000);
		});
	});

	it('is given back what was never sent', () => {
		const { budget } = learned();
		const sent = steady(10, 0, 3_000).map((at) => ({ at }));
		sent.forEach(budget.spend);
		expect(budget.waitMs(3_000)).toBe(1_050);
		expect(budget.isAhead(3_000)).toBe(true);
		budget.giveBack(sent[3]!);
		expect(budget.waitMs(3_000)).toBe(0);
		expect(budget.isAhead(3_000)).toBe(false);
	});

	it('tries one more after clean full windows, and not again soon where that is refused', () => {
		const { budget, refuse } = learned();
		send(budget, 1_000, 9_500);
		expect(budget.isTrying).toBe(false);
		let now = 9_500;
		while (!budget.isTrying && now < 60_000) send(budget, now, (now += 1_000));
		expect(budget.isTrying).toBe(true);
		expect(refuse(now, 1_000)).toEqual({ count: 10, windowMs: 1_000 });
		expect(budget.isTrying).toBe(false);
		send(budget, now + 1_000, now + 9_000);
		expect(budget.isTrying).toBe(false);
	});

	it('grows where the service bears it', () => {
		const { budget } = learned();
		send(budget, 1_000, 120_000);
		const { count, windowMs } = budget.learned!;
		expect((count / windowMs) * 1_000).toBeGreaterThan(15);
	});

	it('shrinks a little where it is refused all the same', () => {
		const { budget, refuse } = learned();
		send(budget, 1_000, 5_000);
		const { count, windowMs } = refuse(5_001, 1_000)!;
		expect(count / windowMs).toBeLessThan(0.01);
		expect(count / windowMs).toBeGreaterThan(0.008);
	});

	it('becomes one of a longer window where the service says so', () => {
		const { budget, refuse } = learned();
		send(budget, 1_000, 5_000);
		expect(refuse(5_001, 56_000)!.windowMs).toBe(60_000);
	});

	it('is measured anew on request', () => {
		const { budget, refuse } = learned();
		budget.reopened(20_000);
		for (const at of steady(4, 1, 20_000)) budget.spend({ at });
		expect(refuse(20_010, 1_000, { measures: true })).toEqual({ count: 4, windowMs: 1_000 });
	});

	it('is forgotten', () => {
		const { budget } = learned();
		budget.forget();
		expect(budget.learned).toBeUndefined();
		expect(budget.waitMs(60)).toBe(0);
		budget.extended({ at: 5 }, { until: 9_000, isTold: true });
		expect(budget.learned).toBeUndefined();
	});
});
