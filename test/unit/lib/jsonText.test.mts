import fc from 'fast-check';
import {
	JsonScanner,
	nameTwice,
	parseJson,
	replaceNumbers,
} from '../../../nodes/MerchantData/lib/jsonText.ts';

/** Where a scanner stops in a text that comes in pieces, with the depth and the line there. */
function stopsIn(text: string, level: number, atOpening: boolean, ...places: number[]) {
	const scanner = new JsonScanner();
	const stops: string[] = [];
	let start = 0;
	for (const end of [...places, text.length]) {
		const piece = text.slice(start, end);
		for (let at = 0; (at = scanner.next(piece, at, level, atOpening)) < piece.length; at++)
			stops.push(`${piece[at]}${scanner.depth}`);
		start = end;
	}
	return stops.join(' ');
}

it('the scanner stops at commas, ends and opening brackets of a level outside strings', () => {
	const text = '[{"a,\\"]":[1,2]},"\\\\",3]';
	expect(stopsIn(text, 0, true)).toBe('[1');
	expect(stopsIn(text, 1, false)).toBe(',1 ,1 ]0');
	expect(stopsIn(text, 1, true)).toBe('{2 ,1 ,1 ]0');
	expect(stopsIn(text, 2, true)).toBe('[3 }1 ]0');
	expect(stopsIn(text, 3, false)).toBe(',3 ]2 }1 ]0');
});

it('the scanner stops at the same places wherever the text is cut', () => {
	fc.assert(
		fc.property(fc.json(), fc.nat(3), fc.array(fc.nat()), (json, level, seeds) => {
			const places = seeds.map((seed) => seed % (json.length + 1)).sort((a, b) => a - b);
			expect(stopsIn(json, level, true, ...places)).toEqual(stopsIn(json, level, true));
		}),
	);
});

it.each([
	['{"a":1,"b":[-2.5e3,0]}', '{"a":<1>,"b":[<-2.5e3>,<0>]}'],
	['{"a 1":"b \\" 2","c\\\\":3}', '{"a 1":"b \\" 2","c\\\\":<3>}'],
	['["1', '["1'],
	['1E+2', '<1E+2>'],
	// These are not numbers of JSON.
	['[01,1.,-,--1,.5,1e,1-2]', '[01,1.,-,--1,.<5>,1e,1-2]'],
])('replaces in %s only numbers outside strings', (json, replaced) => {
	expect(replaceNumbers(json, (digits) => `<${digits}>`)).toBe(replaced);
});

it.each([
	['{"b":{"a":2},"a":1,"b":[3]}', 'b'],
	['{ "a" : "b,\\"" , "b"\n:1,"b":1 }', 'b'],
	// A name may be written in any way.
	['{"a":1,"\\u0061":2}', 'a'],
	['{"":1,"":2}', ''],
	['{"a":[{"b":1,"b":2}],"c":"a","d":{"a":1}}', undefined],
	['{}', undefined],
])('in the object %s, the name %j is there twice', (object, name) => {
	expect(nameTwice(object)).toBe(name);
});

it.each<[what: string, wrap: (inner: unknown) => object]>([
	['lists', (inner) => [null, inner]],
	['objects', (inner) => ({ b: 1, a: inner })],
])('reads 1,000 levels of %s, and not more', (_, wrap) => {
	const nested = (levels: number) => {
		let value: unknown = [];
		for (let level = 1; level < levels; level++) value = wrap(value);
		return JSON.stringify(value);
	};
	expect(JSON.stringify(parseJson(nested(1_000)))).toBe(nested(1_000));
	expect(parseJson(nested(1_001))).toBeUndefined();
	expect([parseJson('null'), parseJson('1'), parseJson('{')]).toEqual([null, 1, undefined]);
});
