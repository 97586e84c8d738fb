import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import {
	IN_TURN,
	numbers,
	push,
	RETRY,
	rows,
	sentRows,
	storedNumbers,
} from '../../kit/pushing.mts';

const stage = sharedStage();

// Hundreds of requests, one after another.
jest.setTimeout(60_000);

/** Pushes rows of which some are refused. */
async function isolate(count: number, bad: number[], more: Partial<RunOptions> = {}) {
	stage.sandbox.set({ rejectRows: { field: 'bad' } });
	const items = rows(count).map(({ n }) => (bad.includes(n) ? { n, bad: true } : { n }));
	const parameters = push({ isolateRejectedRows: true, batchSize: 500, ...IN_TURN });
	return await stage.run({ parameters, items, onError: 'continueErrorOutput', ...more });
}

it.each([
	['the first', 500, [0]],
	['three', 500, [0, 250, 499]],
	['all', 8, [0, 1, 2, 3, 4, 5, 6, 7]],
	['a hundred and one', 1_000, [...numbers(0, 100), 700]],
])('%s of %d rows are rejected alone, in few requests', async (_, count, bad) => {
	const { error } = await isolate(count, bad);
	expect(storedNumbers(stage)).toEqual(numbers(0, count).filter((n) => !bad.includes(n)));
	expect(error.map(({ json }) => json.n)).toEqual(bad);
	const bound = 2 * bad.length * Math.ceil(Math.log2(count)) + 1;
	expect(sentRows(stage).length).toBeLessThanOrEqual(bound);
});

it('another try of a node that stops loses and doubles nothing, and is given up as soon', async () => {
	const { thrown } = await isolate(1_000, numbers(0, 600), { onError: 'stopWorkflow', ...RETRY });
	expect(thrown?.message).toContain('Of 1000 rows: 500 rejected, 500 not sent');
	expect(storedNumbers(stage)).toEqual([]);
	expect(sentRows(stage).length).toBeLessThan(3 * 230);
});
