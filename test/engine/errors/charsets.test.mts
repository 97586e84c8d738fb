import type { IDataObject } from 'n8n-workflow';
import { contentOf } from '../../kit/binaryData.mts';
import { inPieces, withService } from '../../kit/listen.mts';
import { failuresOf, type OperationName, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** The characters of answers, as they come through n8n. */

const stage = sharedStage();

/** Runs an operation against a service that gives one answer, in pieces that cut characters in two. */
const run = async (
	operation: OperationName,
	bytes: Buffer,
	{ outputFormat = 'items', ...options }: IDataObject = {},
) =>
	await withService(inPieces(bytes, 7, { 'content-type': 'application/json' }), async (baseUrl) => {
		stage.change({ baseUrl });
		return await stage.run({
			parameters: { ...parametersOf(operation, { maxWait: 0, ...options }), outputFormat },
			items: [{ n: 1 }, { n: 2 }],
			onError: 'continueErrorOutput',
		});
	});

const ROWS = [
	{ id: 1, name: 'Müller', price: '12 €' },
	{ id: 2, name: 'Ñandú ÿ', price: '' },
];
const JSON_TEXT = JSON.stringify(ROWS);
const UTF_8 = Buffer.from(JSON_TEXT);
const FILES: Record<string, string> = {
	csv: 'id,name,price\r\n1,Müller,12 €\r\n2,Ñandú ÿ,\r\n',
	ndjson: ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''),
	json: JSON_TEXT,
};

it('rows in UTF-8 are the rows of items', async () => {
	const { success, error } = await run('sql', UTF_8);
	expect(error).toEqual([]);
	expect(success.map(({ json }) => json)).toEqual([...ROWS, ...ROWS]);
});

it.each(Object.keys(FILES))('rows in UTF-8 are the rows of a %s file', async (outputFormat) => {
	const { success, error } = await run('sql', UTF_8, { outputFormat });
	expect(error).toEqual([]);
	const contents = success.map(async ({ binary }) => await contentOf(binary!.data));
	expect(await Promise.all(contents)).toEqual(Array(2).fill(FILES[outputFormat]));
});

const WRONG = Buffer.from('[{"id":1,"name":"Müller"}]', 'latin1');

it.each<[OperationName, IDataObject]>([
	['sql', {}],
	['sql', { simplify: false }],
	['sql', { outputFormat: 'csv' }],
	['sql', { outputFormat: 'ndjson' }],
	['sql', { outputFormat: 'json' }],
	['shops', {}],
	['apiKey', {}],
])('wrong bytes are refused for each item: %s, %j', async (operation, options) => {
	const result = await run(operation, WRONG, options);
	expect(result.success).toEqual([]);
	expect(result.error.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	for (const { message, description } of failuresOf(result)) {
		expect(message).toMatch(/cannot be decoded.*not utf-8/);
		expect(description).toMatch(/UTF-8/);
	}
	expect(JSON.stringify(result.error)).not.toContain('\uFFFD');
});

it.each(['push', 'compliance'] as const)(
	'wrong bytes do not make what was accepted refused: %s',
	async (operation) => {
		const { success, error } = await run(operation, WRONG);
		expect(error).toEqual([]);
		expect(success.length).toBeGreaterThan(0);
		expect(JSON.stringify(success)).not.toContain('\uFFFD');
	},
);
