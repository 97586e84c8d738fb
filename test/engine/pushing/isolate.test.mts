import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { IN_TURN, numbers, push, rows, sentRows, storedNumbers } from '../../kit/pushing.mts';

const stage = sharedStage();

const sent = () => sentRows(stage);
const stored = () => storedNumbers(stage);

// Hundreds of requests, one after another.
jest.setTimeout(60_000);

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

	it('is given up for a shop whose first hundred rows are refused one by one', async () => {
		const { success, error } = await isolate(1_000, numbers(0, 1_000), 'continueErrorOutput');
		expect(success).toEqual([]);
		expect(error.map(({ json }) => json.n)).toEqual(numbers(0, 1_000));
		const failures = error.map(
			({ json }) => json.error as { outcome: string; description: string },
		);
		expect(new Set(failures.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']));
		const isTried = ({ description }: { description: string }) =>
			!description.includes('one by one');
		expect(failures.filter(isTried)).toHaveLength(100);
		expect(failures.slice(0, 100).every(isTried)).toBe(true);
		expect(sent().length).toBeLessThan(230);
	});

	it.each([
		[500, numbers(0, 100)],
		[1_000, numbers(0, 500)],
		[1_000, [...numbers(0, 100), 700]],
	])('of %d rows still sends the good ones behind a hundred bad ones', async (count, bad) => {
		const { error } = await isolate(count, bad, 'continueErrorOutput');
		expect(stored()).toEqual(numbers(0, count).filter((n) => !bad.includes(n)));
		expect(error.map(({ json }) => json.n)).toEqual(bad);
	});

	it('may reject good rows together with others then, and tells of each row', async () => {
		const { error } = await isolate(500, numbers(0, 150), 'continueErrorOutput');
		const rejected = error.map(({ json }) => json.n as number);
		expect(rejected).toEqual(numbers(0, 250));
		expect(stored()).toEqual(numbers(250, 500));
	});

	it('loses and doubles nothing when the node is run again', async () => {
		stage.sandbox.set({ rejectRows: { field: 'bad' } });
		const items = numbers(0, 600).map((n) => (n < 400 ? { n, bad: true } : { n }));
		const { thrown } = await stage.run({
			parameters: push({ isolateRejectedRows: true, batchSize: 300, ...IN_TURN }),
			items,
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});
		expect(thrown?.message).toContain('Of 600 rows: 300 rejected, 300 not sent');
		expect(stored()).toEqual([]);
		expect(sent().length).toBeLessThan(3 * 230);
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
			'Of 600 rows: 499 accepted, 1 rejected, 100 not sent. First rejected: row 4',
		);
	});

	it('stops at once where something else goes wrong', async () => {
		stage.sandbox.fail('ads', 400, 'lostAnswer');
		const { thrown } = await isolate(4, [3], 'stopWorkflow');
		expect(sent()).toEqual([4, 2]);
		expect(thrown?.message).toContain('Of 4 rows: 2 unknown, 2 not sent');
	});
});
