import { type Ended, type InFlight, Limiter } from '../../../nodes/MerchantData/lib/limiter.ts';
import { WaitBudget } from '../../../nodes/MerchantData/lib/waitBudget.ts';
import { ended } from '../../kit/execution.mts';

beforeEach(() => jest.useFakeTimers());

const other: Ended = { as: 'other' };
const overloaded: Ended = { as: 'overloaded' };
const limited = (retryAfterMs?: number): Ended => ({ as: 'rateLimited', retryAfterMs });
const MIB = 2 ** 20;

/** Begins as many as the limiter takes now, at most `most`. */
function begin(limiter: Limiter, now: number, most = 100): InFlight[] {
	const begun: InFlight[] = [];
	while (begun.length < most && limiter.waitMs(now) === 0) begun.push(limiter.begin(now));
	return begun;
}

function endAll(limiter: Limiter, requests: InFlight[], now: number, ended: Ended = other) {
	for (const request of requests) limiter.end(request, now, ended, 0.5);
}

/** How many may be in flight after the cool-down. */
function limitOf(limiter: Limiter, now = 1e6): number {
	const begun = begin(limiter, now, 1_000);
	for (const request of begun) limiter.end(request, now, undefined, 0);
	return begun.length;
}

describe('the number of requests in flight', () => {
	it.each([
		['429', limited(1_000)],
		['502, 503, 504 or timeout', overloaded],
	])('is not limited at first, then one less after each %s, one at least', (_, ended) => {
		const limiter = new Limiter();
		expect(limitOf(limiter, 0)).toBe(1_000);
		const first = begin(limiter, 0, 20);
		endAll(limiter, first.slice(0, 3), 50, ended);
		endAll(limiter, first.slice(3), 100);
		expect(limitOf(limiter)).toBe(17);
		endAll(limiter, begin(limiter, 2_000, 16), 2_050, ended);
		expect(limitOf(limiter)).toBe(1);
		endAll(limiter, begin(limiter, 4_000), 4_050, ended);
		expect(limitOf(limiter)).toBe(1);
	});

	it('begins at sixteen if fewer were in flight, because others use the quota', () => {
		const limiter = new Limiter();
		endAll(limiter, begin(limiter, 0, 2), 50, limited(1_000));
		expect(limitOf(limiter)).toBe(14);
	});

	it.each([
		['two seconds', overloaded, [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5]],
		['three cool-downs', limited(1_000), [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]],
		['two seconds or more', limited(100), [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5]],
	])('rises by one after each %s in which it held requests back', (_, ended, expected) => {
		const limiter = new Limiter();
		endAll(limiter, begin(limiter, 0, 16), 50, ended);
		const limits: number[] = [];
		for (let now = 1_100; now <= 8_100; now += 500) {
			endAll(limiter, begin(limiter, now), now + 100);
			limits.push(limitOf(limiter, now + 100));
		}
		expect(limits).toEqual(expected);
	});

	it('is not raised while fewer are in flight, nor by what was sent before it was lowered', () => {
		const limiter = new Limiter();
		const [slow, ...refused] = begin(limiter, 0, 16);
		endAll(limiter, refused, 50, overloaded);
		endAll(limiter, [slow!], 9_000);
		expect(limitOf(limiter)).toBe(1);
		endAll(limiter, begin(limiter, 9_100), 12_000);
		expect(limitOf(limiter)).toBe(2);
		endAll(limiter, begin(limiter, 12_100, 1), 20_000);
		expect(limitOf(limiter)).toBe(2);
	});
});

it('lets 8 MiB of bodies be in flight, or one larger body', () => {
	const limiter = new Limiter();
	const [huge, half, rest] = begin(limiter, 0, 3);
	limiter.sent(huge!, 9 * MIB);
	expect(limiter.waitMs(0)).toBe(Infinity);
	endAll(limiter, [huge!], 0);
	limiter.sent(half!, 4 * MIB);
	limiter.sent(rest!, 4 * MIB);
	expect(limiter.waitMs(0)).toBe(Infinity);
	limiter.sent(half!, 4 * MIB - 1);
	expect(limiter.waitMs(0)).toBe(0);
});

describe('a cool-down', () => {
	it('lasts for the time that the service names', () => {
		const limiter = new Limiter();
		endAll(limiter, begin(limiter, 0, 1), 100, limited(3_000));
		expect([100, 3_099, 3_100].map((now) => limiter.waitMs(now))).toEqual([3_000, 1, 0]);
	});

	it('is only prolonged by refusals of requests that were sent before', () => {
		const limiter = new Limiter();
		const refused = begin(limiter, 0, 3);
		for (const [at, ms] of [2_000, 4_000, 1_000].entries())
			limiter.end(refused[at]!, 10 * at, limited(ms), 0);
		expect(limiter.waitMs(20)).toBe(3_990);
	});

	it('without a named time doubles each time, until a request is answered', () => {
		const limiter = new Limiter();
		let now = 0;
		const refuse = () => {
			// A burst counts once.
			endAll(limiter, begin(limiter, now, 2), now, limited());
			const ms = limiter.waitMs(now);
			now += ms;
			return ms;
		};
		const [slow] = begin(limiter, now, 1);
		expect([refuse(), refuse(), refuse()]).toEqual([1_000, 2_000, 4_000]);
		// Sent before the last refusal, so its answer changes nothing.
		endAll(limiter, [slow!], now);
		expect(refuse()).toBe(8_000);
		endAll(limiter, begin(limiter, now, 1), now + 10, overloaded);
		expect(refuse()).toBe(1_000);
	});
});

it('the time left is that of Max Wait, and ends at the latest end', async () => {
	const waits = new WaitBudget(undefined);
	const [limits, endsAt] = [{ timeout: 300, maxWait: 2 }, performance.now() + 1_000];
	const left = () => [waits.leftMs(limits), waits.leftMs({ ...limits, endsAt })];
	expect(left()).toEqual([2_000, 1_000]);
	await ended(waits.pause(500));
	expect(left()).toEqual([1_500, 500]);
});
