import { sleep } from 'n8n-workflow';

/** n8n has no sleep that a signal can end, so waits are slept in slices with a look at the signal. */
export const SLICE_MS = 200;

/** Waits of one execution: they end with it, and are counted for the hint that reports them. */
export interface Waiter {
	/** Whether the execution was cancelled. */
	readonly cancelled: boolean;
	/** Pauses so far. */
	readonly pauses: number;
	/** Milliseconds spent in pauses so far. */
	readonly waitedMs: number;
	/** Waits for `ms` milliseconds. @returns false where the execution was cancelled meanwhile */
	pause(ms: number): Promise<boolean>;
	/**
	 * Waits for `turn` while `goesOn`. It is not counted: in a line, others are served meanwhile.
	 * @returns whether it has come, and the execution was not cancelled
	 */
	turn(turn: Promise<unknown>, goesOn: () => boolean): Promise<boolean>;
}

/** @param signal the execution's cancel signal, where there is one */
export function createWaiter(signal: AbortSignal | undefined): Waiter {
	let pauses = 0;
	let waitedMs = 0;
	const isCancelled = () => signal?.aborted === true;

	return {
		get cancelled() {
			return isCancelled();
		},
		get pauses() {
			return pauses;
		},
		get waitedMs() {
			return waitedMs;
		},
		async pause(ms) {
			if (ms <= 0) return !isCancelled();
			const started = Date.now();
			pauses++;
			for (let left = ms; left > 0 && !isCancelled(); left = started + ms - Date.now()) {
				await sleep(Math.min(left, SLICE_MS));
			}
			waitedMs += Date.now() - started;
			return !isCancelled();
		},
		async turn(turn, goesOn) {
			let hasCome = false;
			const arrival = turn.then(() => {
				hasCome = true;
			});
			do await Promise.race([arrival, sleep(SLICE_MS)]);
			while (!hasCome && !isCancelled() && goesOn());
			return hasCome && !isCancelled();
		},
	};
}
