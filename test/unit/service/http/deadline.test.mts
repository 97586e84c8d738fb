import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDeadline } from '../../../../nodes/MerchantData/service/http/deadline.ts';
import { ended } from '../../../kit/execution.mts';

const never = new Promise<never>(() => {});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('ends what it watches to the millisecond', async () => {
	const watch = createDeadline(1_001, undefined);
	expect(await ended(watch.within(never))).toEqual({
		error: Object.assign(new Error('timeout of 1.001 s exceeded'), { code: 'ETIMEDOUT' }),
		tookMs: 1_001,
	});
	expect(watch.signal.aborted).toBe(true);
});

it('gives what comes in time', async () => {
	const watch = createDeadline(1_000, undefined);
	expect(await watch.within(Promise.resolve('it'))).toBe('it');
	await expect(watch.within(Promise.reject(new Error('no')))).rejects.toThrow('no');
	watch.close();
});

it('counts anew from a restart, and not in a pause', async () => {
	const watch = createDeadline(1_000, undefined);
	await jest.advanceTimersByTimeAsync(600);
	watch.restart();
	await jest.advanceTimersByTimeAsync(600);
	watch.pause();
	await jest.advanceTimersByTimeAsync(5_000);
	watch.restart();
	expect(await ended(watch.within(never))).toMatchObject({ tookMs: 1_000 });
});

it('stops at once with the execution, and leaves nothing behind', async () => {
	const cancel = new AbortController();
	const remove = jest.spyOn(cancel.signal, 'removeEventListener');
	const watch = createDeadline(60_000, cancel.signal);
	cancel.abort();
	await expect(watch.within(never)).rejects.toMatchObject({ code: 'ERR_CANCELED' });
	expect(watch.signal.aborted).toBe(true);
	expect(jest.getTimerCount()).toBe(0);
	expect(remove).toHaveBeenCalledTimes(1);
});

it('waits for nothing more once it has ended', async () => {
	const watch = createDeadline(1_000, undefined);
	await jest.advanceTimersByTimeAsync(1_000);
	await expect(watch.within(never)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

it('does not end what is over', async () => {
	const cancel = new AbortController();
	const watch = createDeadline(1_000, cancel.signal);
	watch.close();
	expect(jest.getTimerCount()).toBe(0);
	cancel.abort();
	await jest.advanceTimersByTimeAsync(2_000);
	expect(watch.signal.aborted).toBe(false);
});

it('ends where nobody waits, without an error that nobody catches', async () => {
	const unhandled = jest.fn();
	process.on('unhandledRejection', unhandled);
	const watch = createDeadline(1_000, undefined);
	await jest.advanceTimersByTimeAsync(1_000);
	jest.useRealTimers();
	await new Promise((resolve) => setTimeout(resolve, 5));
	process.off('unhandledRejection', unhandled);
	expect(watch.signal.aborted).toBe(true);
	expect(unhandled).not.toHaveBeenCalled();
});

it('keeps nothing of what it has given', async () => {
	jest.useRealTimers();
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const watch = createDeadline(60_000, undefined);
	const pieces: Array<WeakRef<object>> = [];
	for (let count = 0; count < 100; count++) {
		pieces.push(new WeakRef(await watch.within(Promise.resolve({ count }))));
	}
	await new Promise((resolve) => setTimeout(resolve, 5));
	collect();
	// The last one may still be in a register.
	expect(pieces.filter((piece) => piece.deref()).length).toBeLessThan(3);
	watch.close();
});
