import {
	JsonListError,
	type JsonListOptions,
	JsonListReader,
} from '../../../nodes/MerchantData/lib/jsonList.ts';
import { anyhow } from '../input/formats/pieces.mts';

/** What a reader finds in a text in pieces: its elements with their lines, and its end or its error. */
function read(pieces: readonly string[], options: Partial<JsonListOptions> = {}) {
	const reader = new JsonListReader({ notRows: ['errors'], mostChars: 1_000_000, ...options });
	const elements: Array<[line: number, text: string]> = [];
	try {
		for (const [index, piece] of [...pieces, ''].entries()) {
			reader.add(piece, index === pieces.length);
			for (let next = reader.next(); next; next = reader.next())
				elements.push([next.line, next.text]);
			expect(reader.hasEnded).toBe(index === pieces.length);
		}
		const { path, siblings } = reader;
		return { elements, path, siblings };
	} catch (error) {
		if (!(error instanceof JsonListError)) throw error;
		const { kind, line, lists } = error;
		return { elements, kind, line, lists };
	}
}

/** What a reader finds in a text: the same wherever it is cut. */
const readAnyhow = (text: string, options?: Partial<JsonListOptions>) =>
	anyhow((pieces) => read(pieces, options), text);

describe('the list', () => {
	it.each<[text: string, path: string[] | undefined, elements: string[], siblings: unknown]>([
		['[{"a":1},{"b":[2]}]', [], ['{"a":1}', '{"b":[2]}'], [0]],
		[
			'{"took":3,"r":{"n":{},"rows":[{"a":"}"}],"z":[1]},"end":[[{}]]}',
			['r', 'rows'],
			['{"a":"}"}'],
			{ took: 3, r: { n: {}, rows: [0], z: [1] }, end: [[{}]] },
		],
		// A name may be written in any way.
		['{"\\u0061\\"[" : [{}]}', ['a"['], ['{}'], { 'a"[': [0] }],
		// The empty list is not meant if there is another one.
		['{"a":[],"b":[{}]}', ['b'], ['{}'], { a: [], b: [0] }],
		['{"b":[{}],"a":[ ]}', ['b'], ['{}'], { b: [0], a: [] }],
		['{"a":1,"b":{"c":[]},"d":[]}', ['b', 'c'], [], { a: 1, b: { c: [] }, d: [] }],
		// What is a list of errors, deeper, or in a list is not it.
		['{"errors":[{}],"d":[{"e":1}]}', ['d'], ['{"e":1}'], { errors: [{}], d: [0] }],
		['{"a":{"b":{"c":[{}],"d":[]}}}', undefined, [], { a: { b: { c: [{}], d: [] } } }],
		['{"a":[[{}]],"b":[1,{}]}', undefined, [], { a: [[{}]], b: [1, {}] }],
		['{}', undefined, [], {}],
		// There is no list in it.
		[' "[ {}]" ', undefined, [], '[ {}]'],
		[' \r\n', undefined, [], undefined],
	])('of %j is at %j', (text, path, elements, siblings) => {
		const found = readAnyhow(text);
		expect(found).toMatchObject({ path, siblings });
		expect(found.elements.map(([, each]) => each)).toEqual(elements);
	});

	it.each<[path: string, text: string, elements: string[] | undefined, siblings: unknown]>([
		['b', '{"a":[{}],"b":[{"c":1}],"d":[{}]}', ['{"c":1}'], { a: [{}], b: [0], d: [{}] }],
		['b', '{"b":[1,[2]]}', ['1', '[2]'], { b: [0] }],
		['errors', '{"errors":[{}]}', ['{}'], { errors: [0] }],
		['a.b.c', '{"a":{"b":{"c":[{}],"d":[{}]}}}', ['{}'], { a: { b: { c: [0], d: [{}] } } }],
		['a.b.c', '{"c":[{}],"b":{"c":[{}]},"a":{"c":[{}],"b":{}}}', undefined, expect.anything()],
		['a', '{"a":null}', undefined, { a: null }],
		['a.b', '{"a":[{"b":[{}]}]}', undefined, { a: [{ b: [{}] }] }],
	])('is at "%s" of %j if that path is given', (name, text, elements, siblings) => {
		const path = name.split('.');
		const found = readAnyhow(text, { path });
		expect(found).toMatchObject({ path: elements && path, siblings });
		expect(found.elements.map(([, each]) => each)).toEqual(elements ?? []);
	});

	it.each([
		['{"a":{"b":[{}]},\n"c":1,"d":\n{"e":\r\n[{}]}}', 'a.b d.e', 4],
		['{"a":[{}],"a":[{}]}', 'a a', 1],
	])('is ambiguous in %j', (text, names, line) => {
		const lists = names.split(' ').map((path) => path.split('.'));
		expect(readAnyhow(text)).toMatchObject({ kind: 'severalLists', lists, line });
	});
});

// The tests of JSON files say what is JSON.
it.each<[text: string, count: number, line: number]>([
	['[{},\r\n\n', 1, 3],
	['[{"a":1},\n{"a":\n1', 1, 2],
	['[{},,{}]', 1, 1],
	['[]\n]', 0, 2],
	['[{}] x', 1, 1],
	['{"a":[{}] "b":1}', 1, 1],
	['{"a":[{}],"b":01\n}', 1, 2],
	['1,2', 0, 1],
])('broken JSON ends the reading: %j', (text, count, line) => {
	const found = readAnyhow(text);
	expect(found).toMatchObject({ kind: 'broken', line });
	expect(found.elements).toHaveLength(count);
});

describe('the limit of memory', () => {
	const mostChars = 20;
	it.each([
		['an element', '[{},\n', 2, '{"a":"x"}', 1],
		['what stands before the list', '', 1, '{"a":1,"b":"x","c":[{}]}', 0],
		['many members before it', '', 1, '{"a":1,"b":2,"c":3,"d":4,"e":[{}]}', 0],
		['what stands after the list', '{"r":[{}\n,{}],\n', 3, '"b":"x"}', 2],
		['a text', '\n', 2, '"x"', 0],
	])('holds for %s', (_, before, line, rest, count) => {
		const long = before + rest.replace('x', 'x'.repeat(30));
		const found = readAnyhow(long, { mostChars });
		expect(found).toMatchObject({ kind: 'tooLarge', line });
		expect(found.elements).toHaveLength(count);
		expect(readAnyhow(long, { mostChars: 100 })).not.toHaveProperty('kind', 'tooLarge');
	});

	it('does not hold for the length of the list', () => {
		const list = `{"a":[${'{"b":1},'.repeat(1_000)}{}]}`;
		expect(read([list], { mostChars }).elements).toHaveLength(1_001);
		expect(read([...list], { mostChars }).elements).toHaveLength(1_001);
	});
});
