import fc from 'fast-check';
import { acquire, type Permit } from '../../../nodes/MerchantData/lib/permits.ts';
import { WaitBudget } from '../../../nodes/MerchantData/lib/waitBudget.ts';

beforeEach(() => jest.useFakeTimers());

const advance = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

let keys = 0;

/** An execution that may wait for so long. */
const newExecution = (mostMs = 300_000, signal?: AbortSignal) => ({
	waits: new WaitBudget(signal),
	limits: { timeout: 0, maxWait: mostMs / 1_000 },
});
type OwnExecution = ReturnType<typeof newExecution>;

const acquireFor = async ({ waits, limits }: OwnExecution, key: string) =>
	await acquire(key, waits, limits);

/** Requests of one limiter: when each got a permit (ms since the start), or why it got none. */
function newQueue(execution = newExecution()) {
	const key = `limiter ${++keys}`;
	const started = performance.now();
	const entered: string[] = [];
	const permits = new Map<string, Permit>();
	const ask = async (name: string, own = execution) => {
		const permit = await acquireFor(own, key);
		if (typeof permit === 'string') return void entered.push(`${name}: ${permit}`);
		entered.push(`${name}: ${performance.now() - started}`);
		permits.set(name, permit);
		permit.sent(0);
	};
	const permit = (name: string) => permits.get(name)!;
	/** Others have as many in flight as the service is known to accept: two. */
	const fill = async (own = newExecution()) => {
		const refused = Array.from({ length: 14 }, (_, index) => `other refused ${index}`);
		for (const name of refused) void ask(name, own);
		await advance(0);
		for (const name of refused) permit(name).release(overloaded);
		for (const name of ['other 1', 'other 2']) void ask(name, own);
		await advance(0);
	};
	/** The requests that are not of {@link fill}. */
	const others = () => entered.filter((each) => !each.startsWith('other '));
	return { entered, others, ask, fill, permit };
}

const ok = { as: 'other' } as const;
const overloaded = { as: 'overloaded' } as const;
const limited = (retryAfterMs?: number) => ({ as: 'rateLimited', retryAfterMs }) as const;

describe('requests at a full limiter', () => {
	it('of one execution get permits in order, without waiting for others', async () => {
		const execution = newExecution();
		const { ask, others, fill, permit } = newQueue(execution);
		await fill(execution);
		for (const name of ['early', 'late']) void ask(name, execution);
		await advance(700);
		permit('other 1').release(ok);
		await advance(300);
		permit('other 2').release();
		await advance(0);
		expect(others()).toEqual(['early: 700', 'late: 1000']);
		expect(execution.waits.waitedMs).toBe(0);
	});

	it('wait for others only while none of their execution is in flight', async () => {
		const { ask, fill, permit } = newQueue();
		await fill();
		const execution = newExecution();
		for (const name of ['first', 'second']) void ask(name, execution);
		void ask('of others', newExecution());
		await advance(1_000);
		permit('other 1').release(ok);
		await advance(500);
		expect(execution.waits.waitedMs).toBe(1_000);
		permit('first').release(ok);
		await advance(200);
		permit('of others').release(ok);
		await advance(500);
		expect(execution.waits.waitedMs).toBe(1_200);
	});

	it('get a reason instead of a permit once their execution may not wait any longer', async () => {
		const { ask, fill, others, permit } = newQueue();
		await fill();
		void ask('patient', newExecution(60_000));
		void ask('impatient', newExecution(1_500));
		void ask('never waits', newExecution(0));
		await advance(59_000);
		permit('other 1').release(ok);
		await advance(10_000);
		expect(others()).toEqual(['never waits: others', 'impatient: others', 'patient: 59000']);
		expect(jest.getTimerCount()).toBe(0);
	});
});

it('an execution with requests in flight waits for a cool-down, too', async () => {
	const execution = newExecution(2_000);
	const { ask, entered, permit } = newQueue(execution);
	for (const name of ['a', 'b']) void ask(name);
	await advance(0);
	permit('a').release(limited(1_000));
	void ask('a again');
	await advance(1_000);
	expect(execution.waits.waitedMs).toBe(1_000);
	permit('a again').release(limited(1_001));
	void ask('a third time');
	await advance(0);
	expect(entered.at(-1)).toBe('a third time: quota');
});

it.each([
	['the quota', 60_000],
	['others', 0],
])('a cancelled execution ends its waits for %s, and gets no more permits', async (_, closedMs) => {
	const { ask, others, fill, permit } = newQueue();
	await fill();
	if (closedMs > 0) permit('other 1').release(limited(closedMs));
	const controller = new AbortController();
	const added = jest.spyOn(controller.signal, 'addEventListener');
	const removed = jest.spyOn(controller.signal, 'removeEventListener');
	const execution = newExecution(300_000, controller.signal);
	for (const name of ['b', 'c']) void ask(name, execution);
	await advance(90);
	controller.abort();
	void ask('too late', execution);
	void ask('another', newExecution());
	permit('other 2').release(ok);
	await advance(closedMs);
	expect(others().sort()).toEqual([
		`another: ${Math.max(90, closedMs)}`,
		'b: cancelled',
		'c: cancelled',
		'too late: cancelled',
	]);
	expect(removed.mock.calls).toEqual(added.mock.calls.map((each) => each.slice(0, 2)));
	expect(execution.waits.waitedMs).toBe(90);
	expect(jest.getTimerCount()).toBe(0);
});

describe('what a limiter has learned', () => {
	const HOUR_MS = 3_600_000;

	/** How many of twenty requests enter at once after a wait in which others use another key. */
	async function enteredAfter(ms: number, { ask, entered }: ReturnType<typeof newQueue>) {
		await advance(ms);
		await newQueue().ask('another');
		const before = entered.length;
		const controller = new AbortController();
		const execution = newExecution(0, controller.signal);
		for (let count = 0; count < 20; count++) void ask('again', execution);
		await advance(0);
		const count = entered.length - before;
		controller.abort();
		await advance(0);
		return count;
	}

	async function idleQueue() {
		const queue = newQueue();
		await queue.fill();
		for (const name of ['other 1', 'other 2']) queue.permit(name).release();
		return queue;
	}

	it.each([
		['is kept for an hour', HOUR_MS - 1, 2],
		['is forgotten then', HOUR_MS, 20],
	])('%s without a request', async (_, ms, count) => {
		expect(await enteredAfter(ms, await idleQueue())).toBe(count);
	});

	it('is kept while a request is in flight, and for an hour after the last one', async () => {
		const queue = newQueue();
		await queue.fill();
		queue.permit('other 1').release();
		await advance(2 * HOUR_MS);
		await newQueue().ask('another');
		queue.permit('other 2').release();
		expect(await enteredAfter(HOUR_MS - 1, queue)).toBe(2);
	});
});

it.each([-7_200_000, 7_200_000])('a clock set by %i ms changes nothing', async (ms) => {
	const { ask, entered, permit } = newQueue();
	void ask('a');
	await advance(0);
	permit('a').release(limited(3_000));
	void ask('b');
	jest.setSystemTime(Date.now() + ms);
	void ask('c', newExecution(2_000));
	void ask('d', newExecution(3_000));
	await advance(2_999);
	expect(entered.slice(1)).toEqual(['c: quota']);
	await advance(1);
	expect(entered.slice(2)).toEqual(['b: 3000', 'd: 3000']);
});

const REFUSALS = [limited(), limited(1_000), limited(2_000)];
/** An execution: when its requests start, what the service does with them, how long it may wait. */
const anyExecution = fc.record({
	happenings: fc.array(
		fc.record({
			atMs: fc.integer({ min: 0, max: 2_000 }),
			afterMs: fc.integer({ min: 0, max: 3_000 }),
			end: fc.constantFrom(ok, ok, ok, ok, overloaded, undefined, ...REFUSALS),
			bytes: fc.constantFrom(0, 1_000, 3 * 2 ** 20, 20 * 2 ** 20),
		}),
		{ maxLength: 20 },
	),
	mostMs: fc.constantFrom(0, 1_000, 600_000, 10_000_000),
});

/** Records who waits and who was served when, and fails if an execution is passed over. */
class Turns {
	private now = 0;
	private readonly of = new Map<
		OwnExecution,
		{ servedAt: number; waiting: Set<{ since: number; atMs: number }> }
	>();

	asks(execution: OwnExecution) {
		const own = this.of.get(execution) ?? { waiting: new Set(), servedAt: 0 };
		this.of.set(execution, own);
		const asked = { since: ++this.now, atMs: performance.now() };
		own.waiting.add(asked);
		return (isServed: boolean) => {
			own.waiting.delete(asked);
			if (!isServed) return;
			for (const [other, { waiting, servedAt }] of this.of) {
				// A request that comes while all are served waits for the others.
				const first = [...waiting].find(({ atMs }) => atMs < performance.now());
				const wasPassed = first && first.since < own.servedAt && servedAt < own.servedAt;
				expect(other !== execution && wasPassed).toBeFalsy();
			}
			own.servedAt = ++this.now;
		};
	}
}

it('answers every request, in turn, and lets nobody wait too long', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyExecution, { maxLength: 6 }), async (executions) => {
			const key = `limiter ${++keys}`;
			const turns = new Turns();
			let ended = 0;
			const all = executions.flatMap(({ happenings, mostMs }) => {
				const own = newExecution(mostMs);
				return happenings.map(async ({ atMs, afterMs, end, bytes }) => {
					await new Promise((resolve) => setTimeout(resolve, atMs));
					const settle = turns.asks(own);
					const permit = await acquireFor(own, key);
					settle(typeof permit === 'object');
					if (typeof permit === 'object') {
						permit.sent(bytes);
						await new Promise((resolve) => setTimeout(resolve, afterMs));
						permit.release(end);
					}
					ended++;
					expect(own.waits.waitedMs).toBeLessThanOrEqual(mostMs);
				});
			});
			await advance(10_000_000);
			await Promise.all(all);
			expect(ended).toBe(all.length);
		}),
		{ numRuns: 100 },
	);
});
