import { pause } from '../../shared/pause';

/** The waits of one execution. They are counted for its limit and for the hint that reports them. */
export interface WaitBudget {
	/** The execution's cancel signal, where there is one. */
	readonly signal: AbortSignal | undefined;
	/** Whether the execution was cancelled. */
	readonly cancelled: boolean;
	/** How many waits there were. Those that overlap count as one. */
	readonly pauses: number;
	/** Milliseconds spent waiting so far, the waits under way included. */
	readonly waitedMs: number;
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
	const isCancelled = () => signal?.aborted === true;
	const sinceMs = () => (underWay > 0 ? Date.now() - since : 0);

	function begin(): () => void {
		if (underWay++ === 0) {
			since = Date.now();
			pauses++;
		}
		let hasEnded = false;
		return () => {
			if (hasEnded) return;
			hasEnded = true;
			if (underWay === 1) endedMs += sinceMs();
			underWay--;
		};
	}

	return {
		signal,
		get cancelled() {
			return isCancelled();
		},
		get pauses() {
			return pauses;
		},
		get waitedMs() {
			return endedMs + sinceMs();
		},
		begin,
		async pause(ms) {
			if (ms <= 0) return !isCancelled();
			const end = begin();
			await pause(ms, signal);
			end();
			return !isCancelled();
		},
	};
}
