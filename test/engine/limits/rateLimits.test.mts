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

it('as many requests of others as the service accepts are waited for, in turn', async () => {
	// Of sixteen requests, each that is refused leaves one less.
	const refused = rows(14, 'refused');
	stage.sandbox.fail('ads', ...refused.map(() => 503 as const));
	await push(refused);
	stage.sandbox.fail('ads', ...Array<{ delayMs: number }>(4).fill({ delayMs: 700 }));
	const big = push(rows(8, 'big'));
	while (stage.sandbox.requests('ads').length < refused.length + 2) await new Promise(setImmediate);
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
