import { WaitBudget } from '../../../../nodes/MerchantData/service/limiter/waitBudget.ts';
import { ended } from '../../../kit/execution.mts';

beforeEach(() => jest.useFakeTimers());

describe('a pause', () => {
	it.each([0, -1_000])('of %i ms is none: it takes no time and is not counted', async (ms) => {
		const waiter = new WaitBudget(undefined);
		expect(await ended(waiter.pause(ms))).toEqual({ value: true, tookMs: 0 });
		expect(waiter).toMatchObject({ pauses: 0, waitedMs: 0 });
	});

	it('ends at once when the execution is cancelled, and counts what it took', async () => {
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 210);
		const waiter = new WaitBudget(abort.signal);
		expect(await ended(waiter.pause(60_000))).toEqual({ value: false, tookMs: 210 });
		expect(waiter).toMatchObject({ pauses: 1, waitedMs: 210 });
	});

	it.each([0, 100])('of %i ms does not start once the execution is cancelled', async (ms) => {
		const waiter = new WaitBudget(AbortSignal.abort());
		expect(await ended(waiter.pause(ms))).toEqual({ value: false, tookMs: 0 });
	});
});

describe('waits that overlap', () => {
	const later = async <T,>(ms: number, what: () => T) => {
		await new Promise((resolve) => setTimeout(resolve, ms));
		return what();
	};

	it.each([
		['one within the other', [0, 3_000], [1_000, 1_000], 1, 3_000],
		['one after the beginning of the other', [0, 2_000], [1_000, 2_000], 1, 3_000],
		['not at all', [0, 1_000], [2_000, 1_000], 2, 2_000],
	])('%s are counted once', async (_, [from, ms], [otherFrom, otherMs], pauses, waitedMs) => {
		const waiter = new WaitBudget(undefined);
		await ended(
			Promise.all([
				later(from!, async () => await waiter.pause(ms!)),
				later(otherFrom!, async () => await waiter.pause(otherMs!)),
			]),
		);
		expect(waiter).toMatchObject({ pauses, waitedMs });
	});

	it('are counted as far as they have come', async () => {
		const waiter = new WaitBudget(undefined);
		const end = waiter.begin();
		await jest.advanceTimersByTimeAsync(700);
		expect(waiter).toMatchObject({ pauses: 1, waitedMs: 700 });
		const endOther = waiter.begin();
		end();
		await jest.advanceTimersByTimeAsync(100);
		expect(waiter).toMatchObject({ pauses: 1, waitedMs: 800 });
		endOther();
		await jest.advanceTimersByTimeAsync(1_000);
		expect(waiter).toMatchObject({ pauses: 1, waitedMs: 800 });
	});
});

describe('what may still be waited', () => {
	const limits = { timeout: 300, maxWait: 2, maxParallelRequests: 16 };

	it('is what is left of Max Wait, negative once more was waited', async () => {
		const waiter = new WaitBudget(undefined);
		expect(waiter.leftMs(limits)).toBe(2_000);
		await ended(waiter.pause(500));
		expect(waiter.leftMs(limits)).toBe(1_500);
		waiter.begin();
		await jest.advanceTimersByTimeAsync(1_600);
		expect(waiter.leftMs(limits)).toBe(-100);
	});

	it('is no more than the time until the latest end', async () => {
		const waiter = new WaitBudget(undefined);
		const endsAt = performance.now() + 1_000;
		await jest.advanceTimersByTimeAsync(300);
		expect(waiter.leftMs({ ...limits, endsAt })).toBe(700);
		expect(waiter.leftMs({ ...limits, maxWait: 0.1, endsAt })).toBe(100);
	});
});

it.each([-7_200_000, -60_000, 7_200_000])('a clock set by %i ms changes nothing', async (ms) => {
	const waiter = new WaitBudget(undefined);
	waiter.begin();
	const endsAt = performance.now() + 5_000;
	jest.setSystemTime(Date.now() + ms);
	await jest.advanceTimersByTimeAsync(1_000);
	expect(waiter.waitedMs).toBe(1_000);
	expect(waiter.leftMs({ timeout: 1, maxWait: 300, endsAt })).toBe(4_000);
});
