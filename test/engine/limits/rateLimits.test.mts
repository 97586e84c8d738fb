import type { IDataObject } from 'n8n-workflow';
import type { LogEntry } from '../../../sandbox/index.mts';
import { createStage, type Stage } from '../../kit/stage.mts';
import { failuresOf, hintsOf, IN_TURN, parametersOf, SHOP } from '../../kit/operations.mts';

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

describe('the wait after a 429', () => {
	const between = (entries: LogEntry[]) => entries[1]!.time - entries[0]!.time;

	it.each<[string, Record<string, string>, number]>([
		['seconds', { 'retry-after': '2' }, 2_000],
		['no date: a backoff', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }, 500],
		['not zero: a backoff', { 'retry-after': '0' }, 500],
		['nothing usable: a backoff', { 'retry-after': 'soon' }, 500],
	])('is %s', async (_, headers, atLeast) => {
		stage.sandbox.fail('ads', { status: 429, headers });
		const result = await push(1);
		expect(failuresOf(result)).toEqual([]);
		expect(between(stage.sandbox.requests('ads'))).toBeGreaterThanOrEqual(atLeast);
	});

	it('is told in a hint', async () => {
		stage.sandbox.fail('ads', 429, 429);
		const result = await push(1);
		expect(hintsOf(result)).toMatch(
			/^Waited 2 times, \d+\.\d s in all, for rate limits, for other executions or before trying again$/,
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
});

describe('the bounds', () => {
	const refusal = { status: 429, headers: { 'retry-after': '60' } };

	it('does not start a wait that is longer than Max Wait, and holds the rest back', async () => {
		stage.sandbox.fail('ads', refusal);
		const result = await push(3, { ...IN_TURN, maxWait: 30 });
		expect(failuresOf(result)).toMatchObject([
			{ outcome: 'rejected', status: 429, message: expect.stringContaining('429') as string },
			{ outcome: 'notSent', message: expect.stringContaining('quota') as string },
			{ outcome: 'notSent', description: expect.stringContaining('Max Wait') as string },
		]);
		expect(stage.sandbox.requests('ads')).toHaveLength(1);
	});
});

describe('a clock that is set in a cool-down', () => {
	/** Sets the clock of the process, once a request was refused. */
	async function setClock(endpoint: 'ads' | 'sql', byMs: number) {
		while (stage.sandbox.requests(endpoint).length === 0) await new Promise(setImmediate);
		await new Promise((resolve) => setTimeout(resolve, 300));
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
	}
	afterEach(() => jest.restoreAllMocks());
	const refusal = { status: 429, headers: { 'retry-after': '2' } };

	it.each([
		['push', 'ads', -7_200_000],
		['push', 'ads', -60_000],
		['push', 'ads', 7_200_000],
		['sql', 'sql', -7_200_000],
		['sql', 'sql', -60_000],
		['sql', 'sql', 7_200_000],
	] as const)('changes nothing: %s, %s by %i ms', async (operation, endpoint, byMs) => {
		stage.sandbox.fail(endpoint, refusal);
		const started = performance.now();
		const [result] = await Promise.all([
			stage.run({ parameters: parametersOf(operation), items: rows(3) }),
			setClock(endpoint, byMs),
		]);
		const tookMs = performance.now() - started;
		expect(result.thrown).toBeUndefined();
		expect(hintsOf(result)).toMatch(/Waited 1 time, [12]\.\d s in all/);
		expect(tookMs).toBeGreaterThanOrEqual(2_000);
	});
});

describe('a quota of 5 requests a second', () => {
	/** How well it is used is measured by `npm run bench`, and in virtual time by `npm run simulate`. */
	const QUOTA = { limit: 5, windowMs: 1_000 };

	it.concurrent.each([
		[1, 50],
		[10, 5],
		[50, 1],
	])(
		'takes all rows of %i executions with %i requests each, once',
		async (executions, each) => {
			const own = await createStage({ quotas: { ads: QUOTA } });
			const results = await Promise.all(
				Array.from({ length: executions }, async () => await push(each, {}, undefined, own)),
			);
			const accepted = own.sandbox.requests('ads').filter(({ status }) => status === 200);
			expect(results.flatMap(failuresOf)).toEqual([]);
			expect(accepted).toHaveLength(50);
			expect(own.sandbox.pushed('ads', SHOP)).toHaveLength(50);
			await own.close();
		},
		120_000,
	);
});
