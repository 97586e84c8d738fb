import fc from 'fast-check';
import { jsonRecords, ndjsonRecords } from '../../../../nodes/MerchantData/rows/files/json.ts';
import { contents, cuts, distinct, parse } from './pieces.mts';
import jsonTestSuite from './jsonTestSuite.json' with { type: 'json' };

const json = (pieces: readonly string[], firstLine?: number) =>
	parse(jsonRecords, pieces, firstLine);
const ndjson = (pieces: readonly string[]) => parse(ndjsonRecords, pieces);

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOfObjects = (value: unknown) => Array.isArray(value) && isObject(value[0]);

/** The rows of a JSON text as JSON.parse reads it; undefined where it is not what a file should be. */
function expectedRows(text: string): unknown[] | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (isObject(value)) {
		const members = Object.values(value);
		const lists = members.filter(isListOfObjects);
		const isEmpty = members.some((each) => Array.isArray(each) && each.length === 0);
		value = lists.length === 1 ? lists[0] : lists.length === 0 && isEmpty ? [] : undefined;
	}
	return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** What the reader gives; undefined where anything is wrong. */
function readRows(pieces: readonly string[]): unknown[] | undefined {
	const found = json(pieces);
	if (found.some(({ problem, json: text }) => problem && !text)) return undefined;
	return found.map(({ fields, json: text }) => fields ?? (JSON.parse(text!) as unknown));
}

const row = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), {
	maxKeys: 3,
});

it('is read as JSON.parse reads it, characters changed or not, cut at every place', () => {
	const value = fc.oneof(
		fc.array(row, { maxLength: 3 }),
		fc.dictionary(
			fc.string({ minLength: 1, maxLength: 2 }),
			fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.array(row, { maxLength: 2 })),
			{ maxKeys: 3 },
		),
	);
	const change = fc.tuple(
		fc.nat(),
		fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '0'),
	);
	// Names that one changed character does not make equal: JSON.parse keeps the last of two.
	const named = (given: object) =>
		Array.isArray(given)
			? given
			: Object.fromEntries(Object.values(given).map((each, n) => [`list ${n}${n}`, each]));
	function changed(given: object, [at, character]: [number, string]): string {
		const text = JSON.stringify(named(given));
		const place = at % (text.length + 1);
		return text.slice(0, place) + character + text.slice(place + 1);
	}
	const texts = fc.oneof(
		fc
			.tuple(value, fc.constantFrom(0, 1, '\t'))
			.map(([given, indent]) => JSON.stringify(given, null, indent)),
		// Nothing at all is no row, and no fault.
		fc
			.tuple(value, change)
			.map((drawn) => changed(...drawn))
			.filter((text) => text.trim() !== ''),
	);
	fc.assert(
		fc.property(texts, (text) => {
			expect(distinct(cuts(text).map((pieces) => readRows(pieces)))).toEqual(
				distinct([expectedRows(text)]),
			);
		}),
		{ numRuns: 250 },
	);
});

/** {@link https://github.com/nst/JSONTestSuite | JSONTestSuite} (MIT), without what is no UTF-8. */
describe('JSONTestSuite', () => {
	const suite = Object.entries(jsonTestSuite).flatMap(([name, base64]) => {
		try {
			const bytes = Buffer.from(base64, 'base64');
			return [[name, new TextDecoder('utf-8', { fatal: true }).decode(bytes)] as const];
		} catch {
			return [];
		}
	});
	suite.push(['n_structure_100000_opening_arrays', '['.repeat(100_000)]);
	suite.push(['n_structure_open_array_object', '[{"":'.repeat(50_000)]);

	it.each(suite)('%s', (name, text) => {
		const isGood = expectedRows(text) !== undefined;
		// By itself, in a row, in a line.
		if (text.trim() !== '')
			expect(distinct([readRows([text])])).toEqual(distinct([expectedRows(text)]));
		const wrapped = `[{"a":${text}}]`;
		expect(distinct([readRows([wrapped])])).toEqual(distinct([expectedRows(wrapped)]));
		const line = `{"a":${text.replaceAll(/[\r\n]/g, ' ')}}`;
		if (name.startsWith('y_')) expect(expectedRows(wrapped)).toHaveLength(1);
		if (name.startsWith('n_')) expect(isGood).toBe(false);
		if (text.length > 200) return;
		expect(distinct(cuts(wrapped).map((pieces) => json(pieces)))).toEqual(
			distinct([json([wrapped])]),
		);
		expect(distinct(cuts(line).map((pieces) => ndjson(pieces)))).toEqual(
			distinct([ndjson([line])]),
		);
	});
});

describe('a JSON file', () => {
	it('gives its rows with their lines', () => {
		const text =
			'{\r\n "total" : 2 ,\n "data":[ {"id":7, "x":1.50},\n\n{\n"y" : "a"\n} ]\r, "more":[1,{}] }';
		expect(distinct(cuts(text).map((pieces) => json(pieces)))).toEqual([
			[
				{ line: 3, fields: { id: 7, x: 1.5 } },
				{ line: 5, fields: { y: 'a' } },
			],
		]);
		expect(json(['\n[{}]'], 5)).toEqual([{ line: 6, fields: {} }]);
	});

	it.each([
		['[{"a":1},2,{"b":3}]', [{ a: 1 }, 'record', { b: 3 }]],
		['[{"a":1e400},{"b":3}]', ['record', { b: 3 }]],
		['[[1e400],01,{"b":3}]', ['record', 'record', { b: 3 }]],
		['[{"a":1},{"a":01},{"b":3}]', [{ a: 1 }, 'rest']],
		['[{"a":1},]', [{ a: 1 }, 'rest']],
		['[{"a":1} {"b":1}]', ['rest']],
		['[{"a":1},{"b":1}', [{ a: 1 }, 'rest']],
		['[{"a":1}] x', [{ a: 1 }, 'rest']],
		['{"a":[{"b":1}],"c":[{"d":1}]}', [{ b: 1 }, 'file']],
		['{"a":[{"b":1}],}', [{ b: 1 }, 'rest']],
		['{"b":1,"a":[ ]}', []],
		['{"t":"{x}","a":[{"b":1}]}', [{ b: 1 }]],

		['{"a" :\n[ {"b":1} , {} ]}', [{ b: 1 }, {}]],
		['', []],
		['  ', []],
	])('of %j gives %j', (text, expected) => {
		expect(distinct(cuts(text).map((pieces) => contents(json(pieces))))).toEqual([expected]);
	});

	it.each<[text: string, line: number]>([
		['[\n', 2],
		['[{},\r\n\n', 3],
		['[{"a":1', 1],
		['{\n"a', 1],
		['{"a":[\n', 2],
		['{"a":[{}]', 1],
		['[,{}]', 1],
		['[}', 1],
		['[{}}', 1],
		['{"a":[{}]]', 1],
		['[]\n\n]', 3],
		['{"a":[{}]}\n,', 2],
		['{a:[{}]}', 1],
		['{"a":01,\n"b":[{}]}', 2],
		['{"a":1 2,"b":[{}]}', 1],
	])('says that %j is broken in line %i', (text, line) => {
		const message = `"Input Binary Field" cannot be read: line ${line} holds something that is not valid JSON, or is cut off there`;
		for (const pieces of [[text], [...text]])
			expect(json(pieces).at(-1)).toMatchObject({ end: 'rest', line, problem: { message } });
	});

	const NO_LIST = 'holds no list of objects, or more than one';
	const FAILED = 'holds an object which says that something failed';

	it.each([
		...['\n7', '"[{}]"', '{\n}', '{"a":[1],"b":[[]],"c":{"d":[{}]}}', '{"a":[{}],\n"b":[{}]}'].map(
			(text) => [text, NO_LIST],
		),
		['{"data":[],"errors":[{"message":"quota"}]}', FAILED],
		['{"errors":["quota"],\n"data":[{"a":1}]}', FAILED],
		['{"error" : [{"code":7}]}', FAILED],
		['{"data":[{"a":1}],"ok":false}', FAILED],
		['{"statusCode":401,"message":"x"}', FAILED],
		['{"status":"failed","details":[{"a":1}],"data":null}', FAILED],
	])('refuses %j', (text, problem) => {
		const message = `"Input Binary Field" ${problem}`;
		for (const pieces of [[text!], [...text!]])
			expect(json(pieces).at(-1)).toMatchObject({ end: 'file', problem: { message } });
	});

	it.each([
		'{"data":[{"error":"x"}],"errors":[]}',
		'{"errors":[],"data":[{"error":"x"}]}',
		'{"errors":{},"error":"","data":[{"error":"x"}],"message":"done","status":"ok"}',
		'{"errors":[{}],"data":[{"error":"x"}]}',
		'{"status":"failed","orders":[{"error":"x"}]}',
		'{"details":[{"error":"x"}],"code":200}',
		'[{"error":"x"}]',
	])('takes the rows of %s', (text) => {
		expect(distinct(cuts(text).map((pieces) => contents(json(pieces))))).toEqual([
			[{ error: 'x' }],
		]);
	});
});

describe('an NDJSON file', () => {
	it('counts its lines, blank ones too, and goes on behind one that is wrong', () => {
		const text = '\n {"a":1.0} \r\n\r\n{"b":}\n[]\n{"b":2}';
		const lines = (pieces: string[]) => {
			const found = ndjson(pieces);
			return contents(found).map((each, at) => [found[at]!.line, each]);
		};
		expect(distinct(cuts(text).map(lines))).toEqual([
			[
				[1, 'blank'],
				[2, { a: 1 }],
				[3, 'blank'],
				[4, 'record'],
				[5, 'record'],
				[6, { b: 2 }],
			],
		]);
		expect(ndjson([text])[3]!.problem!.message).toContain(
			'line 4 holds a row that is not valid JSON',
		);
	});

	it('keeps the text of a row with a number that JavaScript cannot hold', () => {
		const text = '{"id":1e400, "a":1}';
		expect(ndjson([` ${text}\n`])).toMatchObject([
			{ line: 1, json: text, problem: { message: expect.stringContaining('"id" is 1e400') } },
		]);
	});
});

it.each([
	['a line', ndjsonRecords, ['{"a":1}\n', '{"a":"']],
	['an element', jsonRecords, ['[{"a":1},', '{"a":"']],
	['what stands beside the rows', jsonRecords, ['{"r":[{"a":1}],', '"a":"']],
])('%s of more than 8 MiB ends the reading', (_, readerOf, pieces) => {
	const found = parse(readerOf, [...pieces, ...Array<string>(9).fill('x'.repeat(1_048_576))]);
	expect(contents(found)).toEqual([{ a: 1 }, 'rest']);
	expect(found[1]!.problem!.message).toContain('begins a record of more than 8 MiB');
});
