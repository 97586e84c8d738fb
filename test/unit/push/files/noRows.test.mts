import fc from 'fast-check';
import { openRowFile } from '../../../../nodes/MerchantData/push/files/rowFile.ts';
import { readFileSettings } from '../../../../nodes/MerchantData/push/files/settings.ts';
import { fileOfPieces } from './pieces.mts';

interface How {
	format?: Parameters<typeof readFileSettings>[0];
	options?: object;
	name?: string;
}

/** The rows of a file, or why there are none. */
async function read(text: string, { format = 'autodetect', options = {}, name = '' }: How = {}) {
	const settings = readFileSettings(format, { maxBodyKb: 100, ...options });
	const place = { item: 0, shop: 'a.example', ignored: new Set<string>() };
	try {
		const file = await openRowFile(fileOfPieces([text], { name }), settings, place);
		const rows: unknown[] = [];
		for await (const chunk of file.records(false)) rows.push(...chunk.map((each) => each.row()));
		return rows;
	} catch (error) {
		return (error as Error).message;
	}
}

const PAGE = '"Input Binary Field" holds a web page or XML instead of rows';
const TEXT = '"Input Binary Field" holds a line of text instead of rows';
const FAILED = '"Input Binary Field" holds JSON which says that something failed';
const JSON_TEXT = '"Input Binary Field" holds JSON instead of CSV';
const NO_HEADER = { options: { headerRow: false } };

it.each<[string, How, string]>([
	['<!DOCTYPE html>\n<html>\n<title>Login</title></html>', { name: 'ads.csv' }, PAGE],
	['\n<html><body>x, y</body></html>', { name: 'ads.csv' }, PAGE],
	[`<html>${'x, y\n'.repeat(50_000)}`, { name: 'ads.csv' }, PAGE],
	['<?xml version="1.0"?>\n<Error/>', { name: 'ads.csv' }, PAGE],
	['<Error><Code>AccessDenied</Code>\n<Id>1</Id></Error>\n', { name: 'ads.csv' }, PAGE],
	['<!doctype html>', { format: 'json' }, PAGE],
	['<!doctype html>', { format: 'ndjson' }, PAGE],
	['x\n<html>\n</html>', { options: { fromLine: 2 } }, PAGE],
	['Service Unavailable', { name: 'ads.csv' }, TEXT],
	['Service Unavailable\r\n\r\n', { name: 'ads.csv' }, TEXT],
	['  Please log in.\n', {}, TEXT],
	['Unauthorized', { name: 'ads.csv' }, TEXT],
	['Service Unavailable\n', NO_HEADER, TEXT],
	['a, b, c', { options: { delimiter: ';' } }, TEXT],
	['{"success":false,"message":"x"}', { format: 'ndjson' }, FAILED],
	['{"error":"x"}\n', { name: 'ads.ndjson' }, FAILED],
	['{"statusCode":401}', { name: 'ads.jsonl' }, FAILED],
	['{\n"success": false,\n"message": "x"\n}', { format: 'csv' }, JSON_TEXT],
	['[1, 2]', { name: 'ads.csv' }, JSON_TEXT],
])('refuses %j (%j)', async (text, how, message) => {
	expect(await read(text, how)).toBe(message);
});

it.each<[string, How, unknown[]]>([
	['error\nx\n', {}, [{ error: 'x' }]],
	['error,success\nx,false\n', {}, [{ error: 'x', success: 'false' }]],
	['Service Unavailable\nyes\n', {}, [{ 'Service Unavailable': 'yes' }]],
	['id\n', {}, []],
	['id,Order ID\n', {}, []],
	['id,Order ID', {}, []],
	['id;Order ID', {}, []],
	['word', NO_HEADER, [{ 0: 'word' }]],
	['', {}, []],
	['\n\n', {}, []],
	['<DATE>,<TIME>\n1,2\n', {}, [{ '<DATE>': '1', '<TIME>': '2' }]],
	['id\n<html>', {}, [{ id: '<html>' }]],
	['[{"error":"x"},{"success":false}]', {}, [{ error: 'x' }, { success: false }]],
	['{"error":"x"}\n{"error":"y"}', {}, [{ error: 'x' }, { error: 'y' }]],
	['{"error":"x","id":1}', {}, [{ error: 'x', id: 1 }]],
	['{"success":false,"id":1}', { name: 'a.ndjson' }, [{ success: false, id: 1 }]],
	['{"data":[{"a":1}],"errors":[]}', {}, [{ a: 1 }]],
])('takes the rows of %j (%j)', async (text, how, rows) => {
	expect(await read(text, how)).toEqual(rows);
});

it('takes the rows of any table with rows, as CSV, NDJSON or JSON', async () => {
	const cell = fc.oneof(
		fc.string({ maxLength: 12 }),
		fc.constantFrom('Service Unavailable', '<html>', '</html>', 'error', '{"error":"x"}', '[]'),
	);
	// A single row as NDJSON may be taken for an answer by its columns' names alone.
	const name = cell.map((text) => `c${text.replace(/\s+$/, '')}`);
	const table = fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).chain((names) =>
		fc.tuple(
			fc.constant(names),
			fc.array(
				fc.array(
					cell.map((text) => `${text}.`),
					{ minLength: names.length, maxLength: names.length },
				),
				{
					minLength: 1,
					maxLength: 4,
				},
			),
		),
	);
	const quoted = (cells: readonly string[]) =>
		cells.map((each) => `"${each.replaceAll('"', '""')}"`).join();
	await fc.assert(
		fc.asyncProperty(table, async ([names, lists]) => {
			const rows = lists.map((list) =>
				Object.fromEntries(names.map((each, at) => [each, list[at]])),
			);
			const csv = [names, ...lists].map(quoted).join('\r\n');
			expect(await read(csv, { options: { delimiter: ',' } })).toEqual(rows);
			const lines = rows.map((row) => JSON.stringify(row));
			expect(await read(lines.join('\n'))).toEqual(rows);
			expect(await read(`[${lines.join()}]`)).toEqual(rows);
			expect(await read(`{"data":[${lines.join()}],"errors":[]}`)).toEqual(rows);
		}),
		{ numRuns: 200 },
	);
});
