import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { writeCsv } from '../../nodes/MerchantData/resources/sqlQuery/csv.ts';
import { addShop, looksLikeError } from '../../nodes/MerchantData/resources/sqlQuery/rowNames.ts';
import { extractRows } from '../../nodes/MerchantData/resources/sqlQuery/rows.ts';

const rows = [
	{ id: '90071992547409931234', date: '2026-01-31', total: 1.5, note: null },
	{ id: '007', date: '2026-02-01', total: '2.50', note: 'é' },
];
const columns = ['id', 'date', 'total', 'note'];
const lists = rows.map((row) => Object.values(row));
const byColumn = {
	id: rows.map(({ id }) => id),
	date: rows.map(({ date }) => date),
	total: rows.map(({ total }) => total),
	note: rows.map(({ note }) => note),
};
const named = columns.map((name) => ({ name, type: 'STRING' }));

it.each<[string, unknown]>([
	['an array of objects', rows],
	['an object that holds one', { data: rows, rowCount: 2 }],
	['one under another name', { orders: rows, took: 5 }],
	['one that is nested', { status: 'ok', result: { meta: { pages: 1 }, records: rows } }],
	['one that is nested under unknown names', { a: { b: { c: rows } }, warnings: ['x'] }],
	['the known name before another list', { warnings: [{ text: 'slow' }], rows }],
	['columns and lists of values', { columns, rows: lists }],
	['columns as objects', { fields: named, data: lists }],
	['columns under a schema', { schema: { fields: named }, rows: lists }],
	['columns called meta', { meta: named, data: lists, statistics: { elapsed: 1 } }],
	['columns, nested', { result: { columns, values: lists } }],
	['a schema beside rows that are objects', { schema: { fields: named }, rows }],
	['lists with a header', [columns, ...lists]],
	['a list per column', byColumn],
	['a list per column, nested', { data: byColumn, took: 3 }],
])('finds the rows in %s', (_, answer) => {
	expect(extractRows(answer, '')).toEqual(rows);
});

it.each<[string, unknown, unknown]>([
	['a single object', { total: 5, note: 'x' }, [{ total: 5, note: 'x' }]],
	['a single object with a list in it', { id: 1, tags: ['a', 'b'] }, [{ id: 1, tags: ['a', 'b'] }]],
	['a single object with an empty list in it', { id: 1, tags: [] }, [{ id: 1, tags: [] }]],
	[
		'two lists that could both be rows',
		{ a: [{ x: 1 }], b: [{ y: 1 }, {}] },
		[{ a: [{ x: 1 }], b: [{ y: 1 }, {}] }],
	],
	['nothing', null, []],
	['an empty array', [], []],
	['an empty list of rows', { data: [], rowCount: 0 }, []],
	['an empty list alone', { orders: [] }, []],
	['columns without rows', { columns, rows: [] }, []],
	['columns that are empty', { date: [], total: [] }, []],
	['an empty object', {}, [{}]],
	['values instead of objects', [1, 'a', null], [{ value: 1 }, { value: 'a' }, { value: null }]],
	['a number', 7, [{ value: 7 }]],
	[
		'lists without names',
		[
			[1, 'a'],
			[2, 'b'],
		],
		[
			{ column_1: 1, column_2: 'a' },
			{ column_1: 2, column_2: 'b' },
		],
	],
	['two columns of one name', { columns: ['id', 'id'], rows: [[1, 2]] }, [{ id: 1, id_2: 2 }]],
	['more values than names', { columns: ['id'], rows: [[1, 2]] }, [{ id: 1, column_2: 2 }]],
])('makes rows of %s', (_, answer, expected) => {
	expect(extractRows(answer, '')).toEqual(expected);
});

it('gives the very objects of the answer, whose rows may be many', () => {
	const found = extractRows({ data: rows }, '');
	expect(found).toBe(rows);
});

it.each<[string, unknown, unknown]>([
	['second.list', { data: [{ no: 1 }], second: { list: rows } }, rows],
	['parts.1', { parts: [[{ no: 1 }], rows] }, rows],
	['table.cells', { table: { columns, cells: lists } }, rows],
	['cells', { header: columns, cells: lists }, rows],
	['table', { table: { columns, rows: lists }, data: [{}] }, rows],
	['.', { data: [1] }, [{ data: 1 }]],
	['.', { id: 1, items: [{ sku: 2 }] }, [{ id: 1, items: [{ sku: 2 }] }]],
	['names', { names: ['a', 'b'] }, [{ value: 'a' }, { value: 'b' }]],
	['total', { total: 5, data: rows }, [{ value: 5 }]],
	['nothing', { nothing: null, data: rows }, []],
])('takes the rows from %s', (path, answer, expected) => {
	expect(extractRows(answer, path)).toEqual(expected);
});

it.each<[string, unknown, string]>([
	['data.row', { data: { rows }, took: 1 }, 'The answer has the fields: data, data.rows, took.'],
	['data', rows, 'The answer is a list of rows itself: remove the option.'],
	['data', 5, 'The answer has no fields.'],
	['constructor', { took: 1 }, 'The answer has the fields: took.'],
])('explains that %s is not there', (path, answer, remedy) => {
	expect(() => extractRows(answer, path)).toThrow(
		expect.objectContaining({ field: 'Rows Field', remedy }),
	);
});

it('needs little time for many rows, in each shape', () => {
	const many = Array.from({ length: 200_000 }, (_, id) => ({ id, shop: 'x', text: `row ${id}` }));
	const names = ['id', 'shop', 'text'];
	const shapes = [
		many,
		{ data: many },
		{ columns: names, rows: many.map((row) => Object.values(row)) },
		Object.fromEntries(names.map((name) => [name, many.map((row) => row[name as 'id'])])),
	];
	const started = performance.now();
	for (const shape of shapes) {
		const found = extractRows(shape, '');
		expect(found).toHaveLength(many.length);
		addShop(found, 'my-shop.example');
	}
	expect(performance.now() - started).toBeLessThan(3_000);
});

it.each<[object[], string]>([
	[[{ a: 1 }], 'shop'],
	[[{ a: 1 }, { shop: null }], 'shopDomain'],
	[[{ shop: 1 }, { shopDomain: 2 }], 'shop_1'],
	[[{ shop: 1, shopDomain: 2, shop_1: 3, shop_3: 3 }], 'shop_2'],
])('adds the shop to %j as %s, to all rows alike', (found, name) => {
	const before = structuredClone(found);
	addShop(found as never, 'my-shop.example');
	expect(found).toEqual(before.map((row) => ({ ...row, [name]: 'my-shop.example' })));
});

it.each<[object, boolean]>([
	[{ error: 'x' }, true],
	[{ error: null }, true],
	[{ error: 'x', message: 'y' }, true],
	[{ error: 'x', message: 'y', details: 'z' }, true],
	[{ error: 'x', count: 1 }, false],
	[{ message: 'x' }, false],
	[{}, false],
])('%j looks like an error: %p', (row, expected) => {
	expect(looksLikeError(row as never)).toBe(expected);
});

it('writes CSV as RFC 4180 has it', () => {
	const csv = writeCsv([
		{ id: 1, 'name, full': 'Doe, "J.D." Jane', note: 'two\r\nlines' },
		{ id: 2n as never, extra: { a: [1] }, note: null },
	]);
	expect(csv).toBe(
		'id,"name, full",note,extra\r\n1,"Doe, ""J.D."" Jane","two\r\nlines",\r\n2,,,"{""a"":[1]}"\r\n',
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
