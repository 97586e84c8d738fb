import type { IDataObject } from 'n8n-workflow';
import { processedData, type RunOptions } from '../../kit/engine.mts';
import { hintsOf } from '../../kit/operations.mts';
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

/** What n8n has a part in: branches, tries, loops and what it keeps. The unit tests draw the rest. */

const stage = sharedStage();
// Hundreds of requests, one after another.
jest.setTimeout(60_000);

const sent = () => sentRows(stage);
const stored = () => storedNumbers(stage);

/** Six rows, unless told otherwise, two per request. */
const run = async ({ parameters, ...more }: Partial<RunOptions> = {}) =>
	await stage.run({
		parameters: push({ batchSize: 2, ...IN_TURN }, parameters),
		items: rows(6),
		...more,
	});

describe('rows with several outcomes', () => {
	/** Columns named as what the node says of a row. */
	const items = numbers(0, 8).map((n) => ({
		n,
		error: `e${n}`,
		message: `m${n}`,
		details: { n },
		outcome: 'mine',
		shop: FIRST,
		row: n,
		json: `j${n}`,
		pairedItem: n,
	}));
	const mixed = async (onError: RunOptions['onError']) => {
		stage.sandbox.fail('ads', 'ok', 400, 'lostAnswer', 'ok');
		return await run({ items, onError });
	};
	const text = expect.any(String) as string;
	const FAILED = items.slice(2, 6).map((row, index) => ({
		error: {
			...(index < 2
				? { code: 'service.400', outcome: 'rejected', status: 400 }
				: { code: 'service.lost', outcome: 'unknown', status: null }),
			...{ message: text, description: text, shop: FIRST, rowIndex: 0, row },
		},
	}));

	it('leave on the two branches', async () => {
		const { success, error, status } = await mixed('continueErrorOutput');
		expect(status).toBe('success');
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(0, 2), links(6, 8)]);
		// n8n merges each with its input item, of which nothing else is overwritten.
		const merged = FAILED.map((failure, index) => ({ ...items[2 + index], ...failure }));
		expect(error.map(({ json }) => json)).toEqual(merged);
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

	it('stop the node, with the status and the first failed item', async () => {
		const { success, error, thrown } = await mixed('stopWorkflow');
		expect([success, error]).toEqual([[], []]);
		expect(thrown).toMatchObject({ httpCode: '400', context: { itemIndex: 2 } });
		stage.sandbox.clearFaults();
	});
});

describe('Retry On Fail', () => {
	it('runs a node with an error output again if all rows failed, and doubles nothing', async () => {
		stage.sandbox.fail('ads', 'lostAnswer', 400, 400);
		const { success, error } = await run({ ...RETRY, onError: 'continueErrorOutput' });
		expect(stored()).toEqual(numbers(0, 6));
		expect(sent()).toEqual([2, 2, 2, 2, 2]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(2, 4), links(4, 6)]);
		const told = error.map(({ json }) => [json.n, (json.error as IDataObject).outcome]);
		expect(told).toEqual([0, 1].map((n) => [n, 'unknown']));
	});

	it.each(['requests', 'rows'])('ignores a data column named error (%s)', async (output) => {
		const items = rows(3).map((row) => ({ ...row, error: `text ${row.n}` }));
		for (const preview of [false, true]) {
			const parameters = push({ output }, { preview });
			expect((await stage.run({ ...RETRY, parameters, items })).status).toBe('success');
		}
		expect(sent()).toEqual([3]);
	});
});

it('the same rows in each pass of a loop are all sent, also with tries in between', async () => {
	const items = Array.from({ length: 4 }, () => ({ n: 7 }));
	stage.sandbox.fail('ads', 'ok', 400, 'ok', 'ok', 400, 'ok', 'ok');
	const { thrown } = await run({ ...RETRY, items, loops: 3 });
	expect(thrown).toBeUndefined();
	expect(stored()).toHaveLength(12);
});

it('"Retry execution" in a loop repeats only the pass that failed', async () => {
	stage.sandbox.fail('ads', 'ok', 'ok', 'ok', 'ok', 400);
	const failed = await run({ loops: 3 });
	expect(failed.thrown).toBeDefined();
	const again = await stage.engine.retry(failed);
	expect(again.thrown).toBeUndefined();
	expect(ascending(stored())).toEqual(numbers(0, 6).flatMap((n) => [n, n, n]));
});

describe('"Send Only What Changed"', () => {
	afterEach(() => processedData.forgetAll());
	const parameters = push({}, { ifSentAgain: 'replaces', onlyChanged: true });

	it('sends also a value that changes back', async () => {
		for (const spend of [10, 12, 10]) {
			const items: IDataObject[] = [{ spend: 1 }, { spend }];
			await stage.run({ parameters, items });
		}
		expect(storedRows(stage).map(({ spend }) => spend)).toEqual([1, 10, 12, 10]);
	});

	it('sends everything in a workflow that was never saved, and a hint says so', async () => {
		const unsaved = async () => await stage.run({ parameters, items: rows(2), isUnsaved: true });
		await unsaved();
		expect(hintsOf(await unsaved())).toContain('because the workflow was never saved');
		expect(sent()).toEqual([2, 2]);
	});
});
