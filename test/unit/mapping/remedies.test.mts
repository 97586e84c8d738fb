import {
	formatRemedy,
	numberRemedy,
	percentRemedy,
} from '../../../nodes/MerchantData/mapping/remedies.ts';

describe('remedy', () => {
	it('names each reading with its formats', () => {
		const readings = new Map([
			['1', ['"a"', '"b"']],
			['2', ['"c"']],
		]);
		expect(formatRemedy('Set "Number Format"', readings)).toBe(
			'Set "Number Format" to "a" or "b" to read it as 1, or to "c" to read it as 2. The format applies to all columns.',
		);
		expect(formatRemedy('Set "Number Format"', new Map())).toBeUndefined();
	});

	it.each([
		['1,5', 'Set "Number Format" to'],
		['(1,5)', 'Write it without brackets'],
		['1.5\u2212', 'Write it without brackets'],
		// A price without cents is not negative.
		['1.234,-', undefined],
		['(x)', undefined],
		['1.5%', undefined],
	])('of a number says for %j: %s', (text, begin) => {
		expect(numberRemedy(text)?.slice(0, begin?.length)).toBe(begin);
	});

	it.each([
		['1.5%', '1.5'],
		['1.234,5 %', '1234.5'],
		['1.5', undefined],
		['x%', undefined],
	])('of a percentage offers for %j to send %s', (text, percent) => {
		const offer = percent && `choose "Percent" to send ${percent},`;
		expect(percentRemedy(text)?.includes(offer!)).toBe(offer && true);
	});
});
