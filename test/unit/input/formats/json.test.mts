import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import { JsonReader, NdjsonReader } from '../../../../nodes/MerchantData/input/formats/json.ts';
import { JsonListReader } from '../../../../nodes/MerchantData/lib/jsonList.ts';
import { anyhow, contents, cutAt, distinct, parse } from './pieces.mts';
import jsonTestSuite from './jsonTestSuite.json' with { type: 'json' };

const json = (pieces: readonly string[], line = 1) => parse(new JsonReader(line), pieces);
const ndjson = (pieces: readonly string[], line = 1) => parse(new NdjsonReader(line), pieces);

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lists that may be the rows: those of objects, and empty ones. */
const listsIn = (value: object, depth = 1): unknown[][] =>
	Object.values(value).flatMap((each: unknown) => {
		if (Array.isArray(each)) return each.length === 0 || isObject(each[0]) ? [each] : [];
		return isObject(each) && depth < 2 ? listsIn(each, depth + 1) : [];
	});

/** The rows of a JSON text as JSON.parse reads it; undefined if it is not what a file should be. */
function expectedRows(text: string): unknown[] | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (isObject(value)) {
		const lists = listsIn(value);
		const filled = lists.filter((list) => list.length > 0);
		value = filled.length > 1 ? undefined : (filled[0] ?? lists[0]);
	}
	return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** What the reader gives; undefined if anything is wrong but the size of numbers. */
function readRows(pieces: readonly string[]): unknown[] | undefined {
	const found = json(pieces);
	if (found.some(({ fields }) => !fields)) return undefined;
	return found.map(({ fields, text, problem }) =>
		JSON.parse(problem === undefined ? JSON.stringify(fields) : text),
	);
}

const name = fc.string({ maxLength: 3 });
const row = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
/** Names that one changed character does not make equal: JSON.parse keeps the last of two. */
const named = (values: unknown[]) =>
	Object.fromEntries(values.map((each, n) => [`list ${n}${n}`, each]));
const list = fc.array(row, { maxLength: 3 });
const member = fc.oneof(fc.jsonValue({ maxDepth: 1 }), list);
const inner = fc.array(member, { maxLength: 2 }).map(named);
const wrapped = fc.array(fc.oneof(member, inner), { maxLength: 3 }).map(named);
const change = fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '0', '\u00a0', '\f');

it('a JSON file is read as JSON.parse reads it, changed or not, wherever it is cut', () => {
	const texts = fc
		.tuple(fc.oneof(list, wrapped), fc.constantFrom(0, 1, '\t'), fc.nat(), fc.option(change))
		.map(([value, indent, seed, changed]) => {
			const text = JSON.stringify(value, null, indent);
			const place = seed % (text.length + 1);
			return changed === null ? text : text.slice(0, place) + changed + text.slice(place + 1);
		})
		// Nothing at all is no row, and no fault.
		.filter((text) => text.trim() !== '');
	fc.assert(
		fc.property(texts, fc.array(fc.nat(), { maxLength: 4 }), (text, seeds) => {
			const all = [[text], [...text], cutAt(text, seeds)].map(readRows);
			expect(distinct(all)).toEqual(distinct([expectedRows(text)]));
		}),
		{ numRuns: draws(1_000) },
	);
});

/**
 * {@link https://github.com/nst/JSONTestSuite | JSONTestSuite} (MIT), without texts that are not UTF-8 and numbers,
 * which JSON.parse reads.
 */
describe('JSONTestSuite', () => {
	const suite = Object.entries(jsonTestSuite).map(([name, base64]) => [
		name,
		Buffer.from(base64, 'base64').toString(),
	]);
	suite.push(['n_structure_100000_opening_arrays', '['.repeat(100_000)]);

	it.each(suite)('%s', (name, text) => {
		const isGood = expectedRows(text) !== undefined;
		// By itself, in a row, in a line.
		if (text.trim() !== '')
			expect(distinct([readRows([text])])).toEqual(distinct([expectedRows(text)]));
		const inRow = `[{"a":${text}}]`;
		expect(distinct([readRows([inRow])])).toEqual(distinct([expectedRows(inRow)]));
		const line = `{"a":${text.replaceAll(/[\r\n]/g, ' ')}}`;
		if (name.startsWith('y_')) expect(expectedRows(inRow)).toHaveLength(1);
		if (name.startsWith('n_')) expect(isGood).toBe(false);
		if (text.length > 200) return;
		anyhow(json, inRow);
		const isRow = anyhow(ndjson, line)[0]!.fields !== undefined;
		expect(isRow).toBe(expectedRows(`[${line}]`) !== undefined);
	});
});

const notObject = (line: number) => ({
	problem: `"Input Binary Field" cannot be read: line ${line} contains something other than an object`,
	remedy: 'A row is an object of named fields.',
});
/** A number that is beyond those of JavaScript. */
const TOO_MUCH = {
	problem: '"id" is 1e400, a number that JavaScript cannot hold',
	remedy: 'Give it as text, in quotes.',
};

describe('a JSON file', () => {
	it('has its rows as they came, with their lines', () => {
		const text =
			'{\r\n "total" : 2 ,\n "data":[ {"id":7, "x":1.50} ,\n\n{\n"y" : "a"\n} ]\r, "more":[1,{}] }';
		expect(anyhow((pieces) => json(pieces, 5), text)).toEqual([
			{ line: 7, text: '{"id":7, "x":1.50}', fields: { id: 7, x: 1.5 } },
			{ line: 9, text: '{\n"y" : "a"\n}', fields: { y: 'a' } },
		]);
	});

	it('continues after a row that cannot be sent', () => {
		const text = '[{"a":1},\n"x]",[{}], {"id":1e400, "a":1},{"b":3}]';
		expect(anyhow(json, text)).toEqual([
			{ line: 1, text: '{"a":1}', fields: { a: 1 } },
			{ line: 2, text: '"x]"', ...notObject(2) },
			{ line: 2, text: '[{}]', ...notObject(2) },
			{ line: 2, text: '{"id":1e400, "a":1}', fields: { id: '1e400', a: 1 }, ...TOO_MUCH },
			{ line: 2, text: '{"b":3}', fields: { b: 3 } },
		]);
	});

	it('ends where it is broken', () => {
		expect(contents(anyhow(json, '[{"a":1},{"a":01},{"b":3}]x'))).toEqual([
			{ a: 1 },
			'record',
			{ b: 3 },
			'rest',
		]);
		expect(anyhow(json, '[{},\r\n\n').at(-1)).toEqual({
			line: 3,
			text: '',
			problem: '"Input Binary Field" cannot be read: line 3 is not valid JSON, or is cut off',
			remedy:
				'Correct the file, or create it again. If each line is a row, choose NDJSON as the file format.',
			isEnd: true,
		});
	});

	const NO_LIST = {
		refusal: '"Input Binary Field" contains no list of objects, or more than one',
		remedy: 'A JSON file is an array of objects, or an object that contains one such array.',
	};
	const FAILED = { refusal: '"Input Binary Field" contains an object that reports a failure' };

	it.each<[text: string, refused: object]>([
		['\n7', NO_LIST],
		['{"a":[{}],\n"b":[{}]}', NO_LIST],
		['{"errors":["quota"],\n"data":[{"a":1}]}', FAILED],
		['{"status":"failed","details":[{"a":1}],"data":null}', FAILED],
	])('is refused as a whole if it contains %j', (text, refused) => {
		expect(anyhow(json, text).at(-1)).toMatchObject({ text: '', isEnd: true, ...refused });
	});

	it('may contain more than its rows', () => {
		const text = '{"errors":{},"error":"","warnings":[{"b":1}],"data":[{"a":"x"}],"status":"ok"}';
		expect(contents(anyhow(json, text))).toEqual([{ a: 'x' }]);
	});
});

it('an NDJSON file counts its lines, and continues after a wrong one', () => {
	const found = anyhow((pieces) => ndjson(pieces, 3), '\n {"a":1.0} \r\n{"b":}\n[]\n{"b":2}');
	expect(found).toMatchObject([
		{ line: 3, text: '' },
		{ line: 4, text: '{"a":1.0}', fields: { a: 1 } },
		{ line: 5, text: '{"b":}', remedy: 'Correct the row.' },
		{ line: 6, text: '[]', ...notObject(6) },
		{ line: 7, text: '{"b":2}', fields: { b: 2 } },
	]);
	expect(contents(found)[0]).toBe('blank');
	expect(found[2]!.problem).toContain('line 5 contains a row that is not valid JSON: ');
});

const MIB = 'x'.repeat(1_048_576);
describe('a record of more than 8 MiB', () => {
	it.each<[what: string, read: typeof json, pieces: string[]]>([
		['NDJSON', ndjson, ['{"a":1}\n', '{"a":"']],
		['a JSON list', json, ['[{"a":1},', '{"a":"']],
	])('ends the reading of %s', (_, read, pieces) => {
		const found = read([...pieces, ...Array<string>(9).fill(MIB), '"}\n{"b":2}\n']);
		expect(contents(found)).toEqual([{ a: 1 }, 'rest']);
		expect(found[1]!.problem).toMatch(/ a record of more than 8 MiB: a quote may not be closed$/);
		expect(found[1]!.remedy).toBe('Close the quote, or make the record smaller.');
	});

	it('may have exactly 8 MiB', () => {
		const most = `{"a":"${'x'.repeat(8_388_600)}"}`;
		expect(contents(ndjson([`${most}\n{"b":2}`]))).toHaveLength(2);
		expect(contents(ndjson([`${most} \n{"b":2}`]))).toEqual(['rest']);
		expect(contents(json([`[${most}]`]))).toHaveLength(1);
	});

	it('is not followed by text that is kept in memory', () => {
		const add = jest.spyOn(JsonListReader.prototype, 'add');
		const reader = new JsonReader(1);
		for (const text of ['[}', MIB, MIB]) {
			reader.add({ text, isLast: false });
			reader.next();
		}
		expect(add).toHaveBeenCalledTimes(1);
		add.mockRestore();
	});
});
