import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { SqlRow } from '../../../nodes/MerchantData/sql/rows.ts';
import { RowFile } from '../../../nodes/MerchantData/sql/rowFile.ts';
import type { SqlInput } from '../../../nodes/MerchantData/sql/request.ts';

async function written(
	rows: string[] | string[][],
	format: 'csv' | 'ndjson' = 'ndjson',
	limit = Infinity,
	form: Partial<SqlInput> = {},
) {
	const all = { format, delimiter: ',', byteOrderMark: false, limit, ...form } as SqlInput;
	const left = rows.map((batch) => [batch].flat().map((json) => JSON.parse(json) as SqlRow));
	const file = (await RowFile.begin(async () => await Promise.resolve(left.shift()), all))!;
	let text = '';
	for await (const part of file.parts()) text += Buffer.from(part).toString();
	return { text, rows: file.rows };
}

const many = (count: number) => Array<string>(count).fill('{"a":1}');

it('writes rows as they come, in any batches', async () => {
	const lines = '{"a":1}\n'.repeat(2_500);
	for (const rows of [many(2_500), [many(1_500), [], many(1_000)]])
		expect(await written(rows)).toEqual({ text: lines, rows: 2_500 });
});

it.each([1, 4, 5, 6])('writes %i rows at most', async (limit) => {
	const rows = Math.min(limit, 5);
	for (const batches of [many(5), [many(5)]])
		expect(await written(batches, 'ndjson', limit)).toMatchObject({ rows });
	const late = await written([...many(1_000), ...many(rows)], 'ndjson', 1_000 + limit);
	expect(late).toMatchObject({ rows: 1_000 + rows });
});

it('takes the columns from the first 1,000 rows', async () => {
	const late = (count: number) => [...many(count), '{"a":1,"b\\"c":2}'];
	expect((await written(late(999), 'csv')).text).toMatch(/^a,"b""c"\r\n/);
	for (const rows of [late(1_000), [late(1_000)]]) {
		await expect(written(rows, 'csv')).rejects.toThrow(
			'Row 1001 of the answer has the column "b"c", which none of its first rows has',
		);
	}
	expect((await written(late(1_000))).text).toMatch(/"b\\"c":2}\n$/);
});

async function csvOf(rows: readonly unknown[]) {
	const lines = rows.map((row) => JSON.stringify(row));
	return (await written(lines, 'csv')).text;
}

it.each<[string, string, string]>([
	['with blanks', '{ "a" : 12.5 ,\n\t"b":"x, y" }', '12.5,"x, y"'],
	['with escapes', '{"a":"1 \\"2\\" \\u00e9","b":"\\\\"}', '"1 ""2"" é",\\'],
	['in another order', '{"b":1,"a":2}', '2,1'],
	['without a column', '{"b":1}', ',1'],
	['with null and true', '{"a":null,"b":true}', ',true'],
	// Excel runs it: the guide says how to open such a file.
	['with formulas, as they are', '{"a":"=SUM(A1)","b":"@SUM(A1)"}', '=SUM(A1),@SUM(A1)'],
	['with lists and objects', '{"a":[1.5, "x"],"b":{"c":[1]}}', '"[1.5,""x""]","{""c"":[1]}"'],
])('writes a row %s', async (_, json, line) => {
	const csv = await written(['{"a":0,"b":0}', json], 'csv');
	expect(csv.text).toBe(`a,b\r\n0,0\r\n${line}\r\n`);
});

it.each<[Partial<SqlInput>, string]>([
	[{ delimiter: ';' }, 'a;"b;c"\r\n1,5;"x;y"\r\n1.5;2,5\r\n'],
	[{ delimiter: '\t' }, 'a\tb;c\r\n1,5\tx;y\r\n1.5\t2,5\r\n'],
	[{ delimiter: '.' }, 'a.b;c\r\n1,5.x;y\r\n"1.5".2,5\r\n'],
	[{ delimiter: ';', decimalSeparator: 'comma' }, 'a;"b;c"\r\n1,5;"x;y"\r\n1,5;2,5\r\n'],
	[{ decimalSeparator: 'comma' }, 'a,b;c\r\n"1,5",x;y\r\n"1,5","2,5"\r\n'],
	[{ byteOrderMark: true }, '\uFEFFa,b;c\r\n"1,5",x;y\r\n1.5,"2,5"\r\n'],
])('writes CSV with %j', async (form, csv) => {
	const rows = ['{"a":"1,5","b;c":"x;y"}', '{"a":1.5,"b;c":"2,5"}'];
	expect((await written(rows, 'csv', Infinity, form)).text).toBe(csv);
	expect((await written(rows, 'ndjson', Infinity, form)).text).toBe(`${rows.join('\n')}\n`);
});

it.each<[number | string | object, string]>([
	[-0.345, '-0,345'],
	[1.5e-7, '1,5e-7'],
	['12.5', '12.5'],
	[[1.5], '[1.5]'],
])('writes %j with a decimal comma as %s', async (a, cell) => {
	const form = { decimalSeparator: 'comma', delimiter: ';' } as const;
	const { text } = await written([JSON.stringify({ a })], 'csv', Infinity, form);
	expect(text).toBe(`a\r\n${cell}\r\n`);
});

it.each<[string, object[]]>([
	['""\r\n""\r\nx\r\n', [{ '': null }, { '': 'x' }]],
	// It takes no column from what every object has.
	['constructor,toString\r\n2,\r\n,3\r\n', [{ constructor: 2 }, { toString: 3 }]],
])('writes no blank line: %j', async (csv, table) => {
	expect(await csvOf(table)).toBe(csv);
});

it('writes any texts as CSV that csv-parse reads back', async () => {
	const text = fc.string({ unit: fc.constantFrom('a', 'é', '山', ',', '"', '\r', '\n', ' ', ';') });
	const table = fc.oneof(
		fc.array(fc.record({ one: text }), { minLength: 1 }),
		fc.array(fc.record({ one: text, two: text }), { minLength: 1 }),
	);
	await fc.assert(
		fc.asyncProperty(table, async (rows) => {
			const form = { columns: true, skip_empty_lines: true, record_delimiter: '\r\n' };
			const read: unknown = parse(await csvOf(rows), form);
			expect(read).toEqual(rows.map((each) => ({ ...each })));
		}),
	);
});
