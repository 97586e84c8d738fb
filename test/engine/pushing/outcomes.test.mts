import type { IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../kit/engine.mts';
import {
	ascending,
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
import { sharedStage } from '../../kit/stage.mts';

/** What n8n has a part in: branches, tries and loops. properties.test.mts draws the rest. */

const stage = sharedStage();
// Hundreds of requests, one after another.
jest.setTimeout(60_000);

const sent = () => sentRows(stage);
const stored = () => storedNumbers(stage);

/** Columns named as what the node says of a row. */
const items = numbers(0, 8).map((n) => ({
	n,
	error: `e${n}`,
	message: `m${n}`,
	details: { n },
	outcome: 'mine',
	shop: FIRST,
	row: n,
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
		...(index < 2
			? { code: 'service.400', outcome: 'rejected', status: 400 }
			: { code: 'service.lost', outcome: 'unknown', status: null }),
		shop: FIRST,
		rowIndex: 0,
		row,
	},
}));

describe('rows with several outcomes', () => {
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
			/^400 Bad Request \(ad data\): .*[^.]\. Of 8 rows, 2 were accepted, 2 rejected and 4 not sent\. First rejected: row 3$/,
		);
		expect(thrown).toMatchObject({ httpCode: '400', context: { itemIndex: 2 } });
		expect(sent()).toEqual([2, 2]);
	});
});

/** Six rows, two per request. */
const run = async (
	more: Partial<RunOptions> = {},
	options: IDataObject = {},
	others: IDataObject = {},
) =>
	await stage.run({
		parameters: push({ batchSize: 2, ...IN_TURN, ...options }, others),
		items: rows(6),
		...more,
	});

describe('Retry On Fail', () => {
	it('runs a node with an error output again if all rows failed, and doubles nothing', async () => {
		stage.sandbox.fail('ads', 'lostAnswer', 400, 400);
		const { success, error } = await run({ ...RETRY, onError: 'continueErrorOutput' });
		expect(stored()).toEqual(numbers(0, 6));
		expect(sent()).toEqual([2, 2, 2, 2, 2]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(2, 4), links(4, 6)]);
		expect(error.map(({ json }) => [json.n, (json.error as IDataObject).outcome])).toEqual([
			[0, 'unknown'],
			[1, 'unknown'],
		]);
	});

	it.each(['requests', 'rows'])(
		'does not run the node again for a data column named error (%s)',
		async (output) => {
			const items = rows(6).map((row) => ({ ...row, error: `text ${row.n}` }));
			const { status } = await run({ ...RETRY, items }, { output });
			expect(status).toBe('success');
			expect(sent()).toEqual([2, 2, 2]);
			await run({ ...RETRY, items }, { output }, { preview: true });
			expect(sent()).toEqual([2, 2, 2]);
		},
	);
});

it('the same rows in each pass of a loop are all sent, with and without tries in between', async () => {
	const items = Array.from({ length: 4 }, () => ({ n: 7 }));
	await run({ items, loops: 3 });
	expect(stored()).toHaveLength(12);
	stage.sandbox.fail('ads', 'ok', 400, 'ok', 'ok', 400, 'ok', 'ok');
	const { thrown } = await run({ ...RETRY, items, loops: 3 });
	expect(thrown).toBeUndefined();
	expect(stored()).toHaveLength(24);
});

it('"Retry execution" in a loop repeats only the pass that failed', async () => {
	stage.sandbox.fail('ads', 'ok', 'ok', 'ok', 'ok', 400);
	const failed = await run({ loops: 3 });
	expect(failed.thrown).toBeDefined();
	const again = await stage.engine.retry(failed);
	expect(again.thrown).toBeUndefined();
	expect(ascending(stored())).toEqual(numbers(0, 6).flatMap((n) => [n, n, n]));
});
