import fc from 'fast-check';
import { Brackets, parseJson, replaceNumbers } from '../../../nodes/MerchantData/shared/json.ts';

/** The marks of a text that comes in pieces, each with how many brackets are open behind it. */
function marksOf(text: string, level: number, ...places: number[]) {
	const brackets = new Brackets();
	const marks: Array<[place: number, depth: number]> = [];
	let start = 0;
	for (const end of [...places, text.length]) {
		const piece = text.slice(start, end);
		for (let at = 0; ; ) {
			const mark = brackets.next(piece, at, level);
			if (mark === piece.length) break;
			marks.push([start + mark, brackets.depth]);
			at = mark + 1;
		}
		start = end;
	}
	return marks;
}

const TEXT = '[{"a,\\"]":[1,2]},"\\\\",3]';
const told = (level: number) => marksOf(TEXT, level).map(([at, depth]) => `${TEXT[at]}${depth}`);

it('stops at brackets and commas that are not in strings, with so many brackets around them at most', () => {
	expect(told(0)).toEqual(['[1', ']0']);
	expect(told(1)).toEqual(['[1', '{2', '}1', ',1', ',1', ']0']);
	expect(told(2)).toEqual(['[1', '{2', '[3', ']2', '}1', ',1', ',1', ']0']);
	expect(told(Infinity)).toEqual(['[1', '{2', '[3', ',3', ']2', '}1', ',1', ',1', ']0']);
});

it('finds the same, wherever the text is cut', () => {
	fc.assert(
		fc.property(fc.json(), fc.nat(4), fc.array(fc.nat()), (json, level, seeds) => {
			const places = seeds.map((seed) => seed % (json.length + 1)).sort((a, b) => a - b);
			expect(marksOf(json, level, ...places)).toEqual(marksOf(json, level));
		}),
	);
});

it.each([
	['{"a":1,"b":[-2.5e3,0]}', '{"a":<1>,"b":[<-2.5e3>,<0>]}'],
	['{"a 1":"b \\" 2","c\\\\":3}', '{"a 1":"b \\" 2","c\\\\":<3>}'],
	['["1', '["1'],
])('of %s only the numbers are replaced that stand in no string', (json, replaced) => {
	expect(replaceNumbers(json, (digits) => `<${digits}>`)).toBe(replaced);
});

const inList = (inner: unknown) => [null, inner];
const inObject = (inner: unknown) => ({ b: 1, a: inner });

it.each([
	['lists', [inList]],
	['objects', [inObject]],
	['both', [inList, inObject]],
])('1,000 levels of %s are read, and more are not', (_, wrap) => {
	const nested = (levels: number) => {
		let value: unknown = [];
		for (let level = 1; level < levels; level++) value = wrap[level % wrap.length]!(value);
		return JSON.stringify(value);
	};
	expect(JSON.stringify(parseJson(nested(1_000)))).toBe(nested(1_000));
	expect(parseJson(nested(1_001))).toBeUndefined();
	expect([parseJson('null'), parseJson('1'), parseJson('{')]).toEqual([null, 1, undefined]);
});
