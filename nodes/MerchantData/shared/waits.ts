/** How long to wait: what a header says, and what is waited where none does. In milliseconds. */

/** Nothing a service says is waited for longer: it may mean another year, or another unit. */
export const LONGEST_WAIT_MS = 3_600_000;

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/**
 * Exponential backoff with jitter: at least half of 1 s, 2 s, 4 s … up to 60 s.
 * @param repeat 0 for the first wait
 * @param chance a number from 0 to 1
 */
export function backoffMs(repeat: number, chance: number): number {
	const whole = Math.min(FIRST_BACKOFF_MS * 2 ** repeat, LONGEST_BACKOFF_MS);
	return Math.round(whole * (0.5 + chance / 2));
}

/** Numbers from these on are points in time: the year 2001 in seconds, in milliseconds. */
const FIRST_UNIX_SECONDS = 1e9;
const FIRST_UNIX_MS = 1e12;

/**
 * How long a number of a header is to be waited: it is seconds, or a Unix time in seconds or
 * milliseconds, as some services send.
 * @param now ms since the epoch
 * @returns negative where the time has passed
 */
export function secondsOrTimeMs(value: number, now: number): number {
	if (value >= FIRST_UNIX_MS) return value - now;
	return value >= FIRST_UNIX_SECONDS ? value * 1_000 - now : value * 1_000;
}
