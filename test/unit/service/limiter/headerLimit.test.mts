import { createHeaderLimit } from '../../../../nodes/MerchantData/service/limiter/headerLimit.ts';

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
