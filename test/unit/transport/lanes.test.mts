import fc from 'fast-check';
import {
	enter,
	type LaneRequest,
	laneCount,
	nextOrder,
	type Patience,
	type Slot,
} from '../../../nodes/MerchantData/transport/lanes.ts';

beforeEach(() => {
	jest.useFakeTimers();
});

const advance = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

let keys = 0;
const newKey = () => `lane ${++keys}`;

/** An execution that may wait for so long, and counts what it waited. */
function newPatience(mostMs = 300_000, signal?: AbortSignal) {
	let waits = 0;
	let began = 0;
	let waitedMs = 0;
	const waited = () => waitedMs + (waits > 0 ? Date.now() - began : 0);
	return {
		waited,
		waits: () => waits,
		signal,
		leftMs: () => mostMs - waited(),
		begin() {
			if (waits++ === 0) began = Date.now();
			let isOver = false;
			return () => {
				if (isOver) throw new Error('ended twice');
				isOver = true;
				if (--waits === 0) waitedMs += Date.now() - began;
			};
		},
	} satisfies Patience & Record<string, unknown>;
}

/** Requests of one lane, by name, and when each was let in (ms since the start) or turned away. */
function newLane(patience: Patience = newPatience()) {
	const key = newKey();
	const started = Date.now();
	const entered: Array<[name: string, at: number | 'never']> = [];
	const slots = new Map<string, Slot>();
	const ask = async (name: string, request: Partial<LaneRequest> = {}, own = patience) => {
		const slot = await enter(key, { order: nextOrder(), ceiling: 16, ...request }, own);
		entered.push([name, slot ? Date.now() - started : 'never']);
		if (slot) slots.set(name, slot);
		slot?.sent(0);
		return slot;
	};
	const slot = (name: string) => slots.get(name)!;
	return { key, entered, ask, slot };
}

const ok = { as: 'accepted' } as const;
const limited = (retryAfterMs?: number) => ({ as: 'rateLimited', retryAfterMs }) as const;

describe('requests that find a place', () => {
	it('enter at once, each lane for itself', async () => {
		const first = newLane();
		const second = newLane();
		for (const lane of [first, second]) {
			for (let index = 0; index < 16; index++) void lane.ask(`${index}`);
		}
		await advance(0);
		expect(first.entered).toHaveLength(12);
		expect(second.entered).toHaveLength(12);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('cost microseconds', async () => {
		jest.useRealTimers();
		const key = newKey();
		const patience = newPatience();
		const started = performance.now();
		for (let order = 0; order < 20_000; order++) {
			const slot = await enter(key, { order, ceiling: 16 }, patience);
			slot!.sent(1);
			slot!.answered(ok);
		}
		expect(performance.now() - started).toBeLessThan(2_000);
	});
});

describe('requests that find none', () => {
	it('enter in the order of their numbers, as soon as there is one, and are not waiting for a limit', async () => {
		const patience = newPatience();
		const { ask, entered, slot } = newLane(patience);
		const [early, late] = [nextOrder(), nextOrder()];
		for (const name of ['a', 'b']) void ask(name, { ceiling: 2 });
		void ask('late', { ceiling: 2, order: late });
		void ask('early', { ceiling: 2, order: early });
		await advance(700);
		expect(jest.getTimerCount()).toBe(0);
		slot('a').answered(ok);
		await advance(300);
		slot('b').leave();
		await advance(0);
		expect(entered).toEqual([
			['a', 0],
			['b', 0],
			['early', 700],
			['late', 1_000],
		]);
		expect(patience.waited()).toBe(0);
	});

	it('do not pass those that wait, even where they would fit', async () => {
		const { ask, entered, slot } = newLane();
		void ask('a', { ceiling: 1 });
		void ask('narrow', { ceiling: 1 });
		void ask('wide');
		await advance(10);
		expect(entered).toEqual([['a', 0]]);
		slot('a').answered(ok);
		await advance(0);
		expect(entered).toEqual([
			['a', 0],
			['narrow', 10],
			['wide', 10],
		]);
	});

	it('find the place of a request that was given up, once', async () => {
		const { ask, entered, slot } = newLane();
		void ask('a', { ceiling: 1 });
		for (const name of ['b', 'c']) void ask(name, { ceiling: 1 });
		await advance(0);
		slot('a').leave();
		slot('a').leave();
		expect(slot('a').answered(ok)).toBeUndefined();
		await advance(0);
		expect(entered.map(([name]) => name)).toEqual(['a', 'b']);
	});

	it('wait until there is room for their body', async () => {
		const { ask, entered, slot } = newLane();
		void ask('huge', { bytes: 20 * 2 ** 20 });
		void ask('small', { bytes: 1 });
		await advance(5);
		expect(entered).toEqual([['huge', 0]]);
		slot('huge').answered(ok);
		await advance(0);
		expect(entered).toEqual([
			['huge', 0],
			['small', 5],
		]);
	});
});

describe('a lane that a 429 closed', () => {
	it('says for how long, once, and lets the refused go first when it opens', async () => {
		const patience = newPatience();
		const { ask, entered, slot } = newLane(patience);
		const order = nextOrder();
		void ask('a', { order });
		void ask('b');
		await advance(20);
		expect(slot('a').answered(limited(3_000))).toBe(3_000);
		expect(slot('b').answered(limited(3_000))).toBeUndefined();
		void ask('later');
		void ask('a again', { order });
		await advance(2_999);
		expect(entered).toHaveLength(2);
		await advance(1);
		expect(entered.slice(2)).toEqual([
			['a again', 3_020],
			['later', 3_020],
		]);
		expect(patience.waited()).toBe(3_000);
		expect(patience.waits()).toBe(0);
	});

	it('turns away at once who may not wait that long, and keeps the others', async () => {
		const { ask, entered, slot } = newLane();
		void ask('a');
		await advance(0);
		slot('a').answered(limited(5_000));
		void ask('patient', {}, newPatience(5_000));
		void ask('impatient', {}, newPatience(4_999));
		await advance(0);
		expect(entered).toEqual([
			['a', 0],
			['impatient', 'never'],
		]);
		await advance(5_000);
		expect(entered.at(-1)).toEqual(['patient', 5_000]);
	});

	it('turns away the first, and lets the next one in', async () => {
		const { ask, entered, slot } = newLane();
		void ask('a');
		await advance(0);
		slot('a').answered(limited(1_000));
		void ask('patient');
		void ask('impatient', { order: 0 }, newPatience(10));
		await advance(1_000);
		expect(entered.slice(1)).toEqual([
			['impatient', 'never'],
			['patient', 1_000],
		]);
	});

	it('turns away who waits when it stays closed for longer', async () => {
		const { ask, entered, slot } = newLane();
		void ask('a');
		void ask('b');
		await advance(0);
		slot('a').answered(limited(1_000));
		void ask('patient', {}, newPatience(1_500));
		await advance(500);
		slot('b').answered(limited(1_500));
		await advance(0);
		expect(entered.at(-1)).toEqual(['patient', 'never']);
	});

	it('waits with jittered backoff where no time was named', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const { ask, slot } = newLane();
		void ask('a');
		await advance(0);
		expect(slot('a').answered(limited())).toBe(750);
	});
});

describe('a cancelled execution', () => {
	it('does not enter', async () => {
		const { ask, entered } = newLane();
		void ask('a', {}, newPatience(1_000, AbortSignal.abort()));
		await advance(0);
		expect(entered).toEqual([['a', 'never']]);
	});

	it.each([
		['the quota', 16, 60_000],
		['a place', 1, 0],
	])('ends its wait for %s at once, and leaves no listener', async (_, ceiling, closedMs) => {
		const { ask, entered, slot } = newLane();
		void ask('a', { ceiling });
		await advance(0);
		if (closedMs > 0) slot('a').answered(limited(closedMs));
		const controller = new AbortController();
		const removed = jest.spyOn(controller.signal, 'removeEventListener');
		const patience = newPatience(300_000, controller.signal);
		void ask('b', { ceiling }, patience);
		await advance(90);
		controller.abort();
		await advance(0);
		expect(entered.at(-1)).toEqual(['b', 'never']);
		expect(removed).toHaveBeenCalledTimes(1);
		expect(patience.waits()).toBe(0);
		await advance(200);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('lets the next one in, if that had to wait for it alone', async () => {
		const { ask, entered } = newLane();
		const controller = new AbortController();
		void ask('a');
		void ask('narrow', { ceiling: 1 }, newPatience(1_000, controller.signal));
		void ask('wide');
		await advance(30);
		controller.abort();
		await advance(0);
		expect(entered).toEqual([
			['a', 0],
			['narrow', 'never'],
			['wide', 30],
		]);
	});

	it('enters with none of its requests, however many wait', async () => {
		const controller = new AbortController();
		const cancelled = newPatience(1_000, controller.signal);
		const { ask, entered } = newLane();
		void ask('a');
		void ask('narrow', { ceiling: 1 }, cancelled);
		void ask('wide', {}, cancelled);
		void ask('other');
		await advance(0);
		controller.abort();
		await advance(0);
		expect(entered).toEqual([
			['a', 0],
			['narrow', 'never'],
			['wide', 'never'],
			['other', 0],
		]);
	});

	it('leaves no listener where it was let in', async () => {
		const controller = new AbortController();
		const added = jest.spyOn(controller.signal, 'addEventListener');
		const removed = jest.spyOn(controller.signal, 'removeEventListener');
		const { ask, slot } = newLane(newPatience(1_000, controller.signal));
		void ask('a', { ceiling: 1 });
		void ask('b', { ceiling: 1 });
		await advance(0);
		slot('a').answered(ok);
		await advance(0);
		expect(added).toHaveBeenCalledTimes(1);
		expect(removed).toHaveBeenCalledTimes(1);
	});
});

describe('lanes that nobody uses', () => {
	it('are forgotten after ten minutes, with what they learned, when another comes', async () => {
		// Those of the other tests.
		await advance(10_000_000);
		const idle = newLane();
		void idle.ask('a');
		const before = laneCount() - 1;
		const busy = newLane();
		void busy.ask('a');
		await advance(0);
		idle.slot('a').answered(ok);
		await advance(599_999);
		void newLane().ask('b');
		expect(laneCount()).toBe(before + 3);
		await advance(1);
		void newLane().ask('c');
		expect(laneCount()).toBe(before + 3);
	});

	it('are not forgotten while they are closed, or somebody waits', async () => {
		const closed = newLane(newPatience(7_200_000));
		void closed.ask('a');
		await advance(0);
		closed.slot('a').answered(limited(1_800_000));
		void closed.ask('b');
		await advance(1_700_000);
		void newLane().ask('other');
		void closed.ask('c');
		await advance(99_000);
		expect(closed.entered).toEqual([['a', 0]]);
		await advance(1_000);
		expect(closed.entered.at(1)).toEqual(['b', 1_800_000]);
	});

	it('start anew: a lane that was full of caution lets twelve in at once', async () => {
		const { ask, entered, slot } = newLane();
		void ask('a');
		await advance(0);
		slot('a').answered(limited(1_000));
		await advance(600_000);
		for (let index = 0; index < 16; index++) void ask(`${index}`);
		await advance(0);
		expect(entered).toHaveLength(13);
	});
});

describe('numbers', () => {
	it('rise', () => {
		expect(nextOrder()).toBeLessThan(nextOrder());
	});
});

/** What a service may do to a request, after how many ms. */
const happening = fc.record({
	afterMs: fc.integer({ min: 0, max: 3_000 }),
	end: fc.oneof(
		{ weight: 4, arbitrary: fc.constant('accepted' as const) },
		fc.constantFrom('other' as const, 'overloaded' as const, 'leave' as const),
		fc.constantFrom(limited(), limited(1_000), limited(2_000)),
	),
	patienceMs: fc.constantFrom(0, 1_000, 600_000, 10_000_000),
	ceiling: fc.integer({ min: 1, max: 16 }),
	bytes: fc.constantFrom(0, 1_000, 3 * 2 ** 20, 20 * 2 ** 20),
});

it('every request is let in or turned away, never more than its ceiling, and the bodies fit', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(happening, { maxLength: 60 }), async (happenings) => {
			const key = newKey();
			let open = 0;
			let bytesOpen = 0;
			let ended = 0;
			const run = async ({ afterMs, end, patienceMs, ceiling, bytes }: (typeof happenings)[0]) => {
				const patience = newPatience(patienceMs);
				const slot = await enter(key, { order: nextOrder(), ceiling, bytes }, patience);
				if (slot) {
					open++;
					bytesOpen += bytes;
					expect(open).toBeLessThanOrEqual(ceiling);
					expect(open === 1 || bytesOpen <= 8 * 2 ** 20).toBe(true);
					slot.sent(bytes);
					await new Promise((resolve) => setTimeout(resolve, afterMs));
					open--;
					bytesOpen -= bytes;
					if (end === 'leave') slot.leave();
					else slot.answered(typeof end === 'string' ? { as: end } : end);
				}
				expect(patience.waits()).toBe(0);
				ended++;
			};
			const all = happenings.map(run);
			await advance(10_000_000);
			await Promise.all(all);
			expect(ended).toBe(happenings.length);
		}),
		{ numRuns: 40 },
	);
});
