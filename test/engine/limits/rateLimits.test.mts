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
		['a date: a backoff', { 'retry-after': new Date().toUTCString() }, 500],
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

	it('says nothing where nothing waits', async () => {
		expect(linesOf(await push(20))).toEqual([]);
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

	it('spends Max Wait once in an execution', async () => {
		stage.sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [429] });
		const result = await push(3, { ...IN_TURN, maxWait: 3 });
		const [first, ...rest] = failuresOf(result).map(({ outcome }) => outcome);
		expect(first).toBe('rejected');
		// What is left of Max Wait may be enough for one more cool-down to end, and not for another try.
		for (const outcome of rest) expect(['rejected', 'notSent']).toContain(outcome);
	});

	it('bounds 429s by Max Wait alone, not by the number of retries', async () => {
		stage.sandbox.fail('ads', 429, 429);
		expect(failuresOf(await push(1))).toEqual([]);
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

		const ended: string[] = [];
		const noted = async (name: string, run: Promise<unknown>) => {
			await run;
			ended.push(name);
		};
		const emails = parametersOf('pushEmailSms');
		await Promise.all([
			noted('same', push(1)),
			noted('other endpoint', stage.run({ parameters: emails, items: rows(1) })),
			noted(
				'other credential',
				stage.run({ parameters: parametersOf('push'), items: rows(1), credentials: [other] }),
			),
		]);
		await first;
		expect(ended.at(-1)).toBe('same');
		const [refused, others, ...held] = stage.sandbox.requests('ads');
		expect([refused, others, ...held].map((entry) => entry!.status)).toEqual([429, 200, 200, 200]);
		for (const { time } of held) expect(time - refused!.time).toBeGreaterThanOrEqual(2_000);
	});
});

it('lets slow requests of other executions pass while nothing was ever refused', async () => {
	stage.sandbox.chaos({ endpoints: ['sql'], probability: 1, faults: ['timeout'] });
	const stop = new AbortController();
	const runs = [1, 2, 3, 4].map(
		async () => await stage.run({ parameters: parametersOf('sql'), signal: stop.signal }),
	);
	while (stage.sandbox.openRequests('sql') < runs.length) await new Promise(setImmediate);
	stop.abort();
	await Promise.all(runs);
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
