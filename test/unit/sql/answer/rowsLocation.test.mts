import { byColumn, columns, extractRows, found, lists, named, rows } from './answers.mts';

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
	['the first value of a list is null', { data: [null, { a: 1 }] }, [{ value: null }, { a: 1 }]],
	['an empty list further in', { id: 1, more: { tags: [] } }, [{ id: 1, more: { tags: [] } }]],
])('makes rows of %s', (_, answer, expected) => {
	expect(extractRows(answer, '')).toEqual(expected);
});

it.each<[string, unknown, string]>([
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

it.each<[string, unknown, string | undefined]>([
	['', { data: null, total: 5 }, 'although its "data" is empty'],
	['', { total: null }, undefined],
	['', { data: [] }, undefined],
	['', rows, undefined],
])('of what is at "%s" in %j it notes: %s', (path, answer, note) => {
	const given = found(answer, path).note;
	if (note === undefined) expect(given).toBeUndefined();
	else expect(given).toContain(note);
});

describe('columns of different lengths', () => {
	it.each<[string, unknown, string]>([
		['in the answer', { date: ['a', 'b'], total: [1] }, 'date: 2,total: 1'],
		['further in', { data: { date: [], total: [1] } }, 'date: 0,total: 1'],
	])('are refused %s, because no rows can be made of them', (_, answer, lengths) => {
		expect(() => extractRows(answer, '')).toThrow(
			expect.objectContaining({
				message: `"Rows Field" is empty, and the columns of the answer have different lengths (${lengths})`,
				remedy: expect.stringContaining('Set it to the list that has the rows') as string,
			}),
		);
	});

	it('names as many as a message can show', () => {
		const answer = Object.fromEntries(
			Array.from({ length: 60 }, (_, index) => [`column${index}`, Array(index).fill(0)]),
		);
		const cut = /lengths \(column0: 0,column1: 1,.{78}\)$/;
		expect(() => extractRows(answer, '')).toThrow(cut);
	});

	it('are a row where something else stands beside them', () => {
		const answer = { date: ['a', 'b'], total: [1], took: 3 };
		expect(extractRows(answer, '')).toEqual([answer]);
	});
});
