import { windowBetween } from '../../../nodes/MerchantData/transport/usualWindows.ts';

it.each([
	['one that lies between', 50, 1_050, 1_000],
	['the shortest that lies between', 31_000, 130_000, 60_000],
	['not one as short as the least', 1_000, 2_000, 2_000],
	['one a little longer', 58_000, 58_300, 60_000],
	['one longer by the rounding', 1_100, 1_200, 2_000],
	['not one much longer', 20_500, 21_500, 21_500],
	['what was measured beyond all of them', 5e6, 6e6, 6e6],
])('takes %s', (_, least, most, windowMs) => {
	expect(windowBetween(least, most)).toBe(windowMs);
});
