import type { IDataObject } from 'n8n-workflow';
import { sharedStage } from '../../kit/stage.mts';
import { failuresOf, hintsOf, IN_TURN, parametersOf } from '../../kit/operations.mts';

const stage = sharedStage();

const rows = (count: number, of: string): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ of, number }));
const push = (items: IDataObject[], options: IDataObject = {}) =>
	stage.run({
		parameters: parametersOf('push', { batchSize: 1, ...options }),
		items,
		onError: 'continueErrorOutput',
	});
const slowly = (count: number, delayMs: number) =>
	Array<{ delayMs: number }>(count).fill({ delayMs });
const arrived = async (endpoint: 'ads' | 'sql' | 'grantedShops', count: number) => {
	while (stage.sandbox.requests(endpoint).length < count) await new Promise(setImmediate);
};

describe('one slow request', () => {
	it.each([
		['sql', 'sql'],
		['shops', 'grantedShops'],
	] as const)(
		'of %s holds up no other execution of the same credential',
		async (name, endpoint) => {
			stage.sandbox.fail(endpoint, { delayMs: 4_000 });
			let hasEnded = false;
			const slow = stage.run({ parameters: parametersOf(name) }).then(() => (hasEnded = true));
			await arrived(endpoint, 1);
			const others = [IN_TURN, {}, { maxWait: 2 }, { ...IN_TURN, maxWait: 0 }];
			const results = await Promise.all(
				others.map(async (options) => await stage.run({ parameters: parametersOf(name, options) })),
			);
			expect(hasEnded).toBe(false);
			for (const result of results) {
				expect(result.thrown).toBeUndefined();
				expect(hintsOf(result)).not.toMatch(/Waited/);
			}
			await slow;
		},
	);
});

describe('as many requests of others as the service is known to accept', () => {
	it('are waited for, in turn, which counts as waiting', async () => {
		stage.sandbox.fail('ads', ...slowly(12, 1_500));
		const big = push(rows(60, 'big'));
		await arrived('ads', 12);
		const small = await push(rows(1, 'small'));
		expect(failuresOf(small)).toEqual([]);
		expect(hintsOf(small)).toMatch(/^Waited 1 time, \d+\.\d s in all, for .*other executions/m);
		// It came second to the twelve, not behind the 48 that were left.
		const order = stage.sandbox.pushed('ads').map(({ row }) => (row as IDataObject).of);
		expect(order).toContain('small');
		expect(order.indexOf('small')).toBeLessThan(30);
		expect(failuresOf(await big)).toEqual([]);
		expect(hintsOf(await big)).not.toMatch(/Waited/);
	});

	it('are not waited for beyond Max Wait, and the error says so', async () => {
		stage.sandbox.fail('ads', ...slowly(12, 2_500));
		const big = push(rows(12, 'big'));
		await arrived('ads', 12);
		const [failure] = failuresOf(await push(rows(1, 'small'), { maxWait: 1 }));
		expect(failure).toMatchObject({
			outcome: 'notSent',
			message: expect.stringMatching(/^Not sent, because other executions had as many/) as string,
			description: expect.stringMatching(/^Raise "Max Wait"/) as string,
		});
		expect(failuresOf(await big)).toEqual([]);
		expect(stage.sandbox.requests('ads')).toHaveLength(12);
	});
});
