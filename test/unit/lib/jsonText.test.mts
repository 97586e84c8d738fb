import {
	JsonScanner,
	nameTwice,
	parseJson,
	replaceNumbers,
} from '../../../nodes/MerchantData/lib/jsonText.ts';

/** Where a scanner stops, with the depth there, in a text of which it gets a character at a time. */
function stopsIn(text: string, level: number, atOpening: boolean) {
	const scanner = new JsonScanner();
	const stops = [...text].map((each) => {
		const isStop = scanner.next(each, 0, level, atOpening) === 0;
		return isStop ? `${each}${scanner.depth}` : '';
	});
	return stops.filter(Boolean).join(' ');
}

it('the scanner stops at commas, ends and opening brackets of a level outside strings', () => {
	const text = '[{"a,\\"]":[1,2]},"\\\\",3]';
	expect(stopsIn(text, 0, true)).toBe('[1');
	expect(stopsIn(text, 1, false)).toBe(',1 ,1 ]0');
	expect(stopsIn(text, 1, true)).toBe('{2 ,1 ,1 ]0');
	expect(stopsIn(text, 2, true)).toBe('[3 }1 ]0');
	expect(stopsIn(text, 3, false)).toBe(',3 ]2 }1 ]0');
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

it.each([
	['lists', '[null,', ']'],
	['objects', '{"b":1,"a":', '}'],
])('reads 1,000 levels of %s, and not more', (_, open, close) => {
	const nested = (levels: number) => `${open.repeat(levels)}0${close.repeat(levels)}`;
	expect(JSON.stringify(parseJson(nested(1_000)))).toBe(nested(1_000));
	expect(parseJson(nested(1_001))).toBeUndefined();
	expect([parseJson('null'), parseJson('1'), parseJson('{')]).toEqual([null, 1, undefined]);
});
