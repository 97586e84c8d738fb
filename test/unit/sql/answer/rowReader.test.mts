import fc from 'fast-check';
import { RowReader } from '../../../../nodes/MerchantData/sql/answer/rowReader.ts';

/** The rows of an answer whose text comes in parts, or what is thrown. */
function inParts(...parts: string[]) {
	const notes: string[] = [];
	const reader = new RowReader('', notes);
	try {
		const batches = parts.map((text, at) => reader.read(text, at === parts.length - 1));
		const rows = batches.flat().map((row) => JSON.stringify(row));
		return { rows, notes, batches: batches.map(({ length }) => length) };
	} catch (error) {
		const { name, message } = error as Error;
		return { name, message };
	}
}

const cut = (text: string, ...places: number[]) =>
	[0, ...places].map((place, index) => text.slice(place, places[index]));

const ROWS = [{ id: 1, name: 'Zoë 山 😀', 'a"b': [1, { c: ']' }] }, { id: 2 }, { more: {} }];
const BROKEN = {
	name: 'BadAnswer',
	message: 'The answer to the query is cut off, or its JSON is broken',
};
const NO_JSON = { name: 'BadAnswer', message: 'The answer to the query is not JSON' };

it('gives rows as they come', () => {
	const json = JSON.stringify({ meta: { a: 1 }, data: ROWS, end: 1 });
	const texts = ROWS.map((row) => JSON.stringify(row));
	const places = texts.map((text) => json.indexOf(text) + 5);
	expect(inParts(...cut(json, ...places), '')).toEqual({
		rows: texts,
		notes: [],
		batches: [0, 1, 1, 1, 0],
	});
});

it.each([
	[JSON.stringify(ROWS).slice(0, -1), BROKEN],
	[`${JSON.stringify(ROWS)} {}`, BROKEN],
	['[1 2]', BROKEN],
	['[{},]', BROKEN],
	['[{"a":1}}', BROKEN],
	['{"data":[{}],}', BROKEN],
	[`<html>${'x'.repeat(200_000)}`, NO_JSON],
	['Please wait', NO_JSON],
])('refuses %.30s, whole and in parts', (text, problem) => {
	for (const parts of [[text], cut(text, 3), cut(text, 3, 6)])
		expect(inParts(...parts)).toEqual(problem);
});

it('numbers what is no row among all rows', () => {
	expect(inParts('[{},{},', '{},5]')).toMatchObject({
		message: 'Row 4 of the answer is not an object with named columns: 5',
	});
});

it('keeps the digits of long numbers of rows, and says so', () => {
	const [long, row] = ['90071992547409931234', '{"id":"90071992547409931234","total":12.5}'];
	const notes = [expect.stringContaining('too long for n8n')];
	const rows = `[{"id":${long},"total":12.50}]`;
	for (const json of [rows, `{"a":{"b":${rows}}}`])
		expect(inParts(...cut(json, 15))).toMatchObject({ rows: [row], notes });
	expect(inParts(`{"took":${long},"data":[]}`)).toMatchObject({ rows: [], notes: [] });
});

it.each<[string, unknown]>([
	['a long row', [{ id: 1 }, { text: 'x' }]],
	['much before the rows', { more: ['x'], data: [{ id: 1 }] }],
	['much behind the rows', { data: [{ id: 1 }], more: 'x' }],
])('does not hold %s', (_, answer) => {
	const json = JSON.stringify(answer).replace('x', 'x'.repeat(16 * 2 ** 20));
	for (const parts of [[json], cut(json, 20, 50, 2_000)]) {
		expect(inParts(...parts)).toEqual({
			name: 'BadAnswer',
			message: 'The answer has more than 16 MB in one row, or around its rows',
		});
	}
	expect(inParts('x'.repeat(17 * 2 ** 20))).toEqual(NO_JSON);
});

it('holds up to 16 MB, and no rows that it has given', () => {
	const reader = new RowReader('', []);
	const megabyte = `{"a":"${'x'.repeat(2 ** 20)}"},`;
	expect(reader.read('[', false)).toEqual([]);
	for (let part = 0; part < 20; part++) expect(reader.read(megabyte, false)).toHaveLength(1);
	expect(reader.read(`{"a":"${'x'.repeat(15 * 2 ** 20)}`, false)).toEqual([]);
	expect(() => reader.read('x'.repeat(2 ** 20), false)).toThrow('more than 16 MB');
});

it('takes for JSON what JSON.parse takes, and finds the same rows wherever it is cut', () => {
	const isJson = (text: string) => {
		try {
			return Boolean([JSON.parse(text)]);
		} catch {
			return false;
		}
	};
	const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), {
		maxLength: 4,
	});
	const answer = fc
		.tuple(rows, fc.boolean())
		.map(([all, isInObject]) => JSON.stringify(isInObject ? { took: 1, data: all } : all));
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
			// If two things are wrong, the one that comes first is told.
			const found = inParts(...cut(json, ...places));
			if ('rows' in whole) expect(found).toMatchObject(whole);
			else expect(found).toHaveProperty('name', 'BadAnswer');
			if (!isJson(json) && json.trim() !== '') expect(whole).toHaveProperty('name', 'BadAnswer');
		}),
		{ numRuns: 1_000 },
	);
});
