/** Windows that services use: a window measured to the second is probably one of these. */
export const USUAL_WINDOWS_MS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map(
	(seconds) => seconds * 1_000,
);

/** `Retry-After` is in whole seconds, rounded up. */
export const ROUNDING_MS = 1_000;

/** A measured window may be too short by this part of it, and by the rounding. */
const TOO_SHORT = 0.05;

/**
 * The usual window between `least` and `most`, or a little longer, or `most` itself (all in ms).
 * @param least no shorter one, nor this one
 */
export function windowBetween(least: number, most: number): number {
	const within = (low: number, high: number) =>
		USUAL_WINDOWS_MS.find((usual) => usual > low && usual <= high);
	return within(least, most) ?? within(most, most * (1 + TOO_SHORT) + ROUNDING_MS) ?? most;
}
