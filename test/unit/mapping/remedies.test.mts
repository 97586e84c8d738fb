import { formatRemedy } from '../../../nodes/MerchantData/mapping/remedies.ts';

// What errors about cells say to do is in cells.test.mts.
it('a remedy names each reading with its formats, and there is none without a reading', () => {
	const readings = new Map([
		['1', ['"a"', '"b"']],
		['2', ['"c"']],
	]);
	expect(formatRemedy('Set "Number Format"', readings)).toBe(
		'Set "Number Format" to "a" or "b" to read it as 1, or to "c" to read it as 2. The format is the same for all columns.',
	);
	expect(formatRemedy('Set "Number Format"', new Map())).toBeUndefined();
});
