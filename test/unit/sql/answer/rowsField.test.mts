import { columns, extractRows, found, lists, rows } from './answers.mts';

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

it('refuses columns of different lengths, unless the answer itself is the row', () => {
	const uneven = { date: ['a', 'b'], total: [1] };
	expect(() => extractRows({ table: uneven }, 'table')).toThrow(
		'"Rows Field" is "table", but the columns of the answer have different lengths (date: 2,total: 1)',
	);
	expect(extractRows(uneven, '.')).toEqual([uneven]);
	// Only what stands there is looked at.
	expect(extractRows({ table: { data: uneven } }, 'table')).toEqual([{ data: uneven }]);
});

it('names no more than thirty fields', () => {
	const answer = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 1]));
	expect(() => extractRows(answer, 'rows')).toThrow(
		expect.objectContaining({ remedy: expect.stringMatching(/f28, f29\.$/) as string }),
	);
});
