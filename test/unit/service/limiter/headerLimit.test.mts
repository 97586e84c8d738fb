import { createHold } from '../../../../nodes/MerchantData/service/limiter/headerLimit.ts';

const left = (requests: number, seconds: number) => ({
	'ratelimit-remaining': `${requests}`,
	'ratelimit-reset': `${seconds}`,
});

it('holds nothing back where the headers say nothing', () => {
	const hold = createHold();
	hold.heed(undefined, 0, 0, false);
	hold.heed({ server: 'x' }, 0, 0, false);
	expect(hold.waitMs(0)).toBe(0);
	expect(hold.spend(0)).toBe(false);
});

it('lets as many through as are left, without those in flight, then none until the quota is whole', () => {
	const hold = createHold();
	hold.heed(left(3, 30), 1_000, 1, false);
	for (let index = 0; index < 2; index++) {
		expect(hold.waitMs(1_000)).toBe(0);
		expect(hold.spend(1_000)).toBe(false);
	}
	expect(hold.waitMs(2_000)).toBe(29_000);
	expect(hold.waitMs(31_000)).toBe(0);
});

it('holds for a minute at most', () => {
	const hold = createHold();
	hold.heed(left(0, 3_000), 0, 0, false);
	expect(hold.waitMs(0)).toBe(60_000);
});

it('tells the first after nothing was left, and only that', () => {
	const hold = createHold();
	hold.heed(left(0, 1), 0, 0, false);
	expect(hold.spend(1_000)).toBe(true);
	expect(hold.spend(1_000)).toBe(false);
	hold.heed(left(5, 1), 1_000, 0, false);
	expect(hold.spend(2_000)).toBe(false);
});

it('does not believe headers again that say nothing is left when all should be', () => {
	const hold = createHold();
	hold.heed(left(0, 1), 0, 0, true);
	expect(hold.waitMs(0)).toBe(0);
	hold.heed(left(0, 1), 0, 0, false);
	expect(hold.waitMs(0)).toBe(0);
});

it('believes them on where something is left then', () => {
	const hold = createHold();
	hold.heed(left(1, 1), 0, 0, true);
	hold.spend(0);
	expect(hold.waitMs(0)).toBe(1_000);
});
