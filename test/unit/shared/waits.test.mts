import {
	backoffMs,
	retryAfterMs,
	secondsOrTimeMs,
} from '../../../nodes/MerchantData/shared/waits.ts';

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

it.each([
	['7', 7_000],
	[' 7 ', 7_000],
	['1.25', 1_250],
	['3600', 3_600_000],
	// An hour at most.
	['3601', 3_600_000],
	['9'.repeat(400), 3_600_000],
	['0', undefined],
	['0.0', undefined],
	['', undefined],
	[undefined, undefined],
	['soon', undefined],
	['-5', undefined],
	['5s', undefined],
	['1.', undefined],
	['Tue, 30 Jun 2026 12:00:09 GMT', undefined],
])('Retry-After %j asks for %j ms', (header, ms) => {
	expect(retryAfterMs(header)).toBe(ms);
});
