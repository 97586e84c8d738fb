import fc from 'fast-check';
import { RowReader, rowsOfAnswer } from '../../../../nodes/MerchantData/sql/answer/rowReader.ts';

/** What comes of an answer, or what is thrown. */
function outcome<T>(read: () => T) {
	try {
		return read();
	} catch (error) {
		const { name, message } = error as Error;
		return { name, message };
	}
}

/** The rows of an answer whose text comes in parts, as they are written into files. */
function inParts(parts: readonly string[], rowsField = '') {
	return outcome(() => {
		const notes: string[] = [];
		const reader = new RowReader(rowsField, notes);
		const batches = [...parts, ''].map((text, at) => reader.read(text, at === parts.length));
		const written = batches.map((rows) => rows.map((row) => JSON.stringify(row)));
		return { written: written.flat(), notes, batches: written.map(({ length }) => length) };
	});
}

/** The rows of an answer that is read as a whole. */
const whole = (json: string, rowsField = '') =>
	outcome(() => {
		const notes: string[] = [];
		const rows = rowsOfAnswer(json, rowsField, notes);
		return { written: rows.map((row) => JSON.stringify(row)), notes };
	});

const cut = (text: string, ...places: number[]) =>
	[0, ...places].map((place, index) => text.slice(place, places[index]));

const ROWS = [
	{ id: 1, name: 'Zoë 山 😀', 'a"b': [1, { c: ']' }] },
	{ id: 2, name: '"\\' },
	{ id: null, more: {} },
];
const BROKEN = {
	name: 'BadAnswer',
	message: 'The answer to the query is cut off, or its JSON is broken',
};

it.each<[string, unknown]>([
	['a list', ROWS],
	['an object that holds one', { took: 3, data: ROWS, rowCount: 3 }],
	['one that is nested', { status: 'ok', result: { n: 1, records: ROWS }, end: [1] }],
	['one under an unknown name', { took: 3, 'Bestellungen, alle': ROWS }],
	['an error beside rows', { error: 'one column is masked', data: ROWS }],
	['more rows than there are', { data: ROWS, hasMore: true }],
	['no rows', { data: [], took: 1 }],
	['nothing', ''],
	['a failure', { success: false, message: 'asleep' }],
	['what is no row', { data: [...ROWS, [1]] }],
	['no list', { took: 3, data: { a: { b: ROWS } } }],
	['several lists', { a: ROWS, b: ROWS }],
	['a number', 15],
])('reads %s in parts as it does whole', (_, answer) => {
	for (const json of [JSON.stringify(answer), ` ${JSON.stringify(answer, null, '\t')}\n`]) {
		const text = answer === '' ? json.replaceAll('"', '') : json;
		const expected = whole(text);
		for (let at = 0; at <= text.length; at++)
			expect(inParts(cut(text, at))).toMatchObject(expected);
		expect(inParts([...text])).toMatchObject(expected);
	}
});

it('refuses what is missing a part, and what is wrong', () => {
	for (const answer of [ROWS, { took: 3, data: ROWS, more: [1] }]) {
		const json = JSON.stringify(answer);
		for (let at = 1; at < json.length; at++)
			expect(inParts(cut(json.slice(0, at), 30))).toEqual(BROKEN);
		expect(inParts(cut(`${json} {}`, 30))).toEqual(BROKEN);
	}
	for (const json of ['[1 2]', '[{},]', '[{"a":1},]', '[,{"a":1}]', '[{"a":1}}', '{"data":[{}],}'])
		for (const parts of [[json], [...json]]) expect(inParts(parts)).toEqual(BROKEN);
	for (const page of ['<html>', `<html>${'x'.repeat(200_000)}`, 'Please wait'])
		for (const parts of [[page], cut(page, 3)])
			expect(inParts(parts)).toMatchObject({ message: 'The answer to the query is not JSON' });
});

it('gives rows as they come', () => {
	const json = JSON.stringify({ meta: { a: 1 }, data: ROWS, end: 1 });
	const places = ROWS.map((row) => json.indexOf(JSON.stringify(row)) + 5);
	expect(inParts(cut(json, ...places))).toMatchObject({ batches: [0, 1, 1, 1, 0] });
});

it('gives the rows of "Rows Field"', () => {
	const json = '{"a":[{"x":1}],"page":{"b":{"c":[{"y":1},{"y":2}]},"d":[]}}';
	for (let at = 0; at <= json.length; at++) {
		const read = (rowsField: string) => inParts(cut(json, at), rowsField);
		expect(read('page.b.c')).toMatchObject({ written: ['{"y":1}', '{"y":2}'] });
		expect(read('a')).toMatchObject({ written: ['{"x":1}'] });
		expect(read('page.d')).toMatchObject({ written: [] });
		expect(read('page.e')).toEqual(whole(json, 'page.e'));
	}
	expect(inParts(['{"a":[{}],"a":[{}]}'], 'a')).toMatchObject({
		message: '"Rows Field" must say which list of the answer has the rows: "a" and "a"',
	});
});

it('keeps the digits of long numbers, and says so', () => {
	const [long, row] = ['90071992547409931234', '{"id":"90071992547409931234","total":12.5}'];
	const rows = `[{"id":${long},"total":12.50}]`;
	const notes = [expect.stringContaining('too long for n8n')];
	for (const json of [rows, `{"data":${rows}}`, `{"a":{"b":${rows}}}`]) {
		expect(whole(json)).toEqual({ written: [row], notes });
		expect(inParts(cut(json, 15))).toMatchObject({ written: [row], notes });
	}
});

it.each<[string, unknown]>([
	['a long row', [{ id: 1 }, { text: 'x' }]],
	['much before the rows', { more: ['x'], data: [{ id: 1 }] }],
	['much behind the rows', { data: [{ id: 1 }], more: 'x' }],
])('does not hold %s', (_, answer) => {
	const json = JSON.stringify(answer).replace('x', 'x'.repeat(16 * 2 ** 20));
	for (const parts of [[json], cut(json, 20, 50, 2_000)]) {
		expect(inParts(parts)).toEqual({
			name: 'BadAnswer',
			message: 'The answer has more than 16 MB in one row, or around its rows',
		});
	}
	expect(inParts(['x'.repeat(17 * 2 ** 20)])).toMatchObject({
		message: 'The answer to the query is not JSON',
	});
});

it('holds up to 16 MB, and no rows that it has given', () => {
	const reader = new RowReader('', []);
	const megabyte = `{"a":"${'x'.repeat(2 ** 20)}"},`;
	expect(reader.read('[', false)).toEqual([]);
	for (let part = 0; part < 20; part++) expect(reader.read(megabyte, false)).toHaveLength(1);
	expect(reader.read(`{"a":"${'x'.repeat(15 * 2 ** 20)}`, false)).toEqual([]);
	expect(() => reader.read('x'.repeat(2 ** 20), false)).toThrow('more than 16 MB');
});

it('finds the same rows, or none for the same reason, as in a whole answer', () => {
	const name = fc.constantFrom('a', 'b', 'c', 'data', 'errors', 'hasMore');
	const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
	const list = fc.array(fc.oneof({ weight: 9, arbitrary: row }, fc.jsonValue()), { maxLength: 3 });
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof({ depthSize: 'small' }, list, tie('object'), fc.jsonValue({ maxDepth: 1 })),
		object: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
	}));
	const fields = fc.constantFrom('', '', 'a', 'a.b', 'a.b.c');
	fc.assert(
		fc.property(value, fields, fc.array(fc.nat()), (answer, rowsField, seeds) => {
			const json = JSON.stringify(answer);
			const expected = whole(json, rowsField);
			expect(inParts([json], rowsField)).toMatchObject(expected);
			// If two things are wrong, the one that comes first is told.
			const places = seeds.map((seed) => seed % json.length).sort((a, b) => a - b);
			const found = inParts(cut(json, ...places), rowsField);
			if ('written' in expected) expect(found).toMatchObject(expected);
			else expect(found).toHaveProperty('message');
		}),
		{ numRuns: 1_000 },
	);
});

it('takes for JSON what JSON.parse takes, cut anywhere', () => {
	const answer = fc
		.tuple(
			fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), { maxLength: 4 }),
			fc.constantFrom(
				(rows: unknown) => rows,
				(rows: unknown) => ({ took: 1, data: rows }),
			),
		)
		.map(([rows, shape]) => JSON.stringify(shape(rows)));
	const spoilt = fc
		.tuple(answer, fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '"', ':', '0', ' ', 'x', '\f'))
		.map(([json, seed, character]) => {
			const at = seed % (json.length + 1);
			return json.slice(0, at) + character + json.slice(at + (seed % 2));
		});
	fc.assert(
		fc.property(fc.oneof(answer, spoilt), fc.array(fc.nat()), (json, seeds) => {
			const places = seeds.map((seed) => seed % (json.length + 1)).sort((a, b) => a - b);
			const expected = whole(json);
			const found = inParts(cut(json, ...places));
			if ('written' in expected)
				expect(found).toMatchObject({ written: expect.any(Array), notes: expected.notes });
			else expect(found).toHaveProperty('name', 'BadAnswer');
		}),
		{ numRuns: 1_000 },
	);
});
