import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { markedNumbers } from '../../../../nodes/MerchantData/sql/answer/digits.ts';
import type { Row } from '../../../../nodes/MerchantData/sql/answer/rows.ts';
import { csvHeader, csvLine } from '../../../../nodes/MerchantData/sql/files/csv.ts';

function writeCsv(table: object[]): string {
	const columns = [...new Set(table.flatMap((row) => Object.keys(row)))];
	return csvHeader(columns) + table.map((row) => csvLine(columns, row as Row)).join('');
}

it('writes CSV as RFC 4180 has it', () => {
	const csv = writeCsv([
		{ id: 1, 'name, full': 'Doe, "J.D." Jane', note: 'two\r\nlines' },
		{ id: 2, extra: { a: [1] }, note: null },
	]);
	expect(csv).toBe(
		'id,"name, full",note,extra\r\n1,"Doe, ""J.D."" Jane","two\r\nlines",\r\n2,,,"{""a"":[1]}"\r\n',
	);
});

it.each<[string, string, string]>([
	['with blanks', '{ "a" : 12.50 ,\n\t"b":"x, y" }', '12.50,"x, y"'],
	['with escapes', '{"a":"1 \\"2\\" \\u00e9","b":"\\\\"}', '"1 ""2"" é",\\'],
	['in another order', '{"b":1,"a":2}', '2,1'],
	['without a column', '{"b":1}', ',1'],
	['with what is no text and no number', '{"a":null,"b":true}', ',true'],
	['with a list', '{"a":[1.0, "x"],"b":-1e-7}', '"[1.0,""x""]",-1e-7'],
])('writes a row %s', (_, json, line) => {
	const row = JSON.parse(markedNumbers(json)) as Row;
	expect(csvLine(['a', 'b'], row)).toBe(`${line}\r\n`);
});

it('takes no column from what every object has', () => {
	const row = JSON.parse('{"__proto__":1,"constructor":2}') as Row;
	expect(csvLine(['__proto__', 'constructor', 'toString'], row)).toBe('1,2,\r\n');
});

it.each<[string, object[]]>([
	['a\r\n""\r\n""\r\n1\r\n', [{ a: null }, { a: '' }, { a: 1 }]],
	['""\r\n""\r\nx\r\n', [{ '': null }, { '': 'x' }]],
	['a,b\r\n,\r\n', [{ a: null, b: '' }]],
	['a\r\n""\r\n1\r\n', [{}, { a: 1 }]],
])('writes no blank line: %j', (csv, table) => {
	expect(writeCsv(table)).toBe(csv);
});

it('writes a single column that another reader reads back, empty rows too', () => {
	const text = fc.string({ unit: fc.constantFrom('a', '"', '\n', ' '), maxLength: 3 });
	fc.assert(
		fc.property(fc.array(fc.record({ one: text }), { minLength: 1 }), (table) => {
			const options = { columns: true, record_delimiter: '\r\n', skip_empty_lines: true } as const;
			expect(parse(writeCsv(table), options)).toEqual(table.map((row) => ({ ...row })));
		}),
	);
});

it('writes CSV that another reader reads back, whatever the texts are', () => {
	const text = fc.string({ unit: fc.constantFrom('a', 'é', '山', ',', '"', '\r', '\n', ' ', ';') });
	fc.assert(
		fc.property(fc.array(fc.record({ one: text, two: text }), { minLength: 1 }), (table) => {
			const read: unknown = parse(writeCsv(table), { columns: true, record_delimiter: '\r\n' });
			expect(read).toEqual(table.map((row) => ({ ...row })));
		}),
	);
});
