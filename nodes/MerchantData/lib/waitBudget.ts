import { pause } from './pause';

/** The bounds that a user sets in an operation's options. */
export interface Limits {
	/** Seconds to wait for an answer. */
	timeout: number;
	maxWait: number;
	/** When all ends at the latest (by `performance.now()`): n8n limits the time of a poll. */
	endsAt?: number;
}

/** The waits of one execution. Those that overlap count as one. Times are monotonic: clocks may be set. */
export class WaitBudget {
	private underWay = 0;
	private since = 0;
	private endedMs = 0;

	constructor(readonly signal: AbortSignal | undefined) {}

	/** Includes a wait under way. */
	get waitedMs(): number {
		return this.endedMs + (this.underWay > 0 ? performance.now() - this.since : 0);
	}

	leftMs({ maxWait, endsAt = Infinity }: Limits): number {
		return Math.min(maxWait * 1_000 - this.waitedMs, endsAt - performance.now());
	}

	/** Counts the time that a wait takes. It should not throw. */
	async counted<T>(wait: Promise<T>): Promise<T> {
		if (this.underWay++ === 0) this.since = performance.now();
		const value = await wait;
		const ms = this.waitedMs;
		if (--this.underWay === 0) this.endedMs = ms;
		return value;
	}

	/** @returns false if the execution was cancelled meanwhile */
	async pause(ms: number): Promise<boolean> {
		return await this.counted(pause(ms, this.signal));
	}
}
