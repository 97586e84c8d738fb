import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { IN_TURN, numbers, push, rows, sentRows, storedNumbers } from './pushing.mts';

const stage = sharedStage();

const sent = () => sentRows(stage);
const stored = () => storedNumbers(stage);

describe('isolateRejectedRows', () => {
	const isolate = async (count: number, bad: number[], onError: RunOptions['onError']) => {
		stage.sandbox.set({ rejectRows: { field: 'bad' } });
		const items = rows(count).map(({ n }) => (bad.includes(n) ? { n, bad: true } : { n }));
		const parameters = push({ isolateRejectedRows: true, batchSize: 500, ...IN_TURN });
		return await stage.run({ parameters, items, onError });
	};

	it.each([
		[500, [0]],
		[500, [499]],
		[500, [0, 250, 499]],
		[500, [100, 101, 102, 103]],
		[333, [7, 332]],
		[8, [0, 1, 2, 3, 4, 5, 6, 7]],
		[2, [1]],
		[1, [0]],
	])('of %d rows rejects %j alone, in few requests', async (count, bad) => {
		const { error } = await isolate(count, bad, 'continueErrorOutput');
		expect(stored()).toEqual(numbers(0, count).filter((n) => !bad.includes(n)));
		expect(error.map(({ json }) => json.n)).toEqual(bad);
		const bound = 2 * bad.length * Math.ceil(Math.log2(count)) + 1;
		expect(sent().length).toBeLessThanOrEqual(bound);
	});

	it('is off by default: the request stays whole', async () => {
		stage.sandbox.set({ rejectRows: { field: 'bad' } });
		const items = [{ n: 0 }, { n: 1, bad: 1 }, { n: 2 }];
		const { error } = await stage.run({
			parameters: push(),
			items,
			onError: 'continueErrorOutput',
		});
		expect(error).toHaveLength(3);
		expect(sent()).toEqual([3]);
	});

	it('lets the others of the refused request through before the node stops', async () => {
		const { thrown } = await isolate(600, [3], 'stopWorkflow');
		expect(stored()).toEqual(numbers(0, 500).filter((n) => n !== 3));
		expect(thrown?.message).toContain(
			'Of 600 rows: 499 accepted, 1 rejected, 0 unknown, 100 not sent. First not accepted: row 0 of item 3',
		);
	});

	it('stops at once where something else goes wrong', async () => {
		stage.sandbox.fail('ads', 400, 'lostAnswer');
		const { thrown } = await isolate(4, [3], 'stopWorkflow');
		expect(sent()).toEqual([4, 2]);
		expect(thrown?.message).toContain('Of 4 rows: 0 accepted, 0 rejected, 2 unknown, 2 not sent');
	});
});
