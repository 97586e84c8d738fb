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
	['the last', 500, [499]],
	['three', 500, [0, 250, 499]],
	['neighbours', 500, [100, 101, 102, 103]],
	['two', 333, [7, 332]],
	['all', 8, [0, 1, 2, 3, 4, 5, 6, 7]],
	['the second', 2, [1]],
	['the only one', 1, [0]],
	// The good ones behind a hundred bad ones are still sent.
	['a hundred', 500, numbers(0, 100)],
	['a whole request', 1_000, numbers(0, 500)],
	['a hundred and one', 1_000, [...numbers(0, 100), 700]],
])('%s of %d rows are rejected alone, in few requests', async (_, count, bad) => {
	const { error } = await isolate(count, bad);
	expect(storedNumbers(stage)).toEqual(numbers(0, count).filter((n) => !bad.includes(n)));
	expect(error.map(({ json }) => json.n)).toEqual(bad);
	const bound = 2 * bad.length * Math.ceil(Math.log2(count)) + 1;
	expect(sentRows(stage).length).toBeLessThanOrEqual(bound);
});

it('good rows may be rejected together with others behind a hundred bad ones, and each is told', async () => {
	const { error } = await isolate(500, numbers(0, 150));
	expect(error.map(({ json }) => json.n)).toEqual(numbers(0, 250));
	expect(storedNumbers(stage)).toEqual(numbers(250, 500));
});

it('another try of a node that stops loses and doubles nothing, and is given up as soon', async () => {
	const { thrown } = await isolate(1_000, numbers(0, 600), { onError: 'stopWorkflow', ...RETRY });
	expect(thrown?.message).toContain('Of 1000 rows: 500 rejected, 500 not sent');
	expect(storedNumbers(stage)).toEqual([]);
	expect(sentRows(stage).length).toBeLessThan(3 * 230);
});

it('is off by default: the request stays whole', async () => {
	const { error } = await isolate(3, [1], { parameters: push() });
	expect(error).toHaveLength(3);
	expect(sentRows(stage)).toEqual([3]);
});
