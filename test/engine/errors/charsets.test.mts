import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { contentOf } from '../../kit/binaryData.mts';
import { inPieces, withService } from '../../kit/listen.mts';
import { OPERATIONS } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Answers that are not UTF-8: read as they are meant, or refused, but never changed without a word. */

const stage = sharedStage();

interface Given {
	type: string;
	bytes: Buffer;
}

/** Runs an operation against a service that gives one answer, in pieces that cut characters in two. */
const run = async (
	operation: keyof typeof OPERATIONS,
	{ type, bytes }: Given,
	{ outputFormat = 'items', ...options }: IDataObject = {},
	onError: 'continueErrorOutput' | 'stopWorkflow' = 'continueErrorOutput',
) =>
	await withService(inPieces(bytes, 7, { 'content-type': type }), async (baseUrl) => {
		stage.change({ baseUrl });
		return await stage.run({
			parameters: {
				...OPERATIONS[operation],
				outputFormat,
				options: { maxWait: 0, ...options },
			},
			items: [{ n: 1 }, { n: 2 }],
			onError,
		});
	});

const ROWS = [
	{ id: 1, name: 'Müller', price: '12 €' },
	{ id: 2, name: 'Ñandú ÿ', price: '' },
];
const JSON_TEXT = JSON.stringify(ROWS);
/** The euro sign is one byte of windows-1252, but none of Latin-1 as Node.js writes it. */
const LATIN = Buffer.from(JSON_TEXT.replace('€', '\x80'), 'latin1');
const UTF_16 = Buffer.from(JSON_TEXT, 'utf16le');

const GOOD: Array<[string, Given]> = [
	['windows-1252', { type: 'application/json;charset="windows-1252"', bytes: LATIN }],
	['UTF-16', { type: 'application/json; charset=utf-16', bytes: UTF_16 }],
	['UTF-8 unnamed', { type: 'application/json', bytes: Buffer.from(JSON_TEXT) }],
];

describe.each(GOOD)('rows in %s', (_, given) => {
	it('are the rows of items', async () => {
		const { success, error } = await run('sql', given);
		expect(error).toEqual([]);
		expect(success.map(({ json }) => json)).toEqual([...ROWS, ...ROWS]);
	});

	it.each(['csv', 'ndjson', 'json'])('are the rows of a %s file in UTF-8', async (outputFormat) => {
		const { success, error } = await run('sql', given, { outputFormat });
		expect(error).toEqual([]);
		expect(success).toHaveLength(2);
		const text = (await contentOf(success[0]!.binary!.data)).replace('\uFEFF', '');
		const rows: Record<string, () => unknown> = {
			csv: () => parse(text, { columns: true }),
			ndjson: () =>
				text
					.trim()
					.split('\n')
					.map((line) => JSON.parse(line) as unknown),
			json: () => JSON.parse(text) as unknown,
		};
		const expected =
			outputFormat === 'csv' ? ROWS.map((row) => ({ ...row, id: `${row.id}` })) : ROWS;
		expect(rows[outputFormat]!()).toEqual(expected);
	});
});

const BAD: Array<[string, Given, string]> = [
	['wrong bytes', { type: 'application/json', bytes: LATIN }, 'not utf-8'],
	['a charset that there is not', { type: 'a/b; charset=x-none', bytes: LATIN }, 'unknown charset'],
];

describe.each(BAD)('an answer with %s', (_, given, code) => {
	it.each<[string, IDataObject]>([
		['items', {}],
		['a raw answer', { simplify: false }],
		['a CSV file', { outputFormat: 'csv' }],
		['an NDJSON file', { outputFormat: 'ndjson' }],
		['a JSON file', { outputFormat: 'json' }],
	])('is refused as %s, for each item', async (__, options) => {
		const result = await run('sql', given, options);
		expect(result.success).toEqual([]);
		expect(result.error.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const { json } of result.error) {
			const { message, description } = json.error as { message: string; description: string };
			expect(message).toContain('cannot be decoded');
			expect(message).toContain(code);
			expect(description).toMatch(/charset/);
		}
		expect(JSON.stringify([result.error, result.success])).not.toContain('\uFFFD');
	});

	it('is refused as the list of shops and as the record of a key', async () => {
		for (const operation of ['shops', 'apiKey'] as const) {
			const { success, error } = await run(operation, given);
			expect(success).toEqual([]);
			expect(error).toHaveLength(2);
		}
	});

	it.each(['push', 'compliance'] as const)(
		'does not make what was accepted refused: %s',
		async (operation) => {
			const { success, error, thrown } = await run(operation, given, {}, 'stopWorkflow');
			expect([error, thrown]).toEqual([[], undefined]);
			expect(success.length).toBeGreaterThan(0);
			expect(JSON.stringify(success)).not.toContain('\uFFFD');
		},
	);
});
