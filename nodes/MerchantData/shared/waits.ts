/** How long to wait before a request is repeated: as a header says, or by backoff. In milliseconds. */

/** The longest wait that a header may ask for: beyond it, the unit or the year must be a mistake. */
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

/**
 * How long a `Retry-After` header asks to wait, in milliseconds and an hour at most. It is in seconds
 * ("Limits").
 * @returns undefined where it is missing, not positive or cannot be read
 */
export function retryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim() ?? '';
	const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0;
	return seconds > 0 ? Math.min(seconds * 1_000, LONGEST_WAIT_MS) : undefined;
}

/** Larger numbers are points in time, not durations: the year 2001 in seconds, and in milliseconds. */
const FIRST_UNIX_SECONDS = 1e9;
const FIRST_UNIX_MS = 1e12;

/**
 * How long to wait by a number in a header: it is seconds, or a Unix time in seconds or
 * milliseconds, as some services send.
 * @param now ms since the epoch
 * @returns negative where the time has passed
 */
export function secondsOrTimeMs(value: number, now: number): number {
	if (value >= FIRST_UNIX_MS) return value - now;
	return value >= FIRST_UNIX_SECONDS ? value * 1_000 - now : value * 1_000;
}
