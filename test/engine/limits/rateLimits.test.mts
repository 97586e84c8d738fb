import type { IDataObject } from 'n8n-workflow';
import { failuresOf, hintsOf, onStage, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/**
 * Executions side by side share what one of them learned of the service. How long each waits is in the
 * unit tests of the limiter, under a fake clock.
 */

const stage = sharedStage();

const rows = (count: number, of: string): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ of, number }));
const push = async (items: IDataObject[], options: IDataObject = {}, on = stage) =>
	await on.run({
		parameters: parametersOf('push', { batchSize: 1, ...options }),
		items,
		onError: 'continueErrorOutput',
	});
const slowly = (count: number, delayMs: number) =>
	Array<{ delayMs: number }>(count).fill({ delayMs });
const arrived = async (count: number) => {
	while (stage.sandbox.requests('ads').length < count) await new Promise(setImmediate);
};

describe('as many requests of others as the service is known to accept', () => {
	/** Of sixteen requests, each that is refused leaves one less. */
	async function learn(limit: number) {
		const refused = rows(16 - limit, 'refused');
		stage.sandbox.fail('ads', ...refused.map(() => 503 as const));
		await push(refused);
		return refused.length;
	}

	it('are waited for, in turn, which counts as waiting', async () => {
		const refused = await learn(2);
		stage.sandbox.fail('ads', ...slowly(4, 700));
		const big = push(rows(8, 'big'));
		await arrived(refused + 2);
		const small = await push(rows(1, 'small'));
		expect(failuresOf(small)).toEqual([]);
		expect(hintsOf(small)).toMatch(/^Waited 1 time, \d+\.\d s in all, for .*other executions/m);
		expect(failuresOf(await big)).toEqual([]);
		expect(hintsOf(await big)).not.toMatch(/Waited/);
		// It came behind the two that were open, not behind the six that were left.
		const order = stage.sandbox.pushed('ads').map(({ row }) => (row as IDataObject).of);
		expect(order.indexOf('small')).toBeGreaterThan(0);
		expect(order.indexOf('small')).toBeLessThan(5);
	});

	it('are not waited for beyond Max Wait, and the error says so', async () => {
		const refused = await learn(1);
		stage.sandbox.fail('ads', ...slowly(1, 2_500));
		const big = push(rows(1, 'big'));
		await arrived(refused + 1);
		const [failure] = failuresOf(await push(rows(1, 'small'), { maxWait: 1 }));
		expect(failure).toMatchObject({
			outcome: 'notSent',
			message: expect.stringMatching(/^Not sent, because other executions had as many/) as string,
			description: expect.stringMatching(/^Raise "Max Wait"/) as string,
		});
		expect(failuresOf(await big)).toEqual([]);
		expect(stage.sandbox.requests('ads')).toHaveLength(refused + 1);
	});
});

describe('a clock that is set in a cool-down', () => {
	const refusal = { status: 429, headers: { 'retry-after': '2' } };
	afterEach(() => jest.restoreAllMocks());

	it.each([-7_200_000, -60_000, 7_200_000])('changes nothing: by %i ms', async (byMs) => {
		const operations = ['push', 'sql'] as const;
		const started = performance.now();
		stage.sandbox.fail('ads', refusal);
		stage.sandbox.fail('sql', refusal);
		const running = operations.map(async (operation) => {
			const items = rows(3, 'clock');
			return await stage.run({ parameters: parametersOf(operation), items });
		});
		while (
			(['ads', 'sql'] as const).some((endpoint) => stage.sandbox.requests(endpoint).length === 0)
		)
			await new Promise(setImmediate);
		await new Promise((resolve) => setTimeout(resolve, 300));
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
		for (const result of await Promise.all(running)) {
			expect(result.thrown).toBeUndefined();
			expect(hintsOf(result)).toMatch(/Waited 1 time, [1-9]\.\d s in all/);
		}
		expect(performance.now() - started).toBeGreaterThanOrEqual(2_000);
	});
});

/** How well it is used is measured by `npm run bench`, and in virtual time by `npm run simulate`. */
const QUOTA = { limit: 10, windowMs: 1_000 };

it.concurrent.each([
	[1, 50],
	[10, 5],
	[50, 1],
])(
	'a quota of 10 requests a second takes all rows of %i executions with %i requests each, once',
	async (executions, each) =>
		await onStage(
			async (own) => {
				const items = rows(each, 'quota');
				const pushes = Array.from({ length: executions }, async () => await push(items, {}, own));
				expect((await Promise.all(pushes)).flatMap(failuresOf)).toEqual([]);
				expect(own.sandbox.pushed('ads')).toHaveLength(50);
			},
			{ quotas: { ads: QUOTA } },
		)(),
	120_000,
);
