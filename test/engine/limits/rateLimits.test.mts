import type { IDataObject } from 'n8n-workflow';
import type { LogEntry } from '../../../sandbox/index.mts';
import { createStage, type Stage } from '../../kit/stage.mts';
import {
	failuresOf,
	hintsOf,
	IN_TURN,
	parametersOf,
	SHOP,
	waitsOf,
} from '../../kit/operations.mts';

let stage: Stage;

beforeEach(async () => {
	stage = await createStage();
});
afterEach(async () => {
	expect(stage.sandbox.pendingFaults).toBe(0);
	await stage.close();
});

const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ number }));
const push = (items: number, options: IDataObject = {}, signal?: AbortSignal, on = stage) =>
	on.run({
		parameters: parametersOf('push', { batchSize: 1, ...options }),
		items: rows(items),
		onError: 'continueErrorOutput',
		signal,
	});
const httpDate = (ms: number) => new Date(ms).toUTCString();
const inAnHour = Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000;

describe('the wait after a 429', () => {
	const between = (entries: LogEntry[]) => entries[1]!.time - entries[0]!.time;

	it.each<[string, Record<string, string>, number, number]>([
		['seconds, without jitter', { 'retry-after': '2' }, 2_000, 2_150],
		[
			"an HTTP date, against the answer's own date",
			{ 'retry-after': httpDate(inAnHour + 2_000), date: httpDate(inAnHour) },
			2_000,
			2_150,
		],
		['a date that has passed: a backoff', { 'retry-after': httpDate(0) }, 500, 1_150],
		['nothing usable: a backoff', { 'retry-after': 'soon' }, 500, 1_150],
	])('is %s', async (_, headers, atLeast, atMost) => {
		stage.sandbox.fail('ads', { status: 429, headers });
		const result = await push(1);
		expect(failuresOf(result)).toEqual([]);
		const waited = between(stage.sandbox.requests('ads'));
		expect(waited).toBeGreaterThanOrEqual(atLeast);
		expect(waited).toBeLessThan(atMost);
	});

	it('is told in a hint', async () => {
		stage.sandbox.fail('ads', 429, 429);
		const result = await push(1);
		expect(hintsOf(result)).toMatch(
			/^Waited 2 times, 2\.[01] s in all, for rate limits, for other executions or before trying again$/,
		);
	});
});

describe('the log', () => {
	const linesOf = ({ logs }: { logs: string[] }) =>
		logs.filter((line) => line.includes('Merchant Data: requests for'));

	it('says once, as information, for how long the requests wait, and nothing of the data', async () => {
		stage.sandbox.fail('ads', ...Array<LogEntry['status'] & number>(6).fill(429));
		const items = rows(6).map((row) => ({ ...row, email: 'ada@example.com' }));
		const result = await stage.run({ parameters: parametersOf('push', { batchSize: 1 }), items });
		expect(result.thrown).toBeUndefined();
		const lines = linesOf(result);
		expect(lines[0]).toMatch(
			/^info Merchant Data: requests for .+ wait \d+\.\d s, because their quota is used up \(429\) *$/,
		);
		// Six refusals close it once.
		expect(lines).toHaveLength(1);
		const { access_token: token } = stage.engine.credential(stage.oauth)
			.oauthTokenData as IDataObject;
		for (const secret of [token as string, 'ada@', SHOP]) expect(lines[0]).not.toContain(secret);
	});

	it('says nothing where nothing waits', async () => {
		expect(linesOf(await push(20))).toEqual([]);
	});
});

describe('the bounds', () => {
	const refusal = { status: 429, headers: { 'retry-after': '60' } };

	it('does not start a wait that is longer than Max Wait, and holds the rest back', async () => {
		stage.sandbox.fail('ads', refusal);
		const started = Date.now();
		const result = await push(3, { ...IN_TURN, maxWait: 30 });
		expect(Date.now() - started).toBeLessThan(1_000);
		expect(failuresOf(result)).toMatchObject([
			{ outcome: 'rejected', status: 429, message: expect.stringContaining('429') as string },
			{ outcome: 'notSent', message: expect.stringContaining('quota') as string },
			{ outcome: 'notSent', description: expect.stringContaining('Max Wait') as string },
		]);
		expect(stage.sandbox.requests('ads')).toHaveLength(1);
	});

	it('spends Max Wait once in an execution', async () => {
		stage.sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [429] });
		const result = await push(3, { ...IN_TURN, maxWait: 3 });
		const [first, ...rest] = failuresOf(result).map(({ outcome }) => outcome);
		expect(first).toBe('rejected');
		// What is left of Max Wait may be enough for the lane to open once more, and not for another try.
		for (const outcome of rest) expect(['rejected', 'notSent']).toContain(outcome);
		expect(waitsOf(result).seconds).toBeLessThanOrEqual(3);
	});

	it('counts the waits of requests side by side once', async () => {
		stage.sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [429] });
		const started = Date.now();
		const result = await push(6, { maxWait: 3 });
		expect(failuresOf(result)).toHaveLength(6);
		expect(waitsOf(result).seconds).toBeLessThanOrEqual(3);
		expect(Date.now() - started).toBeLessThan(5_000);
	});

	it('bounds 429s by Max Wait alone, not by Max Retries', async () => {
		stage.sandbox.fail('ads', 429, 429);
		expect(failuresOf(await push(1, { maxRetries: 0 }))).toEqual([]);
		expect(stage.sandbox.requests('ads').map(({ status }) => status)).toEqual([429, 429, 200]);
	});

	it('holds back other executions on the same endpoint and credential, and nothing else', async () => {
		const other = stage.engine.addCredential(
			'merchantDataOAuth2Api',
			stage.engine.credential(stage.oauth),
		);
		stage.sandbox.fail('ads', { status: 429, headers: { 'retry-after': '2' } });
		const first = push(1);
		while (stage.sandbox.requests('ads').length === 0) await new Promise(setImmediate);
		await new Promise((resolve) => setTimeout(resolve, 100));

		const started = Date.now();
		const took = async (run: Promise<unknown>) => {
			await run;
			return Date.now() - started;
		};
		const emails = parametersOf('pushEmailSms');
		const [same, otherEndpoint, otherCredential] = await Promise.all([
			took(push(1)),
			took(stage.run({ parameters: emails, items: rows(1) })),
			took(stage.run({ parameters: parametersOf('push'), items: rows(1), credentials: [other] })),
		]);
		await first;
		expect(same).toBeGreaterThan(1_700);
		expect(otherEndpoint).toBeLessThan(500);
		expect(otherCredential).toBeLessThan(500);
		const statuses = stage.sandbox.requests('ads').map(({ status }) => status);
		expect(statuses).toEqual([429, 200, 200, 200]);
	});

	it('ends within a second when the execution is cancelled during the wait', async () => {
		stage.sandbox.fail('ads', refusal);
		const abort = new AbortController();
		const run = push(2, IN_TURN, abort.signal);
		while (stage.sandbox.requests('ads').length === 0) await new Promise(setImmediate);
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		const cancelled = Date.now();
		abort.abort();
		expect((await run).status).toBe('canceled');
		expect(Date.now() - cancelled).toBeLessThan(1_000);
		await new Promise((resolve) => setTimeout(resolve, 500));
		expect(stage.sandbox.requests('ads')).toHaveLength(1);
	});
});

it('lets slow requests of other executions pass while nothing was ever refused', async () => {
	stage.sandbox.fail('sql', ...Array<{ delayMs: number }>(4).fill({ delayMs: 4_000 }));
	const started = Date.now();
	await Promise.all(
		[1, 2, 3, 4].map(async () => await stage.run({ parameters: parametersOf('sql') })),
	);
	expect(Date.now() - started).toBeLessThan(8_000);
}, 20_000);

describe('a quota of 5 requests a second', () => {
	const QUOTA = { limit: 5, windowMs: 1_000 };
	const FIRST_EVENT_MS = 200;
	/** Executions at once, and requests of each. */
	const LOADS = [
		[1, 100],
		[20, 5],
		[100, 1],
	] as const;

	/** How many windows the service opened for requests that arrived at these times. */
	function windowsOf(times: number[]): number {
		const opened: number[] = [];
		for (const time of times) {
			if (time >= (opened.at(-1) ?? 0) + QUOTA.windowMs) opened.push(time);
		}
		return opened.length;
	}

	async function spend(executions: number, itemsEach: number) {
		const own = await createStage({ quotas: { ads: QUOTA } });
		const results = await Promise.all(
			Array.from({ length: executions }, async () => await push(itemsEach, {}, undefined, own)),
		);
		const log = own.sandbox.requests('ads');
		const timesOf = (wanted: number) =>
			log.filter(({ status }) => status === wanted).map(({ time }) => time);
		const times = timesOf(200);
		const refusals = timesOf(429);
		const stored = own.sandbox.pushed('ads', SHOP).length;
		await own.close();
		return {
			accepted: times.length,
			stored,
			failures: results.flatMap(failuresOf).length,
			/** After the first event, which is what was under way at the first refusal. */
			refused: refusals.filter((time) => time > refusals[0]! + FIRST_EVENT_MS).length,
			windows: windowsOf(times),
			spanMs: times.at(-1)! - times[0]!,
		};
	}

	/** Until all executions have begun. */
	const START_MS = 3_000;
	const TICK_MS = 10;
	const STALL_MS = 50;

	type Figures = Awaited<ReturnType<typeof spend>>;
	const isUsed = ({ accepted, windows }: Figures) => accepted / (windows * QUOTA.limit) >= 0.95;
	const isBorne = ({ refused, windows }: Figures) => refused <= windows;

	/** @returns besides whether the process stood still, so that requests went out later than they should */
	async function measure() {
		const began = Date.now();
		let hasStalled = false;
		let last = began;
		const ticks = setInterval(() => {
			const now = Date.now();
			hasStalled ||= last > began + START_MS && now - last > TICK_MS + STALL_MS;
			last = now;
		}, TICK_MS);
		const figures = await Promise.all(
			LOADS.map(async ([executions, each]) => await spend(executions, each)),
		);
		clearInterval(ticks);
		return { figures, hasStalled };
	}

	it('is used to 95 percent and refuses at most once a window, however many executions share it', async () => {
		let measured = await measure();
		// What a machine that stands still tells is about the machine: it is measured again.
		for (let again = 0; again < 2 && measured.hasStalled; again++) {
			if (measured.figures.every((each) => isUsed(each) && isBorne(each))) break;
			measured = await measure();
		}
		for (const figures of measured.figures) {
			expect({ ...figures, isUsed: isUsed(figures), isBorne: isBorne(figures) }).toMatchObject({
				accepted: 100,
				stored: 100,
				failures: 0,
				isUsed: true,
				isBorne: true,
			});
		}
	}, 120_000);
});
