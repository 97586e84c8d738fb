import { backoffMs, retryAfterMs } from '../../../nodes/MerchantData/lib/backoff.ts';

it('backs off exponentially with jitter, a minute at most', () => {
	const backoffs = (chance: number) => [0, 1, 2, 3].map((each) => backoffMs(2_000, each, chance));
	expect(backoffs(0.5)).toEqual([2_000, 4_000, 8_000, 16_000]);
	expect([backoffs(0)[1], backoffs(1)[1]]).toEqual([3_000, 5_000]);
	expect(backoffMs(2_000, 50, 0.5)).toBe(60_000);
});

it.each([
	[' 7 ', 7_000],
	['1.25', 1_250],
	['3600', 3_600_000],
	// A Unix time.
	['1782820000', 3_600_000],
])('reads Retry-After %j as seconds, an hour at most', (header, ms) => {
	expect(retryAfterMs(header)).toBe(ms);
});

const UNREADABLE = ['', '0', '-5', '5s', '1.', '.5', '1e3', undefined];
it.each(UNREADABLE)('finds no time in Retry-After %j', (header) => {
	expect(retryAfterMs(header)).toBeUndefined();
});
