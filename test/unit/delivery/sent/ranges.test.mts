import { rangesIn, rangesOf } from '../../../../nodes/MerchantData/delivery/sent/ranges.ts';
import { row } from '../road.mts';

it('places of rows are kept as ranges of neighbours', () => {
	const ofFirst = [0, 1, 2, 4].map((ordinal) => row(0, { ordinal }));
	const text = rangesOf([...ofFirst, row(1, { ordinal: 5 }), row(12)]);
	expect(text).toBe('0.0-2 0.4 1.5 12.0');
	expect(rangesIn(text)).toEqual([
		{ item: 0, from: 0, to: 2 },
		{ item: 0, from: 4, to: 4 },
		{ item: 1, from: 5, to: 5 },
		{ item: 12, from: 0, to: 0 },
	]);
});
