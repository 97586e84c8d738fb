import type { IDataObject } from 'n8n-workflow';
import { sharedStage } from '../../kit/stage.mts';
import { failuresOf, hintsOf, parametersOf } from '../../kit/operations.mts';

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
		await arrived('ads', refused + 2);
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
		await arrived('ads', refused + 1);
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
