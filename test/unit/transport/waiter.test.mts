import { createWaiter } from '../../../nodes/MerchantData/transport/waiter.ts';
import { ended } from './context.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const never = new Promise<void>(() => {});

/** A signal that cancels the execution after so many milliseconds. */
function cancelledAfter(ms: number): AbortSignal {
	const abort = new AbortController();
	setTimeout(() => abort.abort(), ms);
	return abort.signal;
}

describe('a pause', () => {
	it.each([1, 199, 200, 201, 1_050, 60_000])('of %i ms lasts exactly so long', async (ms) => {
		const waiter = createWaiter(new AbortController().signal);
		expect(await ended(waiter.pause(ms))).toEqual({ value: true, tookMs: ms });
	});

	it('is counted, with the time that it took', async () => {
		const waiter = createWaiter(undefined);
		await ended(waiter.pause(300));
		await ended(waiter.pause(60_000));
		expect(waiter).toMatchObject({ pauses: 2, waitedMs: 60_300, cancelled: false });
	});

	it.each([0, -1_000])('of %i ms is none: it takes no time and is not counted', async (ms) => {
		const waiter = createWaiter(undefined);
		expect(await ended(waiter.pause(ms))).toEqual({ value: true, tookMs: 0 });
		expect(waiter).toMatchObject({ pauses: 0, waitedMs: 0 });
	});

	it('ends within a slice of the cancellation, and counts what it took', async () => {
		const waiter = createWaiter(cancelledAfter(250));
		expect(await ended(waiter.pause(60_000))).toEqual({ value: false, tookMs: 400 });
		expect(waiter).toMatchObject({ pauses: 1, waitedMs: 400, cancelled: true });
	});

	it('says so when the execution was cancelled during its last slice', async () => {
		const waiter = createWaiter(cancelledAfter(50));
		expect(await ended(waiter.pause(100))).toEqual({ value: false, tookMs: 100 });
	});

	it.each([0, 100])('of %i ms does not start once the execution is cancelled', async (ms) => {
		const waiter = createWaiter(AbortSignal.abort());
		expect(await ended(waiter.pause(ms))).toEqual({ value: false, tookMs: 0 });
	});
});

describe('waiting for a turn', () => {
	const goesOn = () => true;
	const after = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

	it('ends when the turn comes, and is not counted as a pause', async () => {
		const waiter = createWaiter(undefined);
		const turn = waiter.turn(after(1_234), goesOn);
		expect(await ended(turn)).toEqual({ value: true, tookMs: 1_234 });
		expect(waiter).toMatchObject({ pauses: 0, waitedMs: 0 });
	});

	it('takes no time where the turn has come already, even if waiting would not go on', async () => {
		const turn = createWaiter(undefined).turn(Promise.resolve(), () => false);
		expect(await ended(turn)).toEqual({ value: true, tookMs: 0 });
	});

	it('ends within a slice of the cancellation', async () => {
		const turn = createWaiter(cancelledAfter(250)).turn(never, goesOn);
		expect(await ended(turn)).toEqual({ value: false, tookMs: 400 });
	});

	it('ends within a slice once it need not go on', async () => {
		const end = Date.now() + 500;
		const turn = createWaiter(undefined).turn(never, () => Date.now() < end);
		expect(await ended(turn)).toEqual({ value: false, tookMs: 600 });
	});

	it('is in vain where the turn comes to a cancelled execution', async () => {
		const turn = createWaiter(AbortSignal.abort()).turn(Promise.resolve(), goesOn);
		expect(await ended(turn)).toEqual({ value: false, tookMs: 0 });
	});
});
