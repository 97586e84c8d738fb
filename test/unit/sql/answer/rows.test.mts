import fc from 'fast-check';
import {
	addShop,
	isColumnOf,
	shopColumn,
} from '../../../../nodes/MerchantData/sql/answer/columnNaming.ts';
import { rowsAt, rowTextsAt } from '../../../../nodes/MerchantData/sql/answer/rows.ts';
import { placeAt } from '../../../../nodes/MerchantData/sql/answer/rowsField.ts';
import { findPlace } from '../../../../nodes/MerchantData/sql/answer/rowsLocation.ts';
import { createCsv } from '../../../../nodes/MerchantData/sql/files/csvWriter.ts';

/** The rows as items have them; those of files, which are read from the text, must be the same. */
function found(answer: unknown, path: string) {
	const place = path === '' ? findPlace(answer) : placeAt(answer, path);
	const made = rowsAt(answer, place);
	if (made.length < 1_000) {
		for (const indent of [0, 2]) {
			const texts = rowTextsAt(JSON.stringify(answer, null, indent), place);
			expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual(
				JSON.parse(JSON.stringify(made)),
			);
		}
	}
	return { rows: made, note: place.note };
}
const nameOfShop = (...answers: object[][]) =>
	shopColumn((name) => isColumnOf(answers as never, name));
function writeCsv(table: object[]): string {
	const csv = createCsv([...new Set(table.flatMap((row) => Object.keys(row)))]);
	return csv.header + table.map((row, index) => csv.write(JSON.stringify(row), index)).join('');
}
const extractRows = (answer: unknown, path: string) => found(answer, path).rows;

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
	['an empty object', {}, []],
	['an empty text', '', []],
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
	expect(extractRows({ data: rows }, '')).toBe(rows);
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

it('takes many rows, in each shape', () => {
	const many = Array.from({ length: 20_000 }, (_, id) => ({ id, shop: 'x', text: `row ${id}` }));
	const names = ['id', 'shop', 'text'];
	const shapes = [
		many,
		{ data: many },
		{ columns: names, rows: many.map((row) => Object.values(row)) },
		Object.fromEntries(names.map((name) => [name, many.map((row) => row[name as 'id'])])),
	];
	for (const shape of shapes) {
		const all = extractRows(shape, '');
		expect(all).toHaveLength(many.length);
		addShop(all, nameOfShop(all), 'my-shop.example');
	}
});

it.each<[string, unknown, unknown]>([
	['the first value of a list is null', { data: [null, { a: 1 }] }, [{ value: null }, { a: 1 }]],
	[
		'a single column of texts',
		[['search'], ['social']],
		[{ column_1: 'search' }, { column_1: 'social' }],
	],
	['one list of one text', { rows: [['search']] }, [{ column_1: 'search' }]],
	['a name over numbers', [['total'], [1], [null]], [{ total: 1 }, { total: null }]],
	[
		'a column that is called as one without a name',
		{ columns: ['column_2'], rows: [[1, 2]] },
		[{ column_2: 1, column_2_2: 2 }],
	],
	[
		'rows of different lengths',
		{ columns: ['a'], rows: [[1], [], [2, 3]] },
		[{ a: 1 }, {}, { a: 2, column_2: 3 }],
	],
	['a value among lists', { columns: ['a'], rows: [[1], 2] }, [{ a: 1 }, { a: 2 }]],
	['an empty list further in', { id: 1, more: { tags: [] } }, [{ id: 1, more: { tags: [] } }]],
	['an empty first list', [[], [1]], [{}, { column_1: 1 }]],
])('loses nothing of %s', (_, answer, expected) => {
	expect(extractRows(answer, '')).toEqual(expected);
});

it('makes a column of any name', () => {
	const names = ['__proto__', 'constructor', 'toString'];
	for (const answer of [
		{ columns: names, rows: [[1, 2, 3]] },
		JSON.parse('{"__proto__":[1],"constructor":[2],"toString":[3]}'),
	]) {
		const [row] = extractRows(answer, '');
		expect(Object.entries(row!)).toEqual(names.map((name, index) => [name, index + 1]));
		expect(writeCsv([{ a: 0 }, row!])).toBe(
			'a,__proto__,constructor,toString\r\n0,,,\r\n,1,2,3\r\n',
		);
	}
});

it.each<[string, unknown, string]>([
	['data.rows', { data: null, took: 3 }, '"data" is null or empty'],
	['data.rows', { data: {} }, '"data" is null or empty'],
	['data.rows', { data: [] }, '"data" is null or empty'],
	['data.rows', { data: { rows: null } }, '"data.rows" is null or empty'],
	['data.rows', { data: { rows: {} }, more: 1 }, '"data.rows" is null or empty'],
	['data.rows', { data: { rows: '' } }, '"data.rows" is null or empty'],
	['data.rows', { data: { rows: null, next: null } }, '"data.rows" is null or empty'],
	['data.rows', { data: { next: null } }, '"data" is null or empty'],
	['data.rows', {}, 'The answer is null or empty'],
	['data.rows', null, 'The answer is null or empty'],
	['data.rows', [], 'The answer is null or empty'],
	['data.rows', { rows: [], error: null }, 'The answer is null or empty'],
	['.', {}, 'The answer is null or empty'],
	['', {}, 'The answer is null or empty'],
	['', null, 'The answer is null or empty'],
	['', '', 'The answer is null or empty'],
	['', { data: null }, '"data" is null or empty'],
	['', { status: 'ok', success: true, results: null, error: null }, '"results" is null or empty'],
])('takes what is at "%s" of %j for no rows, and says why', (path, answer, what) => {
	const { rows: none, note } = found(answer, path);
	expect(none).toEqual([]);
	expect(note).toBe(`${what}, which counts as no rows`);
});

it.each<[string, unknown]>([
	['data.rows', { data: { row: [{ a: 1 }] } }],
	['data.rows', { data: { total: 0 } }],
	['data.rows', { data: 'text' }],
	['data.rows', 7],
	['data.rows', { data: [null, { rows: 1 }] }],
	['data', { took: 1 }],
])('does not take what is elsewhere than at "%s" in %j for no rows', (path, answer) => {
	expect(() => found(answer, path)).toThrow('which the answer does not have');
});

it.each<[string, unknown, string | undefined]>([
	['', { data: null, total: 5 }, 'although its "data" is empty'],
	['', { total: null }, undefined],
	['', [columns, ...lists], 'The first list, id, date, total, note, was taken as the names'],
	['', [['a', 'b']], 'The first list, a, b, was taken as the names'],
	[
		'',
		[
			Array(100)
				.fill('x')
				.map((x, index) => `${x}${index}`),
			[1],
		],
		'x21, …, was taken',
	],
	['', [['search'], ['social']], 'called column_1'],
	[
		'',
		[
			['a', 'a'],
			[1, 2],
		],
		'called column_1',
	],
	[
		'',
		{
			x: [
				['a', ''],
				['b', 'c'],
			],
		},
		'called column_1',
	],
	[
		'x',
		{
			x: [
				['a', 'b'],
				['c', 'd'],
			],
		},
		'The first list, a, b,',
	],
	['', { columns, rows: lists }, undefined],
	['', { a: [['x', 'y']], b: [['z', 'z']] }, undefined],
	['', { data: [] }, undefined],
	['', rows, undefined],
])('of what is at "%s" in %j it notes: %s', (path, answer, note) => {
	const given = found(answer, path).note;
	if (note === undefined) expect(given).toBeUndefined();
	else expect(given).toContain(note);
});

it('makes rows of whatever is answered, which CSV can hold', () => {
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
				const { rows: made } = found(answer, at);
				const isObject = (row: unknown) =>
					Object.prototype.toString.call(row) === '[object Object]';
				expect(made.every(isObject)).toBe(true);
				writeCsv(made);
			} catch (error) {
				expect(error).toMatchObject({ field: 'Rows Field' });
			}
		}),
		{ numRuns: 2_000 },
	);
});
