import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createCsv } from '../../../../nodes/MerchantData/sql/files/csvWriter.ts';

function writeCsv(table: object[]): string {
	const csv = createCsv([...new Set(table.flatMap((row) => Object.keys(row)))]);
	return csv.header + table.map((row, index) => csv.write(JSON.stringify(row), index)).join('');
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

it('writes a text of any length', () => {
	const row = `{"a":"${'\\"'.repeat(5_000_000)}"}`;
	expect(createCsv(['a']).write(row, 1)).toHaveLength(10_000_000 + '""\r\n'.length);
});

it.each<[string, string, string]>([
	['with blanks', '{ "a" : 12.50 ,\n\t"b":"x, y" }', '12.50,"x, y"'],
	['with escapes', '{"a":"1 \\"2\\" \\u00e9","b":"\\\\"}', '"1 ""2"" é",\\'],
	['with a name that is escaped', '{"\\u0061":1,"b":2}', '1,2'],
	['in another order', '{"b":1,"a":2}', '2,1'],
	['without a column', '{"b":1}', ',1'],
	['with a column twice', '{"a":1,"b":2,"a":3}', '3,2'],
	['with what is no text and no number', '{"a":null,"b":true}', ',true'],
	['with a list', '{"a":[1, "x"],"b":-1e-7}', '"[1, ""x""]",-1e-7'],
])('writes a row %s', (_, json, line) => {
	expect(createCsv(['a', 'b']).write(json, 1)).toBe(`${line}\r\n`);
});

it.each([1, 300])('writes %i columns, whatever their names are', (count) => {
	const names = Array.from({ length: count }, (_, index) => `a.b*(${index})[$^\\|/é`);
	const row = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])));
	expect(createCsv(names).write(row, 1)).toBe(`${[...names.keys()].join()}\r\n`);
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
