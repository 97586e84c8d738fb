/** The longest wait that a header may request: beyond it, the unit must be wrong. */
const LONGEST_WAIT_MS = 3_600_000;

const LONGEST_BACKOFF_MS = 60_000;

/** Exponential backoff with jitter. @param repeat 0 for the first wait. @param chance from 0 to 1 */
export function backoffMs(firstMs: number, repeat: number, chance: number): number {
	const whole = Math.min(firstMs * 2 ** repeat, LONGEST_BACKOFF_MS);
	return Math.round(whole * (0.75 + chance / 2));
}

/** The wait that a `Retry-After` header requests in seconds ("Limits"); undefined if it is missing or not such a time. */
export function retryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim() ?? '';
	const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0;
	return seconds > 0 ? Math.min(seconds * 1_000, LONGEST_WAIT_MS) : undefined;
}
