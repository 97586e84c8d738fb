import {
	createHeaderLimit,
	quotaLeft,
} from '../../../../nodes/MerchantData/service/limiter/headerLimit.ts';

const left = (requests: number, seconds: number) => ({
	'ratelimit-remaining': `${requests}`,
	'ratelimit-reset': `${seconds}`,
});

it('holds nothing back where the headers say nothing', () => {
	const limit = createHeaderLimit();
	limit.heed(undefined, 0, 0, false);
	limit.heed({ server: 'x' }, 0, 0, false);
	expect(limit.waitMs(0)).toBe(0);
	expect(limit.spend(0)).toBe(false);
});

it('lets as many through as are left, without those in flight, then none until the quota is whole', () => {
	const limit = createHeaderLimit();
	limit.heed(left(3, 30), 1_000, 1, false);
	for (let index = 0; index < 2; index++) {
		expect(limit.waitMs(1_000)).toBe(0);
		expect(limit.spend(1_000)).toBe(false);
	}
	expect(limit.waitMs(2_000)).toBe(29_000);
	expect(limit.waitMs(31_000)).toBe(0);
});

it('holds for a minute at most', () => {
	const limit = createHeaderLimit();
	limit.heed(left(0, 3_000), 0, 0, false);
	expect(limit.waitMs(0)).toBe(60_000);
});

it('tells the first after nothing was left, and only that', () => {
	const limit = createHeaderLimit();
	limit.heed(left(0, 1), 0, 0, false);
	expect(limit.spend(1_000)).toBe(true);
	expect(limit.spend(1_000)).toBe(false);
	limit.heed(left(5, 1), 1_000, 0, false);
	expect(limit.spend(2_000)).toBe(false);
});

it('does not believe headers again that say nothing is left when all should be', () => {
	const limit = createHeaderLimit();
	limit.heed(left(0, 1), 0, 0, true);
	expect(limit.waitMs(0)).toBe(0);
	limit.heed(left(0, 1), 0, 0, false);
	expect(limit.waitMs(0)).toBe(0);
});

it('believes them on where something is left then', () => {
	const limit = createHeaderLimit();
	limit.heed(left(1, 1), 0, 0, true);
	limit.spend(0);
	expect(limit.waitMs(0)).toBe(1_000);
});

const NOW = 1_750_000_000_000;

it.each<[string, Record<string, unknown>, { requests: number; resetMs: number }]>([
	[
		'an older draft',
		{ 'ratelimit-remaining': '3', 'ratelimit-reset': '10' },
		{ requests: 3, resetMs: 10_000 },
	],
	[
		'common use',
		{ 'x-ratelimit-remaining': 7, 'x-ratelimit-reset': 1.5 },
		{ requests: 7, resetMs: 1_500 },
	],
	[
		'hyphens',
		{ 'x-rate-limit-remaining': ' 0 ', 'x-rate-limit-reset': '9' },
		{ requests: 0, resetMs: 9_000 },
	],
	[
		'repeated headers',
		{ 'ratelimit-remaining': ['4', '5'], 'ratelimit-reset': ['2'] },
		{ requests: 4, resetMs: 2_000 },
	],
	[
		'a time in seconds',
		{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1750000020' },
		{ requests: 1, resetMs: 20_000 },
	],
	[
		'a time in ms',
		{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1750000030000' },
		{ requests: 1, resetMs: 30_000 },
	],
	[
		'a time that is past',
		{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1740000000' },
		{ requests: 1, resetMs: 0 },
	],
	[
		'a time in ms that is past',
		{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1740000000000' },
		{ requests: 1, resetMs: 0 },
	],
	['the draft', { ratelimit: '"default";r=50;t=30' }, { requests: 50, resetMs: 30_000 }],
	[
		'the smallest of several',
		{ ratelimit: '"burst";r=50;t=30, "daily"; r=5; t=3600' },
		{ requests: 5, resetMs: 3_600_000 },
	],
	[
		'the smallest of several, first',
		{ ratelimit: '"a";r=5;t=1, "b";r=6;t=2' },
		{ requests: 5, resetMs: 1_000 },
	],
	[
		'one header for all',
		{ ratelimit: 'limit=100, remaining=8, reset=4' },
		{ requests: 8, resetMs: 4_000 },
	],
	[
		'the smallest of both',
		{ ratelimit: '"a";r=5;t=1', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '3' },
		{ requests: 4, resetMs: 3_000 },
	],
])('reads %s', (_, headers, left) => {
	expect(quotaLeft(headers, NOW)).toEqual(left);
});

it.each<[string, Record<string, unknown> | undefined]>([
	['no headers', undefined],
	['others', { 'content-type': 'application/json' }],
	['half of it', { 'ratelimit-remaining': '3' }],
	['the other half', { 'ratelimit-reset': '3' }],
	['words', { 'ratelimit-remaining': 'many', 'ratelimit-reset': 'soon' }],
	['numbers below zero', { 'ratelimit-remaining': '-1', 'ratelimit-reset': '-5' }],
	['objects', { 'ratelimit-remaining': {}, 'ratelimit-reset': null, ratelimit: [] }],
	['other parameters', { ratelimit: '"a";w=5;bar=1;start=3' }],
])('makes nothing of %s', (_, headers) => {
	expect(quotaLeft(headers, NOW)).toBeUndefined();
});
