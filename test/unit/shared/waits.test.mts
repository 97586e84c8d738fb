import { backoffMs, secondsOrTimeMs } from '../../../nodes/MerchantData/shared/waits.ts';

it('backs off exponentially with jitter, a minute at most', () => {
	expect([0, 1, 2, 3].map((repeat) => backoffMs(repeat, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
	expect([0, 1, 2, 3].map((repeat) => backoffMs(repeat, 0))).toEqual([500, 1_000, 2_000, 4_000]);
	expect(backoffMs(50, 1)).toBe(60_000);
});

it.each([
	[0, 0],
	[30, 30_000],
	[0.5, 500],
	[999_999_999, 999_999_999_000],
	[1_000_000_000, -800_000_000_000],
	[1_800_000_030, 30_000],
	[1_800_000_030_000, 30_000],
])('reads %d as seconds or a Unix time', (value, ms) => {
	expect(secondsOrTimeMs(value, 1_800_000_000_000)).toBe(ms);
});
