import { rangesIn, rangesOf } from '../../../../nodes/MerchantData/delivery/sent/ranges.ts';
import { row } from '../road.mts';

const PLACES = [
	[0, 0],
	[0, 1],
	[0, 2],
	[0, 4],
	[1, 5],
	[12, 0],
] as const;

it('places of rows are kept as ranges of neighbours', () => {
	const text = rangesOf(PLACES.map(([item, ordinal]) => row(item, { ordinal })));
	expect(text).toBe('0.0-2 0.4 1.5 12.0');
	expect(rangesIn(text)).toEqual([
		{ item: 0, from: 0, to: 2 },
		{ item: 0, from: 4, to: 4 },
		{ item: 1, from: 5, to: 5 },
		{ item: 12, from: 0, to: 0 },
	]);
});
