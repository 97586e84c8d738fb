import fc from 'fast-check';
import { endOfValue, skipBlanks } from '../../../nodes/MerchantData/shared/json.ts';

const spaced = fc
	.tuple(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'))
	.map(([value, indent]) => JSON.stringify(value, null, indent));

it('finds the end of any value, and nothing where the text ends before it', () => {
	fc.assert(
		fc.property(spaced, fc.constantFrom(',', ']', '}', '\n'), (json, next) => {
			expect(endOfValue(json + next, 0)).toBe(json.length);
			for (let at = 0; at < json.length; at++) expect(endOfValue(json.slice(0, at), 0)).toBe(-1);
			// A number may go on.
			expect(endOfValue(json, 0)).toBe(/^["[{]/.test(json) ? json.length : -1);
		}),
	);
});

it.each<[string, number]>([
	['"a"', 3],
	['"a\\""', 5],
	['"a\\\\"', 5],
	['"a\\\\\\""', 7],
	['"a', -1],
	['"a\\"', -1],
	['"', -1],
])('finds the end of the string %s', (text, end) => {
	expect(endOfValue(text, 0)).toBe(end);
});

it('passes over blanks, and nothing that looks like them', () => {
	expect(skipBlanks(' \t\r\n x', 0)).toBe(5);
	expect(skipBlanks('  ', 0)).toBe(2);
	expect(skipBlanks('', 0)).toBe(0);
	for (const other of ['\f', '\v', '\u00a0', '\u0000', '\ufeff']) {
		expect(skipBlanks(` ${other}`, 0)).toBe(1);
	}
});
