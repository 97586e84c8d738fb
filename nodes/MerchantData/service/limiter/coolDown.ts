/** The times in which a lane is closed, because the service refused a request (429). */

/** Nothing a service says closes a lane for longer: it may mean another year, or another unit. */
const LONGEST_MS = 3_600_000;
/** Backoff after a 429 without a time: 1 s, 2 s, 4 s … with jitter. */
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;
/** `Retry-After` is in whole seconds, rounded up. */
export const ROUNDING_MS = 1_000;

/** The latest time in which nothing was sent. */
export interface Closed {
	readonly closedAt: number;
	readonly until: number;
	/** Whether the time was known; otherwise it is a guess. */
	readonly isKnown: boolean;
	/** When the request was sent whose refusal closed the lane. */
	readonly refusedAt: number;
}

export interface Gate {
	readonly closed: Closed;
	/** Whether the service named no time, or the shortest that can be named. */
	readonly isShort: boolean;
	/** Whether it opened on a guess, and nothing was served since. */
	readonly isDoubtful: boolean;
	/**
	 * @param sentAt when the refused request was sent
	 * @param askedMs what the service asks for, where it does
	 * @param knownMs else how long it takes, where that is known
	 * @param chance from 0 to 1, for the jitter of the backoff
	 */
	close(now: number, sentAt: number, askedMs?: number, knownMs?: number, chance?: number): void;
	/** A refusal of the same burst: it may ask for more time. */
	extend(now: number, askedMs: number | undefined): void;
	open(now: number): void;
	/** Something was served since it closed. */
	served(): void;
}

export function createGate(): Gate {
	let closed: Closed = {
		closedAt: -Infinity,
		until: -Infinity,
		isKnown: true,
		refusedAt: -Infinity,
	};
	let isShort = false;
	/** Times that it closed since something was served. */
	let closings = 0;

	const asked = (ms: number | undefined) =>
		ms !== undefined && ms > 0 ? Math.min(ms, LONGEST_MS) : undefined;

	function backoffMs(chance: number): number {
		const whole = Math.min(FIRST_BACKOFF_MS * 2 ** closings, LONGEST_BACKOFF_MS);
		return Math.round(whole * (0.5 + chance / 2));
	}

	return {
		get closed() {
			return closed;
		},
		get isShort() {
			return isShort;
		},
		get isDoubtful() {
			return closings > 0 && !closed.isKnown;
		},
		close(now, sentAt, askedMs, knownMs, chance = 0) {
			const certainMs = asked(askedMs) ?? knownMs;
			const until = Math.max(closed.until, now + (certainMs ?? backoffMs(chance)));
			isShort = (asked(askedMs) ?? 0) <= ROUNDING_MS;
			closed = { closedAt: now, until, isKnown: certainMs !== undefined, refusedAt: sentAt };
			closings++;
		},
		extend(now, askedMs) {
			// A guess says no more the second time.
			closed = { ...closed, until: Math.max(closed.until, now + (asked(askedMs) ?? 0)) };
		},
		open(now) {
			closed = { ...closed, until: now };
			closings = 0;
		},
		served() {
			closings = 0;
		},
	};
}
