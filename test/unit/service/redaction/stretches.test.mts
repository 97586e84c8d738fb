import { stretchFinder } from '../../../../nodes/MerchantData/service/redaction/stretches.ts';

const BETWEEN = '\0';

it.each([
	['nothing where there are no such characters', '{"id": 1, "day": "1 Jan 26"}', []],
	['a stretch at the start', 'ab-cd-ef and', ['ab-cd-ef']],
	['a stretch at the end', 'and (ab-cd-ef', ['ab-cd-ef']],
	['a text that is one', 'ab-cd-ef', ['ab-cd-ef']],
	['stretches one character apart', 'ab-cd-ef ab-cd-ef', ['ab-cd-ef', 'ab-cd-ef']],
	['none that is shorter', 'ab-cd-e ab-cd-e ab-cd-e', []],
	['longer ones whole', '"xx-ab-cd-ef-xx-ab-cd-ef-xx"', ['xx-ab-cd-ef-xx-ab-cd-ef-xx']],
	['escapes of all kinds', '"\\u0061%61&#97;\\/_"', ['\\u0061%61&#97;\\/_']],
	['base64', '"YWItY2QtZWY+/-_"', ['YWItY2QtZWY+/-_']],
])('leaves %s', (_, text, stretches) => {
	expect(stretchFinder(['ab-cd-ef', 'ab-cd-ef-gh'])(text)).toBe(stretches.join(BETWEEN));
});

it('takes the characters of the secrets for theirs', () => {
	const stretchesOf = stretchFinder(['p@ss w€rd', 'längst!']);
	expect(stretchesOf('[p@ss w€rd][längst!]')).toBe(['p@ss w€rd', 'längst!'].join(BETWEEN));
});

it('separates stretches by what none of them holds', () => {
	expect(stretchFinder(['a\0b\x01c'])('a\0b\x01c, a\0b\x01c')).toBe('a\0b\x01c\x02a\0b\x01c');
});

it('leaves nothing where nothing is wanted', () => {
	expect(stretchFinder([])('ab-cd-ef')).toBe('');
});

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('finds one that starts at %i', (at) => {
	expect(stretchFinder(['12345678'])(`${' '.repeat(at)}12345678 `)).toBe('12345678');
});
