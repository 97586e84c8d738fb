import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { parseJson } from '../../../nodes/MerchantData/lib/jsonText.ts';
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
	['\uFEFF {"a":', BROKEN],
	[`<html>${'x'.repeat(200_000)}`, NO_JSON],
])('refuses %.30s, whole and in parts', (text, problem) => {
	for (const parts of [[text], cut(text, 3), cut(text, 3, 6)])
		expect(inParts(...parts)).toEqual(problem);
});

it('keeps the digits of long numbers in rows, and learns of them', () => {
	const [long, row] = ['90071992547409931234', '{"id":"90071992547409931234","total":12.5}'];
	const rows = `[{"id":${long},"total":12.50}]`;
	const found = { rows: [row], learned: { hasLongNumbers: true } };
	for (const json of [rows, `{"a":{"b":${rows}}}`])
		expect(inParts(...cut(json, 15))).toMatchObject(found);
	const { learned } = inParts(`{"took":${long},"data":[]}`);
	expect(learned).toMatchObject({ hasLongNumbers: false });
});

it('holds up to 16 MB, without returned rows', () => {
	const reader = new RowReader('');
	const megabyte = `{"a":"${'x'.repeat(2 ** 20)}"},`;
	expect(reader.read('[', false)).toEqual([]);
	for (let part = 0; part < 20; part++) expect(reader.read(megabyte, false)).toHaveLength(1);
	expect(reader.read(`{"a":"${'x'.repeat(15 * 2 ** 20)}`, false)).toEqual([]);
	const problem = 'The answer has more than 16 MB in one row, or around its rows';
	expect(() => reader.read('x'.repeat(2 ** 20), false)).toThrow(problem);
	expect(inParts('x'.repeat(17 * 2 ** 20))).toEqual(NO_JSON);
});

it('accepts what JSON.parse accepts, and finds the same rows wherever it is cut', () => {
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
			if (parseJson(json) === undefined) expect(whole).toMatchObject(refused);
		}),
		{ numRuns: draws(1_000) },
	);
});

/** The rows of a whole answer, and what was learned of it. */
const read = (answer: unknown, rowsField = '') =>
	readRows(typeof answer === 'string' ? answer : JSON.stringify(answer), rowsField);

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
	['many rows, of which some contain what stands between two', MANY, MANY],
	['what is documented', { success: true, message: 'Done.', data: rows, total: 2 }, rows],
])('finds the rows in %s', (_, answer, expected) => {
	expect(read(answer)).toEqual({ rows: expected, learned: { hasLongNumbers: false } });
});

it('quotes the beginning of what is not JSON', () => {
	const description = `It reads: <html>${'x'.repeat(194)}`;
	expectError(`<html>${'x'.repeat(300)}`, { ...NO_JSON, description });
});

it('makes no rows of an answer without a list of objects', () => {
	const answer = { id: [1, 2], name: 'x'.repeat(300) };
	const begins = JSON.stringify(answer).slice(0, 200);
	const description = containing(`It begins: ${begins}. Rows are a list`);
	const message = 'The answer has no list of rows';
	expectError(answer, { name: 'BadAnswer', message, description });
});

it.each(['meta', 'columns', 'fields', 'schema', 'warnings'])('makes no rows of %s', (name) => {
	const columns = [{ name: 'd', type: 'Date' }];
	expect(read({ [name]: columns, data: [] }).rows).toEqual([]);
	expect(read({ [name]: columns, data: rows }).rows).toEqual(rows);
});

it.each(['', ' \n'])('takes %j for a lost answer', (text) => {
	expectError(text, { code: 'sql.notJson', message: 'The answer to the query is empty' });
});

it.each<[answer: unknown, number: number, what: string, rowsField?: string]>([
	[[{}, null], 2, 'null'],
	[{ data: [{}, {}, 'x'.repeat(300)] }, 3, `"${'x'.repeat(199)}`],
	[{ names: [['a']], data: rows }, 1, '["a"]', 'names'],
])('makes no row of an entry of %j', (answer, number, what, rowsField = '') => {
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

it('takes the rows from "Rows Field", and refuses one without a list', () => {
	const answer = { a: { constructor: rows } };
	expect(read(answer, 'a.constructor').rows).toEqual(rows);
	const message = '"Rows Field" is "a.b", which is not a list in the answer';
	const remedy = `It begins: ${JSON.stringify(answer).slice(0, 200)}.`;
	expectError(answer, { name: 'InvalidValue', message, remedy }, 'a.b');
});

const FAILED = 'The answer says that the query failed: asleep';
const UNFINISHED = 'The service has not finished the query: its answer says so in "isDone"';

it.each<[unknown, message: string, description: string]>([
	[{ error: 'asleep' }, FAILED, '"Simplify"'],
	[{ data: rows, errors: [{ message: 'asleep' }] }, FAILED, '"Simplify"'],
	[{ data: rows, isDone: false, hasMore: true }, UNFINISHED, 'Execute the query again later.'],
])('refuses an answer that failed or is not finished: %j', (answer, message, remedy) => {
	const failure = { name: 'BadAnswer', message, description: containing(remedy) };
	for (const rowsField of ['', 'data']) expectError(answer, failure, rowsField);
});

it('learns from a total beside rows within that the answer is not whole', () => {
	const text = JSON.stringify({ result: { rows, totalRows: '3' } });
	for (const parts of [[text], cut(text, 20, 60)])
		expect(inParts(...parts)).toMatchObject({ learned: { notWhole: 'result.totalRows' } });
});

const FEW = '{"id":1,"total":5}';
const TWICE = '{ "id" :1,"total":{"x":[{}]}, "id"\n: 2}';

it.each<[string, string]>([
	['the only row', `[${TWICE}]`],
	['the first row', `{"data":[${TWICE},${`${FEW},`.repeat(10_000)}${FEW}]}`],
])('learns from %s that a column is there twice', (_, json) => {
	for (const parts of [[json], cut(json, 13, 40)])
		expect(inParts(...parts)).toMatchObject({ learned: { columnTwice: 'id' } });
});
