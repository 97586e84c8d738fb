import fc from 'fast-check';
import { JsonScanner } from '../../../nodes/MerchantData/shared/jsonScanner.ts';
import jsonTestSuite from '../rows/files/jsonTestSuite.json' with { type: 'json' };

/** The marks of a text that comes in pieces, and the depth behind each; undefined where it is no JSON. */
function marks(pieces: readonly string[], level = Infinity) {
	const scanner = new JsonScanner();
	const found: Array<[place: number, depth: number]> = [];
	let before = 0;
	for (const piece of pieces) {
		for (let at = 0; ; ) {
			const mark = scanner.next(piece, at, level);
			if (mark < 0) return undefined;
			if (mark === piece.length) break;
			found.push([before + mark, scanner.depth]);
			at = mark + 1;
		}
		before += piece.length;
	}
	return { found, depth: scanner.depth };
}

function isJson(text: string) {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** In a list, a number has an end. */
const isTaken = (...pieces: string[]) => {
	const read = marks(['[', ...pieces, ']']);
	return read?.depth === 0 && read.found.at(-1)![0] === pieces.join('').length + 1;
};

it('stops at brackets and commas, and at nothing in a string', () => {
	expect(marks(['[{"a,]\\"":[1,2]},"}",{}]'])).toEqual({
		found: [
			[0, 1],
			[1, 2],
			[10, 3],
			[12, 3],
			[14, 2],
			[15, 1],
			[16, 1],
			[20, 1],
			[21, 2],
			[22, 1],
			[23, 0],
		],
		depth: 0,
	});
});

it.each<[number, string]>([
	[0, '[]'],
	[1, '[{},[]]'],
	[2, '[{[]},[[],]]'],
])('stops within %p brackets at %s', (level, expected) => {
	const text = '[{"a":[1,2]}, [[1], 3]]';
	const { found } = marks([text], level)!;
	expect(found.map(([place]) => text[place]).join('')).toBe(expected);
});

const anyJson = fc
	.tuple(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'))
	.map(([value, indent]) => JSON.stringify(value, null, indent));
const spoilt = fc
	.tuple(anyJson, fc.nat(), fc.constantFrom(...',]}[{":0-x \f\n\\\u0000\u007f\ud800é.eE+u'))
	.map(([json, seed, character]) => {
		const at = seed % (json.length + 1);
		return json.slice(0, at) + character + json.slice(at + (seed % 2));
	});

it('takes for JSON what JSON.parse takes, wherever it is cut', () => {
	fc.assert(
		fc.property(fc.oneof(anyJson, spoilt), fc.nat(), (text, seed) => {
			const at = seed % (text.length + 1);
			const taken = [isTaken(text), isTaken(text.slice(0, at), text.slice(at)), isTaken(...text)];
			expect(taken).toEqual(Array(3).fill(isJson(`[${text}]`)));
		}),
		{ numRuns: 1_000 },
	);
});

it('takes each number, word and escape that JSON.parse takes', () => {
	const part = fc.constantFrom(
		...'-+.eE0129',
		'true',
		'false',
		'null',
		'tru',
		'\\',
		'"',
		'u00',
		'aF',
		' ',
	);
	fc.assert(
		fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
			const texts = [parts.join(''), `"\\${parts.join('')}"`];
			expect(texts.map((text) => isTaken(text))).toEqual(texts.map((text) => isJson(`[${text}]`)));
		}),
		{ numRuns: 1_000 },
	);
});

it.each(Object.entries(jsonTestSuite))('JSONTestSuite: %s', (_, base64) => {
	const text = Buffer.from(base64, 'base64').toString('utf8');
	expect(isTaken(text)).toBe(isJson(`[${text}]`));
});

it('is not hindered by depth', () => {
	expect(marks(['[{"":'.repeat(50_000)], 0)).toEqual({ found: [[0, 1]], depth: 100_000 });
});

it.each(['1,2', ',', ']', '[}', '{]', '[1]]', '{} {}', '[1 2]', '{"a" 1}', '{a:1}'])(
	'refuses %s',
	(text) => expect(marks([text])).toBeUndefined(),
);
