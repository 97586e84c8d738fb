import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { acquire, type Permit } from '../../../nodes/MerchantData/lib/permits.ts';
import { WaitBudget } from '../../../nodes/MerchantData/lib/waitBudget.ts';

beforeEach(() => jest.useFakeTimers());

const advance = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

let keys = 0;

/** An execution that may wait for so long. */
function newExecution(mostMs = 300_000, signal?: AbortSignal) {
	const waits = new WaitBudget(signal);
	const limits = { timeout: 0, maxWait: mostMs / 1_000 };
	return { waits, acquire: async (key: string) => await acquire(key, waits, limits) };
}

/** Requests of one limiter: when each got a permit (ms since the start), or why it got none. */
function newQueue(execution = newExecution()) {
	const key = `limiter ${++keys}`;
	const started = performance.now();
	const entered: string[] = [];
	const permits = new Map<string, Permit>();
	const ask = async (name: string, own = execution) => {
		const permit = await own.acquire(key);
		if (typeof permit === 'string') return void entered.push(`${name}: ${permit}`);
		entered.push(`${name}: ${performance.now() - started}`);
		permits.set(name, permit);
		permit.sent(0);
	};
	const permit = (name: string) => permits.get(name)!;
	/** Others have as many in flight as the service is known to accept: two. */
	const fill = async () => {
		const own = newExecution();
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
	const execution = newExecution(300_000, controller.signal);
	for (const name of ['b', 'c']) void ask(name, execution);
	await advance(90);
	controller.abort();
	await advance(0);
	expect(others()).toEqual(['b: cancelled', 'c: cancelled']);
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
	expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
	expect(execution.waits.waitedMs).toBe(90);
	expect(jest.getTimerCount()).toBe(0);
});

const HOUR_MS = 3_600_000;
async function askOthersAfter(ms: number) {
	await advance(ms);
	await newQueue().ask('a request with another key');
}

it.each([
	['is kept for an hour without a request', 0, HOUR_MS - 1, 2],
	['is forgotten after an hour without a request', 0, HOUR_MS, 20],
	['is kept for two hours with a request in flight, and an hour more', 2 * HOUR_MS, HOUR_MS - 1, 2],
])('what a limiter has learned %s', async (_, inFlightMs, ms, count) => {
	const { ask, others, fill, permit } = newQueue();
	await fill();
	permit('other 1').release();
	await askOthersAfter(inFlightMs);
	permit('other 2').release();
	await askOthersAfter(ms);
	const execution = newExecution();
	for (let request = 0; request < 20; request++) void ask('again', execution);
	await advance(0);
	expect(others()).toHaveLength(count);
});

it.each([-7_200_000, 7_200_000])('a clock set by %i ms changes nothing', async (ms) => {
	const { ask, entered, permit } = newQueue();
	void ask('a');
	await advance(0);
	permit('a').release(limited(3_000));
	void ask('b');
	jest.setSystemTime(Date.now() + ms);
	void ask('c', newExecution(2_999));
	void ask('d', newExecution(3_000));
	await advance(3_000);
	expect(entered.slice(1)).toEqual(['c: quota', 'b: 3000', 'd: 3000']);
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

const after = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

it('answers every request, in turn, and lets nobody wait too long', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyExecution, { maxLength: 6 }), async (drawn) => {
			const key = `limiter ${++keys}`;
			let [now, ended] = [0, 0];
			const waiting = () => new Set<{ since: number; atMs: number }>();
			const executions = drawn.map((each) => {
				return { ...each, own: newExecution(each.mostMs), waiting: waiting(), servedAt: 0 };
			});
			const all = executions.flatMap((execution) =>
				execution.happenings.map(async ({ atMs, afterMs, end, bytes }) => {
					await after(atMs);
					const asked = { since: ++now, atMs: performance.now() };
					execution.waiting.add(asked);
					const permit = await execution.own.acquire(key);
					execution.waiting.delete(asked);
					if (typeof permit === 'object') {
						const { servedAt } = execution;
						const passed = executions.filter((other) => {
							// A request that comes while all are served waits for the others.
							const first = [...other.waiting].find((each) => each.atMs < performance.now());
							return first && first.since < servedAt && other.servedAt < servedAt;
						});
						expect(passed).toEqual([]);
						execution.servedAt = ++now;
						permit.sent(bytes);
						await after(afterMs);
						permit.release(end);
					}
					ended++;
					expect(execution.own.waits.waitedMs).toBeLessThanOrEqual(execution.mostMs);
				}),
			);
			await advance(10_000_000);
			await Promise.all(all);
			expect(ended).toBe(all.length);
		}),
		{ numRuns: 100 },
	);
});
