import { addColumn, rowsOfAnswer } from '../../../../nodes/MerchantData/sql/answer/rows.ts';

/** The rows of an answer, and what there is to know of them. */
function read(answer: unknown, rowsField = '') {
	const notes: string[] = [];
	const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
	return { rows: rowsOfAnswer(text, rowsField, notes), notes };
}

const rows = [
	{ id: '90071992547409931234', date: '2026-01-31', total: 1.5, note: null },
	{ id: '007', date: '2026-02-01', more: [{ tags: {} }], note: 'é' },
];

it.each<[string, unknown]>([
	['an array of objects', rows],
	['an object that holds one', { data: rows, rowCount: 2 }],
	['what is documented', { success: true, message: 'The query was executed.', data: rows }],
	['one under another name', { orders: rows, took: 5 }],
	['one that is nested', { status: 'ok', result: { meta: { pages: 1 }, records: rows } }],
	['one beside lists of values', { warnings: ['x'], rows, columns: [['id'], 'date'] }],
	['one beside an empty list', { data: [], items: rows }],
])('finds the rows in %s', (_, answer) => {
	expect(read(answer)).toEqual({ rows, notes: [] });
});

it.each<unknown>([[], { data: [] }, { result: { rows: [] }, took: 3, tags: ['a'] }, '', ' \r\n'])(
	'finds no rows in %j',
	(answer) => {
		expect(read(answer)).toEqual({ rows: [], notes: [] });
	},
);

it.each<[answer: unknown, what: string]>([
	[{ total: 5, note: 'x' }, 'an object with the fields: total, note'],
	[{ id: [1, 2], name: ['a', 'b'] }, 'an object with the fields: id, name'],
	[{ columns: ['id'], rows: [[1], [2]] }, 'an object with the fields: columns, rows'],
	[{ a: { b: { c: rows } } }, 'an object with the fields: a'],
	[{ data: null }, 'an object with the fields: data'],
	[{ data: [null, { a: 1 }] }, 'an object with the fields: data'],
	[{}, 'an empty object'],
	['null', 'null'],
	['15', '15'],
	[`"${'x'.repeat(300)}"`, `"${'x'.repeat(199)}`],
])('makes no rows of %j', (answer, what) => {
	expect(() => read(answer)).toThrow(
		expect.objectContaining({
			name: 'BadAnswer',
			message: `The answer has no list of rows: it is ${what}`,
			description: expect.stringMatching(/"Rows Field".*"Simplify"/) as string,
		}),
	);
});

it.each<[answer: unknown, number: number, what: string]>([
	[[1, 'a'], 1, '1'],
	[[{}, null], 2, 'null'],
	[[{}, [{}]], 2, '[{}]'],
	[{ data: [{}, {}, 'x'.repeat(300)] }, 3, `"${'x'.repeat(199)}`],
])('makes no row of an entry of %j', (answer, number, what) => {
	expect(() => read(answer)).toThrow(
		expect.objectContaining({
			name: 'BadAnswer',
			message: `Row ${number} of the answer is not an object with named columns: ${what}`,
			description: expect.stringMatching(/"Rows Field".*"Simplify"/) as string,
		}),
	);
});

it.each<[unknown, string]>([
	[{ a: [{ x: 1 }], b: [{ y: 1 }, {}] }, '"a" and "b"'],
	[{ data: [{ x: 1 }], page: { rows: [{ y: 1 }] } }, '"data" and "page.rows"'],
])('asks which list is meant in %j', (answer, lists) => {
	expect(() => read(answer)).toThrow(
		expect.objectContaining({
			name: 'InvalidValue',
			message: `"Rows Field" is empty, and the answer has more than one list that could be its rows: ${lists}`,
			remedy: 'Set it to the one that is meant.',
		}),
	);
});

describe('"Rows Field"', () => {
	it.each<[string, unknown, unknown]>([
		['second.list', { data: [{ no: 1 }], second: { list: rows } }, rows],
		['a.b.c', { a: { b: { c: rows } } }, rows],
		['a', { a: [], b: rows }, []],
		['nothing', { nothing: null, data: rows }, []],
		['data.rows', { data: null, took: 3 }, []],
		['data.rows', { data: { rows: null } }, []],
		['constructor', JSON.parse('{"constructor":[{}]}'), [{}]],
	])('takes the rows from %s', (path, answer, expected) => {
		expect(read(answer, path).rows).toEqual(expected);
	});

	it.each<[string, unknown, string]>([
		[
			'data.row',
			{ data: { rows }, took: 1 },
			'The answer is an object with the fields: data, took.',
		],
		['data', [{}], 'The answer is the list [{}].'],
		['.', { a: 1 }, 'The answer is an object with the fields: a.'],
		['constructor', { took: 1 }, 'The answer is an object with the fields: took.'],
		['parts.0', { parts: [rows] }, 'The answer is an object with the fields: parts.'],
		['data.rows', {}, 'The answer is an empty object.'],
		[
			'rows',
			Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 1])),
			`The answer is an object with the fields: ${Array.from({ length: 30 }, (_, index) => `f${index}`).join(', ')}.`,
		],
	])('that is "%s" is refused where it is not there', (path, answer, remedy) => {
		expect(() => read(answer, path)).toThrow(
			expect.objectContaining({
				message: `"Rows Field" is "${path}", which the answer does not have`,
				remedy,
			}),
		);
	});

	it.each<[string, unknown, string]>([
		['data', { data: { rows } }, 'It is an object with the fields: rows.'],
		['data.total', { data: { total: 5 } }, 'It is 5.'],
	])('that is "%s" is refused where it is no list', (path, answer, remedy) => {
		expect(() => read(answer, path)).toThrow(
			expect.objectContaining({
				name: 'InvalidValue',
				message: `"Rows Field" is "${path}", which is no list in the answer`,
				remedy,
			}),
		);
	});

	it('may name a list whose entries are no rows', () => {
		expect(() => read({ names: ['a'], data: rows }, 'names')).toThrow(
			'Row 1 of the answer is not an object with named columns: "a"',
		);
	});
});

describe('an answer which says that something failed', () => {
	it.each<[unknown, string]>([
		[{ error: 'asleep' }, 'asleep'],
		[{ success: false, message: 'no such table' }, 'no such table'],
		[{ success: false, message: 'none', data: [] }, 'none'],
		[{ errors: [{ message: 'asleep' }] }, 'asleep'],
	])('and nothing else is an error: %j', (answer, said) => {
		for (const rowsField of ['', 'data'])
			expect(() => read(answer, rowsField)).toThrow(
				expect.objectContaining({
					name: 'BadAnswer',
					message: `The answer says that the query failed: ${said}`,
					description: expect.stringContaining('"Simplify"') as string,
				}),
			);
	});

	it('gives its rows, and a note', () => {
		const notes = [expect.stringMatching(/^The answer reports an error beside its rows/)];
		expect(read({ error: 'masked', data: rows })).toEqual({ rows, notes });
		expect(read({ data: rows, errors: [{ message: 'masked' }] })).toEqual({ rows, notes });
	});
});

it('notes that there are more rows', () => {
	const notes = [expect.stringContaining('there are more rows than it has ("hasMore")')];
	expect(read({ data: rows, hasMore: true })).toEqual({ rows, notes });
	expect(read([{ hasMore: true }])).toEqual({ rows: [{ hasMore: true }], notes: [] });
	expect(read({ data: [{ hasMore: true }] }).notes).toEqual([]);
});

it('a column is added, but none is replaced', () => {
	const row = { a: 1 };
	addColumn(row, 'shop', 'x', 'Include Shop');
	expect(row).toEqual({ a: 1, shop: 'x' });
	expect(() => addColumn(row, 'a', 'x', 'Include Shop')).toThrow(
		'"Include Shop" adds the column "a", and the answer has one of that name',
	);
});
