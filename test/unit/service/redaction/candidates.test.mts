import { createCandidates } from '../../../../nodes/MerchantData/service/redaction/candidates.ts';

const spansOf = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(({ 0: found, index }) => ({
		start: index,
		end: index + found.length,
	}));

/** The parts of a text that are searched for these secrets. */
function partsOf(text: string, ...secrets: string[]) {
	let searched = '';
	const spans = createCandidates(secrets).search(text, (parts) => {
		searched = parts;
		return spansOf(parts, /[^\0]+/g);
	});
	const parts = spans.map(({ start, end }) => text.slice(start, end));
	expect(searched.split('\0').filter((part) => part !== '')).toEqual(parts);
	return parts;
}

it.each([
	['nothing where there are no such characters', '{"id": 1, "day": "1 Jan 26"}', []],
	['a part at the start', 'ab-cd-ef and', ['ab-cd-ef']],
	['a part at the end', 'and (ab-cd-ef', ['ab-cd-ef']],
	['a text that is one', 'ab-cd-ef', ['ab-cd-ef']],
	['parts one character apart', 'ab-cd-ef ab-cd-ef', ['ab-cd-ef', 'ab-cd-ef']],
	['parts further apart', 'ab-cd-ef, and, ab-cd-eg ( ab-cd', ['ab-cd-ef', 'ab-cd-eg']],
	['none that is shorter', 'ab-cd-e ab-cd-e ab-cd-e', []],
	['longer ones whole', '"xx-ab-cd-ef-xx-ab-cd-ef-xx"', ['xx-ab-cd-ef-xx-ab-cd-ef-xx']],
	['escapes of all kinds', '"\\u0061%61&#97;\\/_"', ['\\u0061%61&#97;\\/_']],
	['no long numbers', '12345678901234567.5, x12345678, 123456789', ['x12345678']],
	['base64', '"YWItY2QtZWY+/-_"', ['YWItY2QtZWY+/-_']],
])('leaves %s', (_, text, parts) => {
	expect(partsOf(text, 'ab-cd-ef', 'ab-cd-ef-gh')).toEqual(parts);
});

it('looks into long numbers where a form of a secret is one', () => {
	expect(partsOf('1234567890123.5, ab-cd-ef', 'ab-cd-ef', '12345678')).toEqual([
		'1234567890123',
		'ab-cd-ef',
	]);
});

it('takes the characters of the secrets for theirs', () => {
	const parts = partsOf('[p@ss w€rd][längst!]', 'p@ss w€rd', 'längst!');
	expect(parts).toEqual(['p@ss w€rd', 'längst!']);
});

it('separates parts by what none of them holds', () => {
	const find = jest.fn(() => []);
	createCandidates(['a\0b\x01c']).search('a\0b\x01c, a\0b\x01c', find);
	expect(find).toHaveBeenCalledWith('a\0b\x01c\x02a\0b\x01c');
});

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('finds one that starts at %i', (at) => {
	expect(partsOf(`${' '.repeat(at)}12345678 `, '12345678')).toEqual(['12345678']);
});

it('says where in the text a part of a part stands', () => {
	const text = 'a, 123456789 b, 123456789';
	const find = (parts: string) => spansOf(parts, /(?<=1)23|6789|123456789$/g);
	expect(createCandidates(['12345678']).search(text, find)).toEqual([
		{ start: 4, end: 6 },
		{ start: 8, end: 12 },
		{ start: 16, end: 25 },
	]);
});

it.each([
	['', 0],
	['ab', 0],
	['"ab', 1],
	['ab"', 3],
	['"ab, %6', 5],
	['"ab, x(', 7],
])('may go on behind %j from %i', (text, from) => {
	expect(createCandidates(['ab-cd-ef']).openFrom(text)).toBe(from);
});
