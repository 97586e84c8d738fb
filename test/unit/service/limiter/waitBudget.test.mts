import { WaitBudget } from '../../../../nodes/MerchantData/service/limiter/waitBudget.ts';
import { ended } from '../../../kit/execution.mts';

beforeEach(() => jest.useFakeTimers());

it.each([0, -1_000])('a pause of %i ms takes no time and is not counted', async (ms) => {
	const waits = new WaitBudget(undefined);
	expect(await ended(waits.pause(ms))).toEqual({ value: true, tookMs: 0 });
	expect(waits).toMatchObject({ pauses: 0, waitedMs: 0 });
});

it.each([60_000, 0, 100])('a pause (%i ms) ends with its execution', async (ms) => {
	const abort = new AbortController();
	if (ms === 60_000) setTimeout(() => abort.abort(), 210);
	else abort.abort();
	const waits = new WaitBudget(abort.signal);
	expect(await ended(waits.pause(ms))).toEqual({ value: false, tookMs: waits.waitedMs });
	expect(waits.waitedMs).toBe(ms === 60_000 ? 210 : 0);
});

it('counts waits that overlap once, as far as they have come', async () => {
	const waits = new WaitBudget(undefined);
	const end = waits.begin();
	await jest.advanceTimersByTimeAsync(700);
	expect(waits).toMatchObject({ pauses: 1, waitedMs: 700 });
	const endOther = waits.begin();
	end();
	await jest.advanceTimersByTimeAsync(100);
	expect(waits).toMatchObject({ pauses: 1, waitedMs: 800 });
	endOther();
	await jest.advanceTimersByTimeAsync(1_000);
	expect(waits).toMatchObject({ pauses: 1, waitedMs: 800 });
	await ended(waits.pause(50));
	expect(waits).toMatchObject({ pauses: 2, waitedMs: 850 });
});

it('what may still be waited is left of Max Wait, and ends by the latest end', async () => {
	const waits = new WaitBudget(undefined);
	const limits = { timeout: 300, maxWait: 2 };
	const endsAt = performance.now() + 1_000;
	expect([waits.leftMs(limits), waits.leftMs({ ...limits, endsAt })]).toEqual([2_000, 1_000]);
	jest.setSystemTime(Date.now() + 7_200_000);
	await ended(waits.pause(500));
	expect([waits.leftMs(limits), waits.leftMs({ ...limits, endsAt })]).toEqual([1_500, 500]);
	waits.begin();
	await jest.advanceTimersByTimeAsync(1_600);
	expect([waits.leftMs(limits), waits.leftMs({ ...limits, endsAt })]).toEqual([-100, -1_100]);
});
