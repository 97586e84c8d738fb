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

/** Pushes a thousand rows, of which some are refused. */
async function isolate(bad: number[], more: Partial<RunOptions> = {}) {
	stage.sandbox.set({ rejectRows: { field: 'bad' } });
	const items = rows(1_000).map(({ n }) => (bad.includes(n) ? { n, bad: true } : { n }));
	const parameters = push({ isolateRejectedRows: true, ...IN_TURN });
	return await stage.run({ parameters, items, onError: 'continueErrorOutput', ...more });
}

it.each([
	['three', [0, 250, 499]],
	['a hundred and one', [...numbers(0, 100), 700]],
])('%s rows are rejected alone, in few requests', async (_, bad) => {
	const { error } = await isolate(bad);
	expect(storedNumbers(stage)).toEqual(numbers(0, 1_000).filter((n) => !bad.includes(n)));
	expect(error.map(({ json }) => json.n)).toEqual(bad);
	expect(sentRows(stage).length).toBeLessThanOrEqual(2 * bad.length * 10 + 1);
});

it('another try of a node that stops loses and doubles nothing, and is given up as soon', async () => {
	const { thrown } = await isolate(numbers(0, 600), { onError: 'stopWorkflow', ...RETRY });
	expect(thrown?.message).toContain('Of 1000 rows: 500 rejected, 500 not sent');
	expect(storedNumbers(stage)).toEqual([]);
	expect(sentRows(stage).length).toBeLessThan(3 * 230);
});
