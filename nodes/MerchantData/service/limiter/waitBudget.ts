import type { Limits } from '../../shared/fields';
import { pause } from '../../shared/pause';

export type WaitBudget = ReturnType<typeof createWaitBudget>;

/**
 * The waits of one execution. They are counted for its limit and for the hint that reports them. Times are
 * monotonic: a clock that is set changes nothing.
 * @param signal the execution's cancel signal, where there is one
 */
export function createWaitBudget(signal: AbortSignal | undefined) {
	let pauses = 0;
	let underWay = 0;
	let since = 0;
	let endedMs = 0;
	const waitedMs = () => endedMs + (underWay > 0 ? performance.now() - since : 0);

	/** Counts the time from now on as waiting. @returns what ends it */
	function begin(): () => void {
		if (underWay++ === 0) {
			since = performance.now();
			pauses++;
		}
		let hasEnded = false;
		return () => {
			if (hasEnded) return;
			hasEnded = true;
			const ms = waitedMs();
			if (--underWay === 0) endedMs = ms;
		};
	}

	return {
		signal,
		/** How many waits there were. Those that overlap count as one. */
		get pauses() {
			return pauses;
		},
		/** Milliseconds spent waiting so far, the waits under way included. */
		get waitedMs() {
			return waitedMs();
		},
		leftMs: ({ maxWait, endsAt = Infinity }: Limits): number =>
			Math.min(maxWait * 1_000 - waitedMs(), endsAt - performance.now()),
		begin,
		/** Waits for `ms` milliseconds. @returns false where the execution was cancelled meanwhile */
		async pause(ms: number): Promise<boolean> {
			if (ms <= 0) return !signal?.aborted;
			const end = begin();
			const hasPassed = await pause(ms, signal);
			end();
			return hasPassed;
		},
	};
}
