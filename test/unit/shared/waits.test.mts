import { backoffMs, retryAfterMs } from '../../../nodes/MerchantData/shared/waits.ts';

it('backs off exponentially with jitter, a minute at most', () => {
	expect([0, 1, 2, 3].map((repeat) => backoffMs(repeat, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
	expect([0, 1, 2, 3].map((repeat) => backoffMs(repeat, 0))).toEqual([500, 1_000, 2_000, 4_000]);
	expect(backoffMs(50, 1)).toBe(60_000);
});

it.each([
	['7', 7_000],
	[' 7 ', 7_000],
	['1.25', 1_250],
	['0.5', 500],
	['3600', 3_600_000],
	['3601', 3_600_000],
	// A Unix time is no number of seconds that anybody would wait.
	['1782820000', 3_600_000],
])('reads Retry-After %j as seconds, an hour at most', (header, ms) => {
	expect(retryAfterMs(header)).toBe(ms);
});

it.each([
	undefined,
	'',
	'0',
	'-5',
	'5s',
	'1.',
	'.5',
	'1e3',
	'Infinity',
	'Tue, 30 Jun 2026 12:00:00 GMT',
])('finds no time in Retry-After %j', (header) => {
	expect(retryAfterMs(header)).toBeUndefined();
});
