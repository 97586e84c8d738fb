import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { readRows, RowReader } from '../../../nodes/MerchantData/sql/rowReader.ts';

/** The rows of an answer whose text comes in parts, and what was learned, or the error. */
function inParts(...parts: string[]) {
	const reader = new RowReader('');
	try {
		const batches = parts.map((text, at) => reader.read(text, at === parts.length - 1));
		const rows = batches.flat().map((row) => JSON.stringify(row));
		return { rows, learned: reader.learned, batches: batches.map(({ length }) => length) };
	} catch (error) {
		const { name, message } = error as Error;
		return { name, message };
	}
}

const cut = (text: string, ...places: number[]) =>
	[0, ...places].map((place, index) => text.slice(place, places[index]));

const ROWS = [{ id: 1, name: 'Zoë 山 😀', 'a"b': [1, { c: ']' }] }, { id: 2 }, { more: {} }];
const badAnswer = (message: string) => ({ name: 'BadAnswer', message });
const BROKEN = badAnswer('The answer to the query is cut off, or its JSON is broken');
const NO_JSON = badAnswer('The answer to the query is not JSON');

it('returns rows as they come', () => {
	const json = JSON.stringify({ meta: { a: 1 }, data: ROWS, end: 1 });
	const texts = ROWS.map((row) => JSON.stringify(row));
	const places = texts.map((text) => json.indexOf(text) + 5);
	const batches = [0, 1, 1, 1, 0];
	const learned = { hasLongNumbers: false };
	expect(inParts(...cut(json, ...places), '')).toEqual({ rows: texts, learned, batches });
});

it.each([
	[JSON.stringify(ROWS).slice(0, -1), BROKEN],
	[`${JSON.stringify(ROWS)} {}`, BROKEN],
	['\uFEFF {"a":', BROKEN],
	[`<html>${'x'.repeat(200_000)}`, NO_JSON],
	['Please wait', NO_JSON],
])('refuses %.30s, whole and in parts', (text, problem) => {
	for (const parts of [[text], cut(text, 3), cut(text, 3, 6)])
		expect(inParts(...parts)).toEqual(problem);
});

it('keeps the digits of long numbers in rows, and learns of them', () => {
	const [long, row] = ['90071992547409931234', '{"id":"90071992547409931234","total":12.5}'];
	const rows = `[{"id":${long},"total":12.50}]`;
	for (const json of [rows, `{"a":{"b":${rows}}}`])
		expect(inParts(...cut(json, 15))).toMatchObject({
			rows: [row],
			learned: { hasLongNumbers: true },
		});
	const learned = { hasLongNumbers: false };
	expect(inParts(`{"took":${long},"data":[]}`)).toMatchObject({ rows: [], learned });
});

it.each<[string, unknown]>([
	['a long row', [{ id: 1 }, { text: 'x' }]],
	['much before the rows', { more: ['x'], data: [{ id: 1 }] }],
	['much after the rows', { data: [{ id: 1 }], more: 'x' }],
])('does not hold %s', (_, answer) => {
	const json = JSON.stringify(answer).replace('x', 'x'.repeat(16 * 2 ** 20));
	const problem = badAnswer('The answer has more than 16 MB in one row, or around its rows');
	for (const parts of [[json], cut(json, 20, 50, 2_000)])
		expect(inParts(...parts)).toEqual(problem);
	expect(inParts('x'.repeat(17 * 2 ** 20))).toEqual(NO_JSON);
});

it('holds up to 16 MB, without returned rows', () => {
	const reader = new RowReader('');
	const megabyte = `{"a":"${'x'.repeat(2 ** 20)}"},`;
	expect(reader.read('[', false)).toEqual([]);
	for (let part = 0; part < 20; part++) expect(reader.read(megabyte, false)).toHaveLength(1);
	expect(reader.read(`{"a":"${'x'.repeat(15 * 2 ** 20)}`, false)).toEqual([]);
	expect(() => reader.read('x'.repeat(2 ** 20), false)).toThrow('more than 16 MB');
});

it('accepts what JSON.parse accepts, and finds the same rows wherever it is cut', () => {
	const isJson = (text: string) => {
		try {
			return Boolean([JSON.parse(text)]);
		} catch {
			return false;
		}
	};
	// Texts and nested lists look like the place between two rows.
	const value = fc.oneof(fc.jsonValue(), fc.constantFrom('},{', '}, {"a":"', [{}, {}]));
	const row = fc.dictionary(fc.string(), value, { maxKeys: 3 });
	const answer = fc
		.tuple(fc.array(row, { maxLength: 6 }), fc.boolean(), fc.constantFrom(0, 1))
		.map(([all, isInObject, indent]) =>
			JSON.stringify(isInObject ? { took: 1, data: all } : all, null, indent),
		);
	const spoilt = fc
		.tuple(answer, fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '"', ':', '0', ' ', 'x', '\f'))
		.map(([json, seed, character]) => {
			const at = seed % (json.length + 1);
			return json.slice(0, at) + character + json.slice(at + (seed % 2));
		});
	fc.assert(
		fc.property(fc.oneof(answer, spoilt), fc.array(fc.nat()), (json, seeds) => {
			const places = seeds.map((seed) => seed % (json.length + 1)).sort((a, b) => a - b);
			const { batches: _, ...whole } = { batches: [], ...inParts(json) };
			// Of two faults, the first one is reported.
			const refused = { name: expect.stringMatching(/^(BadAnswer|InvalidValue)$/) as string };
			for (const parts of [cut(json, ...places), [...json]])
				expect(inParts(...parts)).toMatchObject('rows' in whole ? whole : refused);
			if (!isJson(json) && json.trim() !== '') expect(whole).toMatchObject(refused);
		}),
		{ numRuns: draws(1_000) },
	);
});

/** The rows of a whole answer, and what was learned of it. */
const read = (answer: unknown, rowsField = '') =>
	readRows(typeof answer === 'string' ? answer : JSON.stringify(answer), rowsField);

/** Reads what cannot be read. */
const expectError = (answer: unknown, error: object, rowsField?: string) =>
	expect(() => read(answer, rowsField)).toThrow(expect.objectContaining(error) as Error);

const containing = (text: string) => expect.stringContaining(text) as string;

const rows = [
	{ id: '90071992547409931234', date: '2026-01-31', total: 1.5, note: null },
	{ id: '007', date: '2026-02-01', more: [{ tags: {} }], note: 'é' },
];

const textOf = (n: number) => (n >> 6 === 1 ? '},{' : `${n}`).padEnd(500);
const MANY = Array.from({ length: 400 }, (_, n) => ({ text: textOf(n) }));

it.each<[string, unknown, unknown[]]>([
	['an array of objects', rows, rows],
	['many rows, of which some hold what stands between two', MANY, MANY],
	['what is documented', { success: true, message: 'The query was executed.', data: rows }, rows],
	['one that is nested', { status: 'ok', result: { meta: { pages: 1 }, records: rows } }, rows],
	['one beside lists of values', { warnings: ['x'], rows, columns: [['id'], 'date'] }, rows],
	['an empty list', [], []],
	['nothing', '', []],
])('finds the rows in %s', (_, answer, expected) => {
	expect(read(answer)).toEqual({ rows: expected, learned: { hasLongNumbers: false } });
});

it.each<unknown>([
	{ id: [1, 2], name: ['a', 'b'] },
	{ data: [null, { a: 1 }] },
	'15',
	`"${'x'.repeat(300)}"`,
])('makes no rows of %j', (answer) => {
	const begins = (typeof answer === 'string' ? answer : JSON.stringify(answer)).slice(0, 200);
	const description = containing(`It begins: ${begins}. Rows are a list`);
	const message = 'The answer has no list of rows';
	expectError(answer, { name: 'BadAnswer', message, description });
});

it('quotes the beginning of what is not JSON', () => {
	const description = `It reads: <html>${'x'.repeat(194)}`;
	expectError(`<html>${'x'.repeat(300)}`, { ...NO_JSON, description });
});

it.each<[answer: unknown, number: number, what: string, rowsField: string]>([
	[[1, 'a'], 1, '1', ''],
	[[{}, null], 2, 'null', ''],
	[[{}, [{}]], 2, '[{}]', ''],
	[{ data: [{}, {}, 'x'.repeat(300)] }, 3, `"${'x'.repeat(199)}`, ''],
	[{ names: ['a'], data: rows }, 1, '"a"', 'names'],
])('makes no row of an entry of %j', (answer, number, what, rowsField) => {
	const message = `Row ${number} of the answer is not an object with named columns: ${what}`;
	const description = expect.stringMatching(/"Rows Field".*"Simplify"/) as string;
	expectError(answer, { name: 'BadAnswer', message, description }, rowsField);
});

it('counts all rows to number what is not a row', () => {
	const { message } = inParts('[{},{},', '{},5]');
	expect(message).toBe('Row 4 of the answer is not an object with named columns: 5');
});

it('asks which of several lists is meant', () => {
	const lists = '"data" and "page.rows"';
	const message = `"Rows Field" is empty, but the answer has several lists: ${lists}`;
	const remedy = 'Set it to the list that has the rows.';
	const answer = { data: [{ x: 1 }], page: { rows: [{ y: 1 }] } };
	expectError(answer, { name: 'InvalidValue', message, remedy });
});

it.each<[string, unknown, unknown]>([
	['a.b.c', { a: { b: { c: rows } } }, rows],
	['constructor', JSON.parse('{"constructor":[{}]}'), [{}]],
])('takes the rows from "Rows Field": %s', (path, answer, expected) => {
	expect(read(answer, path).rows).toEqual(expected);
});

it.each<[string, unknown]>([
	['data', [{}]],
	['parts.0', { parts: [rows] }],
])('refuses the "Rows Field" %s without a list: %j', (path, answer) => {
	const message = `"Rows Field" is "${path}", which is not a list in the answer`;
	const remedy = `It begins: ${JSON.stringify(answer).slice(0, 200)}.`;
	expectError(answer, { name: 'InvalidValue', message, remedy }, path);
});

it.each<[unknown, string]>([
	[{ error: 'asleep' }, 'asleep'],
	[{ success: false, message: 'none', data: [] }, 'none'],
	[{ data: rows, errors: [{ message: 'masked' }] }, 'masked'],
])('refuses an answer that says that it failed, with or without rows: %j', (answer, said) => {
	const message = `The answer says that the query failed: ${said}`;
	const failure = { name: 'BadAnswer', message, description: containing('"Simplify"') };
	for (const rowsField of ['', 'data']) expectError(answer, failure, rowsField);
});

it.each<[string, unknown, string]>([
	['a flag beside rows within', { result: { rows, has_more: 'yes' } }, 'result.has_more'],
	['a total above the rows', { rows, totalRows: '3' }, 'totalRows'],
	['a total above no rows', { rows: [], total: 1 }, 'total'],
])('learns from %s that the answer is not whole', (_, answer, notWhole) => {
	const text = JSON.stringify(answer);
	for (const parts of [[text], cut(text, 20, 60)])
		expect(inParts(...parts)).toMatchObject({ learned: { notWhole } });
});

it.each<unknown>([
	{ data: [{ hasMore: true, total: 5, status: 'running' }] },
	{ data: rows, total: 2 },
	{ data: rows, totals: { total: 5 }, first: { next: 'x', state: 'running' } },
])('does not take a column for a statement about the answer: %j', (answer) => {
	expect(read(answer, 'data').learned.notWhole).toBeUndefined();
});

it.each<[unknown, string]>([
	[{ jobComplete: false, rows, hasMore: true }, 'jobComplete'],
	[{ result: { state: 'PENDING', rows } }, 'result.state'],
])('refuses an unfinished answer: %j', (answer, member) => {
	expectError(answer, {
		name: 'BadAnswer',
		message: `The service has not finished the query: its answer says so in "${member}"`,
		description: containing('Execute the query again later.'),
	});
});

describe('a column that a row has twice', () => {
	const FEW = '{"id":1,"total":5}';
	const twice = (name: string) => `{ ${name} :1,"total":{"x":[{}]}, ${name}\n: 2}`;
	const many = `${FEW},`.repeat(10_000);

	it.each<[string, string]>([
		['the only row', `[${twice('"id"')}]`],
		['the first row', `{"data":[${twice('"id"')},${many}${FEW}]}`],
	])('is learned from %s', (_, json) => {
		for (const parts of [[json], cut(json, 13, 40)])
			expect(inParts(...parts)).toMatchObject({ learned: { columnTwice: 'id' } });
	});

	it.each<[string, string]>([
		['of a name with quotes', `[${twice('"a \\"b\\": c"')}]`],
		['of an empty name', `[${twice('""')}]`],
	])('may be %s', (_, json) => {
		const name = /"((?:\\.|[^"])*)"/.exec(json)![1]!.replace(/\\/g, '');
		expect(inParts(json)).toMatchObject({ learned: { columnTwice: name } });
	});

	it.each([
		'[{"id":1},{"id":2}]',
		'[{"id":1,"a":{"id":2,"id":3},"b":[{"id":4}]}]',
		'[{"id":"id","a":"\\"id\\":","b":"id"}]',
		'[{"id":1,"ID":2,"constructor":3}]',
	])('is not found in %s', (json) => {
		expect(read(json).learned.columnTwice).toBeUndefined();
	});
});
