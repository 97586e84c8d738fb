import fc from 'fast-check';
import { orderedMap } from '../../../nodes/MerchantData/lib/orderedMap.ts';
import { ended } from '../../kit/execution.mts';

beforeEach(() => void jest.useFakeTimers());

const after = async (ms: number) =>
	await (ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms)));

const times = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
const maybe = fc.option(fc.nat({ max: 12 }), { nil: undefined, freq: 2 });

const plans = fc.record({
	width: fc.integer({ min: 1, max: 5 }),
	/** What the source takes to return each job, ms; the job that breaks it, if one does. */
	pullsMs: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }),
	breaksAt: maybe,
	/** What it takes to get a permit for each job. */
	acquiresMs: times,
	/** What each job takes; the one that breaks, against its promise. */
	runsMs: times,
	failsAt: maybe,
	/** What the consumer takes for each result; the one after which it stops. */
	takesMs: times,
	stopsAt: maybe,
});
type Plan = typeof plans extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Nine jobs that take 100 ms each, three at once. */
const PLAN = { width: 3, pullsMs: Array<number>(9).fill(0), runsMs: [100], acquiresMs: [0] };

type Permit = { usedBy?: number; released: number };

const BROKEN = new Error('the source broke');
const FAILED = new Error('a job broke');

/** Runs a plan, and records what happened. */
async function carryOut(given: Partial<Plan>) {
	const plan = { ...PLAN, takesMs: [0], ...given };
	const { width, pullsMs, breaksAt, acquiresMs, runsMs, failsAt, takesMs, stopsAt } = plan;
	const events: Array<[what: string, job: number]> = [];
	const permits: Permit[] = [];
	let [running, mostRunning] = [0, 0];

	async function* source() {
		try {
			for (let index = 0; ; index++) {
				events.push(['pull', index]);
				if (index === breaksAt) throw BROKEN;
				if (index === pullsMs.length) return;
				await after(pullsMs[index]!);
				yield index;
			}
		} finally {
			events.push(['closed', -1]);
		}
	}
	async function acquire(job: number): Promise<Permit> {
		expect(job).toBe(permits.length);
		await after(acquiresMs[job % acquiresMs.length]!);
		permits.push({ released: 0 });
		events.push(['acquire', job]);
		return permits[job]!;
	}
	const release = (permit: Permit) => void permit.released++;
	async function run(index: number, permit: Permit): Promise<number> {
		permit.usedBy = index;
		events.push(['start', index]);
		setTimeout(() => events.push(['sent', index]));
		mostRunning = Math.max(mostRunning, ++running);
		await after(runsMs[index % runsMs.length]!);
		running--;
		events.push(['end', index]);
		if (index === failsAt) throw FAILED;
		return index;
	}

	const consume = async () => {
		for await (const result of orderedMap(source(), { width, acquire, release }, run)) {
			events.push(['give', result]);
			await after(takesMs[result % takesMs.length]!);
			if (result === stopsAt) return void events.push(['stop', result]);
		}
	};
	const { error, tookMs } = await ended(consume());
	const of = (what: string) =>
		events.filter(([happened]) => happened === what).map(([, index]) => index);
	return { events, of, error, tookMs, permits, running, mostRunning };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('keeps its promises for any timing and any failure', async () => {
	await fc.assert(
		fc.asyncProperty(plans, async (plan) => {
			const { width, pullsMs, breaksAt = Infinity, failsAt = Infinity, stopsAt = Infinity } = plan;
			const { events, of, error, permits, running, mostRunning } = await carryOut(plan);
			const [started, given] = [of('start'), of('give')];

			// Jobs start in order, and results come in order.
			expect(started).toEqual(upTo(started.length));
			expect(given).toEqual(upTo(given.length));
			expect(mostRunning).toBeLessThanOrEqual(width);
			// Started jobs are awaited, however the iteration ends.
			expect(running).toBe(0);
			expect(of('end')).toHaveLength(started.length);

			// A job is pulled when those before it are sent, before its permit is awaited, and while fewer run than may.
			let [waiting, unsent, open] = [0, 0, 0];
			for (const [what] of events) {
				if (what === 'acquire') waiting--;
				if (what === 'start') [unsent, open] = [unsent + 1, open + 1];
				if (what === 'sent') unsent--;
				if (what === 'end') open--;
				if (what === 'pull') expect([waiting++, unsent, open < width]).toEqual([0, 0, true]);
			}
			// Each permit is used, and released once.
			expect(permits.map(({ released, usedBy }) => [released, usedBy])).toEqual(
				started.map((job) => [1, job]),
			);

			const jobs = Math.min(pullsMs.length, breaksAt);
			if (stopsAt < Math.min(jobs, failsAt)) {
				expect(error).toBeUndefined();
				expect(given).toHaveLength(stopsAt + 1);
				const then = events.slice(events.findIndex(([what]) => what === 'stop') + 1);
				expect(then.filter(([what]) => !['sent', 'end', 'closed'].includes(what))).toEqual([]);
			} else if (failsAt < jobs) {
				expect(error).toBe(FAILED);
				expect(given).toHaveLength(failsAt);
			} else {
				// Results of jobs that started before the source broke come first.
				expect(error).toBe(breaksAt <= pullsMs.length ? BROKEN : undefined);
				expect(given).toHaveLength(jobs);
				expect(started).toHaveLength(jobs);
			}
			expect(of('closed')).toHaveLength(of('pull').length === 0 ? 0 : 1);
		}),
		{ numRuns: 100 },
	);
});

it.each([
	[1, [100], 900],
	[3, [100], 301],
	// The next one starts as soon as any has ended, not only the first.
	[2, [400, ...Array<number>(8).fill(50)], 400],
])('runs up to %i jobs in parallel: %j', async (width, runsMs, ms) => {
	const { tookMs, mostRunning } = await carryOut({ width, runsMs });
	expect([mostRunning, tookMs]).toEqual([Math.min(width, 9), ms]);
});

it('keeps at most 16 results per parallel job for one that takes long', async () => {
	const runsMs = [10_000, ...Array<number>(99).fill(1)];
	const { events, of } = await carryOut({ width: 2, pullsMs: Array<number>(100).fill(0), runsMs });
	const first = events.findIndex(([what, job]) => what === 'end' && job === 0);
	const before = events.slice(0, first).filter(([what]) => what === 'start');
	expect([before.length, of('give').length]).toEqual([32, 100]);
});

it('returns the first result while others run', async () => {
	const { events } = await carryOut({ width: 2, pullsMs: [0, 0, 0], runsMs: [10, 500, 10] });
	const order = events.filter(([what]) => what === 'give' || what === 'end');
	expect(order.join(' ')).toBe('end,0 give,0 end,2 end,1 give,1 give,2');
});
