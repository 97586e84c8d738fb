import type { Limits } from '../../shared/fields';
import { pause } from '../../shared/pause';

/**
 * The waits of one execution. They are counted for its limit and for the hint that reports them. Times are
 * monotonic: a clock that is set changes nothing.
 */
export interface WaitBudget {
	/** The execution's cancel signal, where there is one. */
	readonly signal: AbortSignal | undefined;
	/** How many waits there were. Those that overlap count as one. */
	readonly pauses: number;
	/** Milliseconds spent waiting so far, the waits under way included. */
	readonly waitedMs: number;
	/** Milliseconds that the execution may still wait. */
	leftMs(limits: Limits): number;
	/** Counts the time from now on as waiting. @returns what ends it */
	begin(): () => void;
	/** Waits for `ms` milliseconds. @returns false where the execution was cancelled meanwhile */
	pause(ms: number): Promise<boolean>;
}

/** @param signal the execution's cancel signal, where there is one */
export function createWaitBudget(signal: AbortSignal | undefined): WaitBudget {
	let pauses = 0;
	let underWay = 0;
	let since = 0;
	let endedMs = 0;
	const waitedMs = () => endedMs + (underWay > 0 ? performance.now() - since : 0);

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
		get pauses() {
			return pauses;
		},
		get waitedMs() {
			return waitedMs();
		},
		leftMs: ({ maxWait, endsAt = Infinity }) =>
			Math.min(maxWait * 1_000 - waitedMs(), endsAt - performance.now()),
		begin,
		async pause(ms) {
			if (ms <= 0) return !signal?.aborted;
			const end = begin();
			const hasPassed = await pause(ms, signal);
			end();
			return hasPassed;
		},
	};
}
