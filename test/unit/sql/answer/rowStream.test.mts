import fc from 'fast-check';
import { asWritten } from '../../../../nodes/MerchantData/sql/answer/digits.ts';
import { streamRows } from '../../../../nodes/MerchantData/sql/answer/rowStream.ts';

/** Decides at once, as if what is there was the beginning of something large. */
const EAGER = { part: 1, most: 100_000 };
const PATIENT = { part: 100_000, most: 100_000 };

async function* cut(text: string, ...places: number[]) {
	let at = 0;
	for (const place of [...places, text.length]) {
		yield await Promise.resolve(text.slice(at, place));
		at = place;
	}
}

/** How an answer is read whose text comes in parts. */
async function read(parts: AsyncIterable<string>, bounds = EAGER, rowsField = '') {
	const notes: string[] = [];
	const written: string[] = [];
	const rows: unknown[] = [];
	let batches = 0;
	for await (const batch of streamRows(parts, rowsField, notes, bounds)) {
		if (batch.length > 0) batches++;
		written.push(...batch.map((row) => asWritten(JSON.stringify(row))));
		rows.push(...batch);
	}
	return { written, rows, notes, batches };
}

/** Or what it throws. */
const outcome = async (...choice: Parameters<typeof read>) =>
	await read(...choice).catch(({ name, message }: Error) => ({ name, message }));

const text = (value: unknown) => JSON.stringify(value);
const one = async (body: string, rowsField = '', bounds = EAGER) =>
	await outcome(cut(body), bounds, rowsField);
const everywhere = (body: string) => cut(body, ...Array(body.length).keys());

const ROWS = [
	{ id: 1, name: 'Zoë 山 😀', 'a"b': [1, { c: ']' }] },
	{ id: 2, name: '"\\' },
	{ id: null, more: {} },
];

const SHAPES: Record<string, unknown> = {
	'a list': ROWS,
	'a list of values': [null, 1, 'x', ...ROWS],
	'an object that holds one': { took: 3, data: ROWS, rowCount: 3 },
	'one that is nested': { status: 'ok', result: { page: { n: 1 }, records: ROWS }, end: [1] },
	'names and lists': { columns: ['id', 'a', 'a'], rows: [[1, 'x', {}], [2], 3, [4, 5, 6, 7]] },
	'lists and names': { rows: [[1, 'x'], [2]], columns: ['id', 'a'] },
	'lists without names': [['id', 'name'], [1, 'é'], [2]],
	'one under an unknown name': { took: 3, 'Bestellungen, alle': ROWS },
	columns: { id: [1, 2], name: ['é', null] },
	'columns, nested': { data: { id: [1, 2], name: ['é', null] }, took: 3 },
	'a single object': { id: 1, tags: ['é'] },
	'an error beside rows': { error: 'one column is masked', data: ROWS },
	'no rows': { data: [], took: 1 },
	null: null,
	'a number': 15,
};

it.each(Object.entries(SHAPES))('reads %s wherever it is cut', async (_, answer) => {
	for (const json of [JSON.stringify(answer), ` ${JSON.stringify(answer, null, '\t')}\n`]) {
		const { batches: _all, ...expected } = await read(cut(json), PATIENT);
		for (let at = 0; at <= json.length; at++) {
			const { batches: _batches, ...parted } = await read(cut(json, at));
			expect(parted).toEqual(expected);
		}
		for (let part = 1; part <= json.length; part += 7) {
			const parted = await read(everywhere(json), { part, most: 100_000 });
			expect([parted.rows, parted.notes]).toEqual([expected.rows, expected.notes]);
		}
	}
});

const BROKEN = { message: 'The answer to the query is cut off, or its JSON is broken' };

it('refuses what is missing a part, and what is wrong', async () => {
	for (const answer of [ROWS, { took: 3, data: ROWS, more: [1] }]) {
		const bytes = text(answer);
		const problemOf = async (body: string, bounds: typeof EAGER) =>
			await outcome(cut(body, 30), bounds);
		for (const bounds of [EAGER, PATIENT]) {
			for (let at = 1; at < bytes.length; at++)
				expect(await problemOf(bytes.slice(0, at), bounds)).toMatchObject(BROKEN);
			expect(await problemOf(`${bytes} {}`, bounds)).toMatchObject(BROKEN);
		}
	}
	for (const broken of ['[1 2]', '[1,]', '[{"a":1},]', '[,{"a":1}]', '[{"a":1}}', '{"data":[{}],}'])
		for (const bounds of [EAGER, PATIENT])
			expect(await outcome(everywhere(broken), bounds)).toMatchObject(BROKEN);
	for (const page of ['<html>', `<html>${'x'.repeat(200_000)}`])
		expect(await one(page)).toMatchObject({ message: 'The answer to the query is not JSON' });
});

it('gives rows as they come where they stand in a list, or behind the names of their columns', async () => {
	const rows = Array.from({ length: 50 }, (_, id) => [id, `row ${id}`]);
	const batchesOf = async (answer: unknown) => {
		const bytes = text(answer);
		const halves = [0.3, 0.6].map((part) => Math.floor(bytes.length * part));
		return (await read(cut(bytes, ...halves))).batches;
	};
	const objects = rows.map(([id, name]) => ({ id, name }));
	expect(await batchesOf(objects)).toBe(3);
	expect(await batchesOf({ meta: { a: 1 }, data: objects })).toBe(3);
	expect(await batchesOf({ columns: ['id', 'name'], rows })).toBe(3);
	expect(await batchesOf({ rows, columns: ['id', 'name'] })).toBe(1);
	expect(await batchesOf(rows)).toBe(1);
	expect(await batchesOf({ a: { b: { orders: objects } } })).toBe(3);
	expect(await batchesOf({ id: 1, 'a "b"': objects })).toBe(1);
	expect(await batchesOf({ id: rows.map(([id]) => id), name: rows.map(([, name]) => name) })).toBe(
		1,
	);
});

it.each([
	['objects', '[ROW, ROW]', 2],
	['lists', '{"columns":["id","total"],"rows":[[90071992547409931234, 12.50]]}', 1],
	['columns', '{"id":[90071992547409931234],"total":[12.50]}', 1],
])('copies the digits of numbers in %s', async (_, body, count) => {
	const row = '{"id":90071992547409931234,"total":12.50}';
	const written = Array<string>(count).fill(row);
	expect(await one(body.replaceAll('ROW', row))).toMatchObject({ written });
});

it('takes the rows from "Rows Field"', async () => {
	const body = '{"a":[{"x":1}],"page":{"b":[{"y":1},{"y":2}],"c":[]}}';
	expect(await one(body, 'page.b')).toMatchObject({ rows: [{ y: 1 }, { y: 2 }] });
	expect(await one(body, 'a')).toMatchObject({ rows: [{ x: 1 }] });
	expect(await one(body, 'a.0')).toMatchObject({ rows: [{ x: 1 }] });
	expect(await one(body, 'page.c')).toMatchObject({ rows: [] });
	expect(await one(body, 'd')).toMatchObject({ name: 'InvalidValue' });
	expect(await one('{"error":"x"}', '.')).toMatchObject({ rows: [{ error: 'x' }] });
});

it('refuses what turns out to have its rows elsewhere', async () => {
	const bytes = '{"warnings":[{"a":1},{"a":2}],"rows":[{"b":1}]}';
	expect(await read(cut(bytes), PATIENT)).toMatchObject({ rows: [{ b: 1 }] });
	expect(await outcome(cut(bytes, 25))).toEqual({
		name: 'InvalidValue',
		message:
			'"Rows Field" is empty, and the answer has more than one list that could be its rows: "warnings" and "rows"',
	});
	expect(await outcome(cut(bytes, 20), EAGER, 'rows')).toMatchObject({ rows: [{ b: 1 }] });
});

it.each<[string, unknown]>([
	['columns', { id: Array(100).fill(12_345), name: Array(100).fill('x') }],
	['lists without names', Array(100).fill([1, 2])],
	['a single row', { text: 'x'.repeat(1_000) }],
	['one long row', [{ id: 1 }, { text: 'x'.repeat(1_000) }]],
	['much behind the rows', { data: [{ id: 1 }], more: 'x'.repeat(1_000) }],
])('holds %s up to a limit', async (_, answer) => {
	const bytes = text(answer);
	const places = [...Array(bytes.length).keys()].filter((at) => at % 50 === 0);
	const bounded = async (most: number) => await outcome(cut(bytes, ...places), { part: 10, most });
	expect(await bounded(10_000)).toHaveProperty('rows');
	expect(await bounded(300)).toMatchObject({
		message: expect.stringContaining('has no list of rows that could be written') as string,
	});
});

it('does not hold rows that come', async () => {
	const bytes = text(Array.from({ length: 1_000 }, (_, id) => ({ id })));
	const places = [...Array(bytes.length).keys()].filter((at) => at % 50 === 0);
	const { rows } = await read(cut(bytes, ...places), { part: 10, most: 120 });
	expect(rows).toHaveLength(1_000);
});

it('takes for JSON what JSON.parse takes, cut anywhere', async () => {
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
	await fc.assert(
		fc.asyncProperty(fc.oneof(answer, spoilt), fc.array(fc.nat()), async (json, seeds) => {
			const places = seeds.map((seed) => seed % (json.length + 1)).sort((a, b) => a - b);
			const whole = await outcome(cut(json), PATIENT);
			const part = Math.floor(json.length / 3);
			const parted = await outcome(cut(json, ...places), { part, most: 100_000 });
			if ('rows' in whole) expect(parted).toMatchObject({ rows: whole.rows });
			else expect(parted).toHaveProperty('name', 'BadAnswer');
		}),
		{ numRuns: 1_000 },
	);
});
