import fc from 'fast-check';
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
	['parts further apart', 'ab-cd-ef, and, ab-cd-ef-g ( ab-cd', ['ab-cd-ef', 'ab-cd-ef-g']],
	['a part in capitals', 'and (AB-CD-EF', ['AB-CD-EF']],
	['none without two characters of a secret side by side', 'zz_zz_zz_zz, _a_b_c_d_e_f_', []],
	['those where there are escapes', 'zz_zz_zz_zz, %61', ['zz_zz_zz_zz']],
	['none that is shorter', 'ab-cd-e ab-cd-e ab-cd-e', []],
	['longer ones whole', '"xx-ab-cd-ef-xx-ab-cd-ef-xx"', ['xx-ab-cd-ef-xx-ab-cd-ef-xx']],
	['escapes of all kinds', '"\\u0061%61&#97;\\/_"', ['\\u0061%61&#97;\\/_']],
])('leaves %s', (_, text, parts) => {
	expect(partsOf(text, 'ab-cd-ef', 'ab-cd-ef-gh')).toEqual(parts);
});

it('leaves no long numbers', () => {
	expect(partsOf('12345678901234567.5, x12345678, 123456789', 'x12345678')).toEqual(['x12345678']);
});

it('leaves base64', () => {
	expect(partsOf('"YWItY2QtZWY+/-_"', 'ab-cd-ef', 'WItY2QtZW')).toEqual(['YWItY2QtZWY+/-_']);
});

it('leaves a secret in any text, in any case of its letters', () => {
	const texts = fc.string({ unit: fc.constantFrom(...'aBc-12 "{\\%&é'), maxLength: 40 });
	const secrets = fc.string({ unit: fc.constantFrom(...'aBc-12'), minLength: 8, maxLength: 20 });
	const capitals = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 });
	fc.assert(
		fc.property(
			secrets,
			secrets,
			texts,
			texts,
			capitals,
			(secret, other, before, after, isCapital) => {
				const letters = [...secret].map((letter, index) =>
					isCapital[index] ? letter.toUpperCase() : letter.toLowerCase(),
				);
				const written = letters.join('');
				const parts = partsOf(`${before}${written}${after}`, secret, other);
				expect(parts.some((part) => part.includes(written))).toBe(true);
			},
		),
		{ numRuns: 1_000 },
	);
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
