import { gzipSync } from 'node:zlib';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage, shop } from '../../kit/stage.mts';
import { MODES, stored, useMode, watchStreams } from '../../kit/binaryData.mts';
import { sentAs } from '../../kit/columns.mts';
import { failuresOf } from '../../kit/operations.mts';
import {
	ascending,
	changed,
	csvOf,
	FIRST,
	IN_TURN,
	numbers,
	pushFiles,
	storedNumbers,
	storedRows,
} from '../../kit/pushing.mts';

const stage = sharedStage();

const NUMBERS = { columns: sentAs('number', 'n') };
const arrived = () => storedNumbers(stage);

async function run(
	file: IBinaryData | Buffer | string,
	{ columns = {}, ...options }: IDataObject = {},
	{ parameters = {}, ...more }: Partial<RunOptions> = {},
) {
	const isStored = typeof file === 'object' && 'mimeType' in file;
	return await stage.run({
		parameters: pushFiles(options, { columns, ...parameters }),
		files: [{ data: isStored ? file : await stored(file) }],
		onError: 'continueErrorOutput',
		...more,
	});
}

describe.each(MODES)('in the binary mode %s', (mode) => {
	useMode(mode);

	const inFile = numbers(0, 2_000).map((n) => ({ n, name: `row ${n}` }));
	const FILES: Record<string, Buffer> = {
		'a CSV file': Buffer.from(csvOf(2_000)),
		'a compressed CSV file in UTF-16': gzipSync(Buffer.from(`\uFEFF${csvOf(2_000)}`, 'utf16le')),
		'an NDJSON file': Buffer.from(inFile.map((row) => `${JSON.stringify(row)}\n`).join('')),
		'a JSON file': Buffer.from(JSON.stringify({ total: 2_000, data: inFile }, null, 1)),
	};

	/** Where the workflow keeps a file, if not beside the item's JSON. */
	const inItem = (data: IBinaryData): Partial<RunOptions> => {
		const settings = { binaryMode: 'combined' } as never;
		return mode === 'combined' ? { items: [{ _files: { data } }], files: [], settings } : {};
	};

	it.each(Object.entries(FILES))(
		'pushes %s, and gives back what was refused',
		async (_, content) => {
			stage.sandbox.fail('ads', 'ok', 400);
			const options = { ...NUMBERS, ...IN_TURN };
			const file = await stored(content, 'rows');
			const result = await run(file, options, inItem(file));
			const counts = { rows: 2_000, accepted: 1_500, rejected: 500, unknown: 0, notSent: 0 };
			expect(result.success).toHaveLength(1);
			const [{ json, binary, pairedItem }] = result.success as [(typeof result.success)[0]];
			expect(json).toMatchObject({ shop: FIRST, fileName: 'rows', ...counts, requests: 3 });
			expect(pairedItem).toEqual({ item: 0 });
			expect(result.error).toHaveLength(500);

			const inJson = json._files as unknown as typeof binary;
			const again = (mode === 'combined' ? inJson : binary)!.failedRows!;
			expect(again.fileName).toMatch(/^rows-not-accepted\.(csv|json|ndjson)$/);
			const second = await run(again, options, inItem(again));
			expect(second.success[0]!.json).toMatchObject({ rows: 500, accepted: 500 });
			expect(second.error).toEqual([]);
			expect(ascending(arrived())).toEqual(numbers(0, 2_000));
			expect(storedRows(stage).every(({ n, name }) => name === `row ${n}`)).toBe(true);
		},
	);

	it('goes on with the file that n8n stored with a failed execution', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const file = await stored(csvOf(2_000));
		const failed = await run(file, NUMBERS, { onError: undefined, ...inItem(file) });
		// How many requests have begun before the answer to the second comes is chance.
		expect(failed.thrown?.message).toContain(
			`Of 2000 rows: ${arrived().length} accepted, 500 rejected`,
		);
		const { thrown, success } = await stage.engine.retry(failed);
		expect(thrown).toBeUndefined();
		expect(success[0]!.json).toMatchObject({ rows: 2_000, accepted: 2_000 });
		expect(ascending(arrived())).toEqual(numbers(0, 2_000));
	});
});

it('a failure that is told behind thousands of rows rejects these, before anything is sent', async () => {
	const failure = { rows: numbers(0, 5_000).map((n) => ({ n })), error: 'timed out' };
	const content = JSON.stringify(failure);
	const message = 'holds an object which says that something failed';
	const result = await run(content);
	for (const failure of failuresOf(result)) {
		expect(failure.message).toContain(message);
		expect(failure.outcome).toBe('rejected');
	}
	expect(result.success[0]!.json).toMatchObject({ rows: 5_000, rejected: 5_000, shop: null });
	expect(result.error).toHaveLength(1_000);
	const { thrown } = await run(content, {}, { onError: undefined });
	expect(thrown?.message).toContain(message);
	expect(stage.sandbox.requests('ads')).toEqual([]);
});

const LONG = 'x'.repeat(700_000);
it.each<[what: string, content: Buffer | string, fields: IDataObject]>([
	['good', csvOf(20_000), NUMBERS],
	['a web page', `<html>${LONG}`, {}],
	['without a column that is named', csvOf(40_000), { columns: sentAs('number', 'x') }],
])('a file is closed, whatever it holds: %s', async (_, content, fields) => {
	const file = await stored(content);
	const streams = watchStreams();
	await run(file, fields);
	const opened = await streams();
	expect(opened.length).toBeGreaterThan(1);
	for (const stream of opened) expect(stream.destroyed).toBe(true);
});

describe('a rerun', () => {
	useMode('filesystem');
	const options = { ...NUMBERS, ...IN_TURN, batchSize: 100 };

	it('of another file, or one that is read in another way, sends nothing, and says why', async () => {
		const fileOf = (count: number) => csvOf(count).replace(/row \d+/g, FIRST);
		const stops = { onError: undefined, parameters: { shopColumn: 'name' } };
		stage.sandbox.fail('ads', 'ok', 400);
		const failed = await run(fileOf(1_000), options, stops);
		expect(arrived()).toEqual(numbers(0, 100));
		const { id } = await stored(fileOf(999));
		const name = (failed.stored.match(/filesystem-v2:[^"]+/) ?? [''])[0];
		for (const other of [
			{ ...failed, stored: failed.stored.replaceAll(name, id!) },
			changed(failed, { shop: shop(FIRST), shopColumn: '' }),
			changed(failed, { shopColumn: 'n' }),
		]) {
			const again = await stage.engine.retry(other);
			expect(again.thrown?.message).toMatch(
				/holds another file than at an earlier try .*, or is read in another way/,
			);
			expect(arrived()).toEqual(numbers(0, 100));
		}
		// The file itself goes on where it ended.
		const third = await stage.engine.retry(failed);
		expect(third.thrown).toBeUndefined();
		expect(arrived()).toEqual(numbers(0, 1_000));
	});

	it('of a file that another worker keeps for itself sends nothing, and says why', async () => {
		const file = await stored(csvOf(10));
		const id = file.id!.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000');
		const elsewhere = { ...file, id };
		const result = await run(elsewhere, options, { items: [{}, {}, {}] });
		expect(failuresOf(result)[0]).toMatchObject({
			outcome: 'rejected',
			message: expect.stringMatching(/^"Input Binary Field" cannot be read by n8n: File not found/),
			description: expect.stringContaining('every worker'),
		});
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});
});
