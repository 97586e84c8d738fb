import fc from 'fast-check';
import { findRows } from '../../../../nodes/MerchantData/sql/answer/rows.ts';

const extractRows = (answer: unknown, path = '') => findRows(answer, path).rows;

const rows = [
	{ id: '90071992547409931234', date: '2026-01-31', total: 1.5, note: null },
	{ id: '007', date: '2026-02-01', total: '2.50', note: 'é' },
];
const columns = ['id', 'date', 'total', 'note'] as const;
const lists = rows.map((row) => Object.values(row));
const byColumn = Object.fromEntries(columns.map((name) => [name, rows.map((row) => row[name])]));
const named = columns.map((name) => ({ name, type: 'STRING' }));

it.each<[string, unknown]>([
	['an array of objects', rows],
	['an object that holds one', { data: rows, rowCount: 2 }],
	['one under another name', { orders: rows, took: 5 }],
	['one that is nested', { status: 'ok', result: { meta: { pages: 1 }, records: rows } }],
	['one that is nested under unknown names', { a: { b: { c: rows } }, warnings: ['x'] }],
	['the known name before another list', { warnings: [{ text: 'slow' }], rows }],
	['the full list before an empty one', { data: [], items: rows }],
	['columns and lists of values', { columns, rows: lists }],
	['columns as objects', { columns: named, data: lists }],
	['columns that are described beside rows', { columns: named, rows }],
	['a list per column', byColumn],
	['a list per column, nested', { data: byColumn, took: 3 }],
])('finds the rows in %s', (_, answer) => {
	expect(extractRows(answer)).toEqual(rows);
});

it.each<[string, unknown, unknown]>([
	['a single object', { total: 5, note: 'x' }, [{ total: 5, note: 'x' }]],
	['a single object with a list in it', { id: 1, tags: ['a', 'b'] }, [{ id: 1, tags: ['a', 'b'] }]],
	['a single object of nothing', { total: null }, [{ total: null }]],
	['lists of different lengths', { a: ['x', 'y'], b: [1] }, [{ a: ['x', 'y'], b: [1] }]],
	['nothing', null, []],
	['an empty array', [], []],
	['an empty list of rows beside others', { data: [], schema: [{ name: 'a' }] }, []],
	['an empty list alone', { orders: [] }, []],
	['columns without rows', { columns, rows: [] }, []],
	['columns that are empty', { date: [], total: [] }, []],
	['an empty object', {}, []],
	['an empty text', '', []],
	['values instead of objects', [1, 'a', null], [{ value: 1 }, { value: 'a' }, { value: null }]],
	['the first value of a list is null', { data: [null, { a: 1 }] }, [{ value: null }, { a: 1 }]],
	['a list of lists further in', { id: 1, area: [[1, 2]] }, [{ id: 1, area: [[1, 2]] }]],
	['lists without names in a field', { data: [[1], [2]] }, [{ value: [1] }, { value: [2] }]],
	['an empty list further in', { id: 1, more: { tags: [] } }, [{ id: 1, more: { tags: [] } }]],
	['two columns of one name', { columns: ['id', 'id'], rows: [[1, 2]] }, [{ id: 1, id_2: 2 }]],
	[
		'three, of which one has the name of another',
		{ columns: ['id', 'id', 'id_2'], rows: [[1, 2, 3]] },
		[{ id: 1, id_3: 2, id_2: 3 }],
	],
	[
		'more values than names, and fewer',
		{ columns: ['a', 'b'], rows: [[1, 2, 3], [], 4] },
		[{ a: 1, b: 2, column_3: 3 }, {}, { a: 4 }],
	],
])('makes rows of %s', (_, answer, expected) => {
	expect(extractRows(answer)).toEqual(expected);
});

it.each<[unknown, string]>([
	[{ a: [{ x: 1 }], b: [{ y: 1 }, {}] }, '"a" and "b"'],
	[{ data: [{ x: 1 }], page: { rows: [{ y: 1 }] } }, '"data" and "page.rows"'],
])('asks which list is meant in %j', (answer, lists) => {
	expect(() => extractRows(answer)).toThrow(
		expect.objectContaining({
			message: `"Rows Field" is empty, and the answer has more than one list that could be its rows: ${lists}`,
			remedy: expect.stringContaining('a single dot') as string,
		}),
	);
});

it.each<[string, unknown]>([
	['', {}],
	['', null],
	['', ''],
	['', { data: null, total: 5 }],
	['', { status: 'ok', success: true, results: null, error: null }],
	['', { result: { rows: null } }],
	['data.rows', { data: null, took: 3 }],
	['data.rows', { data: { rows: null } }],
	['data.rows', { data: { rows: {} }, more: 1 }],
	['data.rows', { data: { next: null } }],
	['data.rows', {}],
	['data.rows', { rows: [], error: null }],
	['.', {}],
])('takes what is at "%s" of %j for no rows', (path, answer) => {
	expect(findRows(answer, path).rows).toEqual([]);
});

describe('"Rows Field"', () => {
	it.each<[string, unknown, unknown]>([
		['second.list', { data: [{ no: 1 }], second: { list: rows } }, rows],
		['parts.1', { parts: [[{ no: 1 }], rows] }, rows],
		['table.cells', { table: { columns, cells: lists } }, rows],
		['table', { table: byColumn, data: [{}] }, rows],
		['one', { one: { a: 1, b: [{}] }, data: rows }, [{ a: 1, b: [{}] }]],
		['.', { id: 1, items: [{ sku: 2 }] }, [{ id: 1, items: [{ sku: 2 }] }]],
		['.', rows, rows],
		['names', { names: ['a', 'b'] }, [{ value: 'a' }, { value: 'b' }]],
		['total', { total: 0, data: rows }, [{ value: 0 }]],
		['nothing', { nothing: null, data: rows }, []],
	])('takes the rows from %s', (path, answer, expected) => {
		expect(extractRows(answer, path)).toEqual(expected);
	});

	it.each<[string, unknown, string]>([
		['data.row', { data: { rows }, took: 1 }, 'The answer has the fields: data, took.'],
		['data', rows, 'The answer has no fields.'],
		['constructor', { took: 1 }, 'The answer has the fields: took.'],
		['data.rows', { data: { total: 0 } }, 'The answer has the fields: data.'],
		[
			'rows',
			Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 1])),
			`The answer has the fields: ${Array.from({ length: 30 }, (_, index) => `f${index}`).join(', ')}.`,
		],
	])('that is %s is refused where it is not there', (path, answer, remedy) => {
		expect(() => extractRows(answer, path)).toThrow(
			expect.objectContaining({
				message: `"Rows Field" is "${path}", which the answer does not have`,
				remedy,
			}),
		);
	});
});

it('gives the very objects of the answer, whose rows may be many', () => {
	expect(extractRows({ data: rows })).toBe(rows);
});

it('makes a column of any name', () => {
	const names = ['__proto__', 'constructor', 'toString'];
	for (const answer of [
		{ columns: names, rows: [[1, 2, 3]] },
		JSON.parse('{"__proto__":[1],"constructor":[2],"toString":[3]}'),
	]) {
		const [row] = extractRows(answer);
		expect(Object.entries(row!)).toEqual(names.map((name, index) => [name, index + 1]));
	}
});

it('makes rows of whatever is answered', () => {
	const path = fc.constantFrom('', '.', 'data', 'data.rows', '0');
	const key = fc.constantFrom('data', 'rows', 'columns', 'meta', 'error', 'a', '__proto__');
	const { tree } = fc.letrec((tie) => ({
		tree: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), tie('list'), tie('fields')),
		list: fc.array(tie('tree'), { maxLength: 3 }),
		fields: fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
	}));
	fc.assert(
		fc.property(tree, path, (answer, at) => {
			try {
				const found = findRows(answer, at);
				const isObject = (row: unknown) =>
					Object.prototype.toString.call(row) === '[object Object]';
				expect(found.rows.every(isObject)).toBe(true);
				const list = found.path.reduce<unknown>((value, name) => Object(value)[name], answer);
				if (found.isList) expect(list).toHaveLength(found.rows.length);
			} catch (error) {
				expect(error).toMatchObject({ name: 'InvalidValue' });
			}
		}),
		{ numRuns: 2_000 },
	);
});
