import { RowReader } from '../../../../nodes/MerchantData/sql/answer/rowReader.ts';
import { addColumn, MORE_ROWS, notJson } from '../../../../nodes/MerchantData/sql/answer/rows.ts';

/** The rows of an answer, and what there is to know of them. */
function read(answer: unknown, rowsField = '') {
	const notes: string[] = [];
	const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
	return { rows: new RowReader(rowsField, notes).read(text, true), notes };
}

const rows = [
	{ id: '90071992547409931234', date: '2026-01-31', total: 1.5, note: null },
	{ id: '007', date: '2026-02-01', more: [{ tags: {} }], note: 'é' },
];

it.each<[string, unknown]>([
	['an array of objects', rows],
	['what is documented', { success: true, message: 'The query was executed.', data: rows }],
	['one that is nested', { status: 'ok', result: { meta: { pages: 1 }, records: rows } }],
	['one beside lists of values', { warnings: ['x'], rows, columns: [['id'], 'date'] }],
])('finds the rows in %s', (_, answer) => {
	expect(read(answer)).toEqual({ rows, notes: [] });
});

it.each<unknown>([[], { result: { rows: [] }, took: 3, tags: ['a'] }, ''])(
	'finds no rows in %j',
	(answer) => {
		expect(read(answer)).toEqual({ rows: [], notes: [] });
	},
);

it.each<unknown>([
	{ total: 5, note: 'x' },
	{ id: [1, 2], name: ['a', 'b'] },
	{ a: { b: { c: rows } } },
	{ data: [null, { a: 1 }] },
	'null',
	'15',
	`"${'x'.repeat(300)}"`,
])('makes no rows of %j', (answer) => {
	const begins = (typeof answer === 'string' ? answer : JSON.stringify(answer)).slice(0, 200);
	expect(() => read(answer)).toThrow(
		expect.objectContaining({
			name: 'BadAnswer',
			message: 'The answer has no list of rows',
			description: expect.stringContaining(`It begins: ${begins}. Rows are a list`) as string,
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
	[{ data: [{ x: 1 }], page: { rows: [{ y: 1 }] } }, '"data" and "page.rows"'],
])('asks which list is meant in %j', (answer, lists) => {
	expect(() => read(answer)).toThrow(
		expect.objectContaining({
			name: 'InvalidValue',
			message: `"Rows Field" must say which list of the answer has the rows: ${lists}`,
			remedy: 'Set it to the one that is meant.',
		}),
	);
});

describe('"Rows Field"', () => {
	it.each<[string, unknown, unknown]>([
		['a.b.c', { a: { b: { c: rows } } }, rows],
		['a', { a: [], b: rows }, []],
		['constructor', JSON.parse('{"constructor":[{}]}'), [{}]],
	])('takes the rows from %s', (path, answer, expected) => {
		expect(read(answer, path).rows).toEqual(expected);
	});

	it.each<[string, unknown]>([
		['data', [{}]],
		['.', { a: 1 }],
		['parts.0', { parts: [rows] }],
	])('that is "%s" is refused if there is no list: %j', (path, answer) => {
		expect(() => read(answer, path)).toThrow(
			expect.objectContaining({
				name: 'InvalidValue',
				message: `"Rows Field" is "${path}", which is no list in the answer`,
				remedy: `It begins: ${JSON.stringify(answer).slice(0, 200)}.`,
			}),
		);
	});

	it('may name a list whose entries are no rows', () => {
		expect(() => read({ names: ['a'], data: rows }, 'names')).toThrow(
			'Row 1 of the answer is not an object with named columns: "a"',
		);
	});
});

it.each<[unknown, string]>([
	[{ error: 'asleep' }, 'asleep'],
	[{ success: false, message: 'none', data: [] }, 'none'],
	[{ error: 'masked', data: rows }, 'masked'],
	[{ data: rows, errors: [{ message: 'masked' }] }, 'masked'],
])(
	'an answer that says that something failed is an error, whatever rows it has: %j',
	(answer, said) => {
		for (const rowsField of ['', 'data'])
			expect(() => read(answer, rowsField)).toThrow(
				expect.objectContaining({
					name: 'BadAnswer',
					message: `The answer says that the query failed: ${said}`,
					description: expect.stringContaining('"Simplify"') as string,
				}),
			);
	},
);

it.each<[string, string, string]>([
	[`<html>${'x'.repeat(300)}`, 'is not JSON', `It reads: <html>${'x'.repeat(194)}`],
	['[{"a":1},', 'is cut off, or its JSON is broken', 'split the period'],
	['\uFEFF {"a":', 'is cut off, or its JSON is broken', 'split the period'],
])('says of %s what it is instead of an answer', (text, message, description) => {
	expect(notJson(text)).toMatchObject({
		name: 'BadAnswer',
		message: expect.stringContaining(message) as string,
		description: expect.stringContaining(description) as string,
	});
});

describe('rows that are missing', () => {
	it.each(['hasMore', 'has_more', 'nextCursor', 'next_cursor', 'nextPageToken', 'truncated'])(
		'are noted for %s around the rows',
		(name) => {
			for (const answer of [
				{ data: rows, [name]: true },
				{ result: { rows }, [name]: 'x' },
			]) {
				const note = expect.stringContaining(`${MORE_ROWS} ("${name}"): split`) as string;
				expect(read(answer)).toEqual({ rows: expect.any(Array), notes: [note] });
			}
		},
	);

	it.each<unknown>([
		{ data: [{ hasMore: true }] },
		[{ hasMore: true }],
		...[false, null, '', 'false', 0, [{}], { a: 1 }].map((hasMore) => ({ data: rows, hasMore })),
		...['next', 'morning', 'hasMoreover', 'untruncated'].map((name) => ({
			data: rows,
			[name]: true,
		})),
	])('are not in %j', (answer) =>
		expect(read(answer, Array.isArray(answer) ? '' : 'data')).toMatchObject({ notes: [] }),
	);
});

it('a column is added, but none is replaced', () => {
	const row = { a: 1 };
	addColumn(row, 'shop', 'x', 'Include Shop');
	expect(row).toEqual({ a: 1, shop: 'x' });
	expect(() => addColumn(row, 'a', 'x', 'Include Shop')).toThrow(
		'"Include Shop" adds the column "a", and the answer has one of that name',
	);
});
