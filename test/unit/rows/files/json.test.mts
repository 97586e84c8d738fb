import fc from 'fast-check';
import { JsonParser } from '../../../../nodes/MerchantData/rows/files/json.ts';
import { NdjsonParser } from '../../../../nodes/MerchantData/rows/files/ndjson.ts';
import { contents, cuts, distinct, parse } from './pieces.mts';
import jsonTestSuite from './jsonTestSuite.json' with { type: 'json' };

const json = (pieces: readonly string[], most = 1_000_000) =>
	parse(new JsonParser(1, most), pieces);
const ndjson = (pieces: readonly string[], most = 1_000_000) =>
	parse(new NdjsonParser(1, most), pieces);

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

/** What the parser reads, values instead of texts; undefined where anything is wrong. */
function readRows(pieces: readonly string[]): unknown[] | undefined {
	const found = json(pieces);
	if (found.some(({ problem }) => problem)) return undefined;
	try {
		const rows = (contents(found) as string[]).map((text) => JSON.parse(text) as unknown);
		return rows.every(isObject) ? rows : undefined;
	} catch {
		return undefined;
	}
}

const row = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), {
	maxKeys: 3,
});

describe('JSON, against JSON.parse', () => {
	const value = fc.oneof(
		fc.array(row, { maxLength: 3 }),
		fc.dictionary(
			fc.string({ minLength: 1, maxLength: 2 }),
			fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.array(row, { maxLength: 2 })),
			{
				maxKeys: 3,
			},
		),
	);

	it('cut at every place', () => {
		fc.assert(
			fc.property(value, fc.constantFrom(0, 1, '\t'), (given, indent) => {
				const text = JSON.stringify(given, null, indent);
				expect(distinct(cuts(text).map((pieces) => readRows(pieces)))).toEqual(
					distinct([expectedRows(text)]),
				);
			}),
			{ numRuns: 100 },
		);
	});

	it('with characters changed, cut at every place', () => {
		const change = fc.tuple(
			fc.nat(),
			fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '0'),
		);
		// Names that one changed character does not make equal: JSON.parse keeps the last of two.
		const named = value.map((given) =>
			Array.isArray(given)
				? given
				: Object.fromEntries(Object.values(given).map((each, n) => [`list ${n}${n}`, each])),
		);
		fc.assert(
			fc.property(named, change, (given, [at, character]) => {
				const text = JSON.stringify(given);
				const place = at % (text.length + 1);
				const broken = text.slice(0, place) + character + text.slice(place + 1);
				// Nothing at all is no row, and no fault.
				if (broken.trim() === '') return;
				expect(distinct(cuts(broken).map((pieces) => readRows(pieces)))).toEqual(
					distinct([expectedRows(broken)]),
				);
			}),
			{ numRuns: 300 },
		);
	});
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
		if (text.trim() !== '') expect(readRows([text])).toEqual(expectedRows(text));
		const wrapped = `[{"a":${text}}]`;
		expect(readRows([wrapped])).toEqual(expectedRows(wrapped));
		const line = `{"a":${text.replaceAll(/[\r\n]/g, ' ')}}`;
		if (name.startsWith('y_')) expect(expectedRows(wrapped)).toHaveLength(1);
		if (name.startsWith('n_')) expect(isGood).toBe(false);
		if (text.length > 200) return;
		expect(distinct(cuts(wrapped).map((pieces) => json(pieces)))).toEqual([json([wrapped])]);
		expect(distinct(cuts(line).map((pieces) => ndjson(pieces)))).toEqual([ndjson([line])]);
	});
});

describe('a JSON file', () => {
	it('gives its rows as they were written, with their lines', () => {
		const text =
			'{\r\n "total" : 2 ,\n "data":[ {"id":12345678901234567890, "x":1.50},\n\n{\n"y" : 1e400\n} ]\r, "more":[1,{}] }';
		expect(distinct(cuts(text).map((pieces) => json(pieces)))).toEqual([
			[
				{ line: 3, content: '{"id":12345678901234567890, "x":1.50}' },
				{ line: 5, content: '{\n"y" : 1e400\n}' },
			],
		]);
	});

	it.each([
		['[{"a":1},2,{"b":3}]', ['{"a":1}', '2', '{"b":3}']],
		['[{"a":01},{"b":3}]', ['{"a":01}', '{"b":3}']],
		['[{"a":1},]', ['{"a":1}', 'rest']],
		['[{"a":1} {"b":1}]', ['{"a":1}', 'rest']],
		['[{"a":1}', ['{"a":1}', 'rest']],
		['[{"a":1}] x', ['{"a":1}', 'rest']],
		['{"a":[{"b":1}],"c":[{"d":1}]}', ['{"b":1}', 'file']],
		['{"a":[]}', []],
		['{"a":[],"c":[{"d":1}]}', ['{"d":1}']],
		['{"a":1}', ['file']],
		['7', ['file']],
		['', []],
		['  ', []],
		['[]', []],
	])('of %j gives %j', (text, expected) => {
		expect(distinct(cuts(text).map((pieces) => contents(json(pieces))))).toEqual([expected]);
	});

	const FAILED = [
		'ends an object which says that something failed',
		'Check the file: the program that wrote it got an error, beside the rows or instead of them. To push the rows, leave only their list in the file.',
		'file',
	];
	const NO_LIST = [
		'holds neither a list of objects nor an object with one',
		'A JSON file is an array of objects, or an object that holds one such array.',
		'file',
	];
	const CUT_OFF = [
		'is where the file ends, in the middle of its JSON',
		'Create the file again.',
		'rest',
	];
	const BROKEN = [
		'holds something that is not valid JSON there',
		'Correct the file. Nothing behind it could be read.',
		'rest',
	];
	const GOES_ON = [
		'holds something after the end of the JSON',
		'Remove it. Where each line is a row, choose NDJSON as the file format.',
		'rest',
	];
	const TWO_LISTS = [
		'begins a second list of objects: "a" and "b"',
		'It is not known which of them holds the rows. Leave only that one in the file.',
		'file',
	];

	it.each<[string, number, string[]]>([
		['\n7', 2, NO_LIST],
		['"[{}]"', 1, NO_LIST],
		['{}', 1, NO_LIST],
		['{\n}', 2, NO_LIST],
		['{"a":1,\n"b":"]"\r\n}', 3, NO_LIST],
		['{"a":[1],"b":[[]],"c":{}}', 1, NO_LIST],
		['{"a":[{}],\n"b":[{}]}', 2, TWO_LISTS],
		['[\n', 2, CUT_OFF],
		['[{}\r', 1, CUT_OFF],
		['[{},\r\n\n', 3, CUT_OFF],
		['[{"a":1', 1, CUT_OFF],
		['{', 1, CUT_OFF],
		['{\n"a', 2, CUT_OFF],
		['{"a"', 1, CUT_OFF],
		['{"a":', 1, CUT_OFF],
		['{"a":[\n', 1, CUT_OFF],
		['{"a":"b"', 1, CUT_OFF],
		['{"a":[{}]', 1, CUT_OFF],
		['[,{}]', 1, BROKEN],
		['[\n:{}]', 2, BROKEN],
		['[}', 1, BROKEN],
		['[{},]', 1, BROKEN],
		['[{}\n{}]', 2, BROKEN],
		['[{}}', 1, BROKEN],
		['{a:[{}]}', 1, BROKEN],
		['{"a" [{}]}', 1, BROKEN],
		['{"a",[{}]}', 1, BROKEN],
		['{"a":,"b":[{}]}', 1, BROKEN],
		['{"\\x":[{}]}', 1, BROKEN],
		['{"a":01,"b":[{}]}', 1, BROKEN],
		['{"a":[{}]]', 1, BROKEN],
		['{"a":[{}],}', 1, BROKEN],
		['{"a":1 "b":[{}]}', 1, BROKEN],
		['[]\n\n]', 3, GOES_ON],
		['[{}]{}', 1, GOES_ON],
		['{"a":[{}]}\n,', 2, GOES_ON],
		['{"data":[],"errors":[{"message":"quota"}]}', 1, FAILED],
		['{"errors":["quota"],\n"data":[{"a":1}]}', 2, FAILED],
		['{"data":[{"a":1}],"error":{"code":7}}', 1, FAILED],
		['{"success":false,"details":[{"a":1}]}', 1, FAILED],
		['{"data":[{"a":1}],"ok":false}', 1, FAILED],
		['{"statusCode":401,"message":"x"}', 1, FAILED],
		['{"status":"failed","details":[{"a":1}],"data":null}', 1, FAILED],
	])('says what is wrong with %j in line %i', (text, line, problem) => {
		const told = cuts(text).map((pieces) =>
			json(pieces).flatMap((each) =>
				each.problem
					? [[each.line, each.problem.text, each.problem.remedy, each.problem.concerns]]
					: [],
			),
		);
		expect(distinct(told)).toEqual([[[line, ...problem]]]);
	});

	it.each([
		'{"data":[{"error":"x"}],"errors":[]}',
		'{"errors":[],"data":[{"error":"x"}]}',
		'{"error":null,"success":true,"data":[{"error":"x"}]}',
		'{"errors":{},"error":"","data":[{"error":"x"}],"message":"done","status":"ok"}',
		'{"errors":[{}],"data":[{"error":"x"}]}',
		'{"status":"failed","orders":[{"error":"x"}]}',
		'{"details":[{"error":"x"}],"code":200}',
		'[{"error":"x"}]',
	])('takes the rows of %s', (text) => {
		expect(distinct(cuts(text).map((pieces) => contents(json(pieces))))).toEqual([
			['{"error":"x"}'],
		]);
	});

	it.each([
		['{"a":[],"b":1}', []],
		['{"b":1,"a":[ ]}', []],
		['{"t":"{x}","a":[{"b":1}]}', ['{"b":1}']],
		['{"n":[1,2],"o":{"a":[{}]},"a":[{"b":1}],"e":[]}', ['{"b":1}']],
		['{"a" :\n[ {"b":1} , {} ]}', ['{"b":1}', '{}']],
	])('that holds more than its list, as %j, gives the rows of it', (text, rows) => {
		expect(distinct(cuts(text).map((pieces) => contents(json(pieces))))).toEqual([rows]);
	});

	it.each([
		['[{"a":"bc"}]', ['{"a":"bc"}'], ['rest']],
		['[{},{"a":"bc"', ['{}', 'rest'], ['{}', 'rest']],
		['{"a":"bcdefghi","r":[{}]}', ['{}'], ['rest']],
		['{"r":[{}],"abcdefgh":0}', ['{}'], ['{}', 'rest']],
		['{"abcdefgh', ['rest'], ['rest']],
	])('of %j may hold nothing that is longer than 10 or 9 characters', (text, ten, nine) => {
		const of = (most: number) => distinct(cuts(text).map((each) => contents(json(each, most))));
		expect([of(10), of(9)]).toEqual([[ten], [nine]]);
	});

	it('says which record is too long', () => {
		expect(json(['[{},\n', `{"a":"${'x'.repeat(2_048)}"}]`], 2_048)).toMatchObject([
			{ line: 1, content: '{}' },
			{
				line: 2,
				problem: {
					text: 'begins a record of more than 0.001953125 MiB: a quote may not be closed',
				},
			},
		]);
	});

	it('counts its lines from where it begins', () => {
		expect(parse(new JsonParser(5, 100), ['\n[{}]'])).toEqual([{ line: 6, content: '{}' }]);
	});

	it('may hold no row longer than is allowed', () => {
		const text = '[{"a":1},{"a":"0123456789"},{"a":2}]';
		expect(distinct(cuts(text).map((pieces) => contents(json(pieces, 15))))).toEqual([
			['{"a":1}', 'rest'],
		]);
	});
});
