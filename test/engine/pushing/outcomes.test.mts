import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import {
	FIRST,
	IN_TURN,
	links,
	numbers,
	push,
	RETRY,
	rows,
	sentRows,
	storedNumbers,
	storedRows,
} from '../../kit/pushing.mts';

const stage = sharedStage();
// Hundreds of requests, one after another.
jest.setTimeout(60_000);

/** Columns named as what the node says of a row. */
const items = numbers(0, 8).map((n) => ({
	...{ n, error: `e${n}`, message: `m${n}`, details: { n } },
	...{ outcome: 'mine', shop: FIRST, row: n },
}));

/** Two rows per request: accepted, refused, answer lost, accepted. */
const mixed = async (onError: RunOptions['onError'], options = {}) => {
	stage.sandbox.fail('ads', 'ok', 400, 'lostAnswer', 'ok');
	const parameters = push({ batchSize: 2, ...IN_TURN, ...options });
	const result = await stage.run({ parameters, items, onError });
	stage.sandbox.clearFaults();
	return result;
};

const FAILED = items.slice(2, 6).map((row, index) => ({
	error: {
		message: expect.any(String) as string,
		description: expect.any(String) as string,
		...(index < 2 ? { outcome: 'rejected', status: 400 } : { outcome: 'unknown', status: null }),
		...{ shop: FIRST, rowIndex: 0, row },
	},
}));

describe('outcomes', () => {
	it('leave on the two branches', async () => {
		const { success, error, status } = await mixed('continueErrorOutput');
		expect(status).toBe('success');
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(0, 2), links(6, 8)]);
		// n8n merges each with its input item, of which nothing else is overwritten.
		expect(error.map(({ json }) => json)).toEqual(
			FAILED.map((failure, index) => ({ ...items[2 + index], ...failure })),
		);
		expect(error.map(({ pairedItem }) => pairedItem)).toEqual(links(2, 6));
		expect(storedRows(stage)).toEqual([0, 1, 4, 5, 6, 7].map((n) => items[n]));
	});

	it('leave as the same items on the one branch', async () => {
		const { success, error } = await mixed('continueRegularOutput');
		expect(error).toEqual([]);
		const places = [links(0, 2), links(6, 8), ...links(2, 6)];
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual(places);
		expect(success.slice(2).map(({ json }) => json)).toEqual(FAILED);
	});

	it('stop the node at the first failed request, counted in one error', async () => {
		const { success, error, thrown } = await mixed('stopWorkflow');
		expect([success, error]).toEqual([[], []]);
		expect(thrown?.message).toMatch(
			/^400 Bad Request \(ad data\): .*[^.]\. Of 8 rows: 2 accepted, 2 rejected, 4 not sent\. First rejected: row 3\.$/,
		);
		expect(thrown).toMatchObject({ httpCode: '400', context: { itemIndex: 2 } });
		expect(sentRows(stage)).toEqual([2, 2]);
	});
});

/** Pushes a thousand rows, of which some are refused. */
async function isolate(bad: number[], more: Partial<RunOptions> = {}) {
	stage.sandbox.set({ rejectRows: { field: 'bad' } });
	return await stage.run({
		parameters: push({ isolateRejectedRows: true, ...IN_TURN }),
		items: rows(1_000).map(({ n }) => (bad.includes(n) ? { n, bad: true } : { n })),
		onError: 'continueErrorOutput',
		...more,
	});
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

it('another try that looks for bad rows loses and doubles nothing, and is given up as soon', async () => {
	const { thrown } = await isolate(numbers(0, 600), { onError: 'stopWorkflow', ...RETRY });
	expect(thrown?.message).toContain('Of 1000 rows: 500 rejected, 500 not sent');
	expect(storedNumbers(stage)).toEqual([]);
	expect(sentRows(stage).length).toBeLessThan(3 * 230);
});
