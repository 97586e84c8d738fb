import { replaceNumbers } from '../../shared/json';

/**
 * JavaScript holds all whole numbers up to 2^53, but only some of those beyond: two ids of 18 digits
 * may become the same number. It holds no number beyond 1.8e308.
 */
const MOST = 2 ** 53;
const LARGEST_WHOLE = BigInt(MOST);

/**
 * A JSON text in which each number beyond 2^53 is a text, with its digits as they were written: all of
 * them, so that the ids of a column have one type. A number with an exponent is a measurement, not
 * an id: it stays a number.
 * @param json valid JSON
 * @param value what it says: looking for such numbers there takes a third of the time that the text takes
 * @returns undefined where there is no such number
 */
export function longNumbersAsText(json: string, value: unknown): string | undefined {
	if (!mayBeLong(value)) return undefined;
	const text = replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
	return text === json ? undefined : text;
}

/** With loops, because answers may have millions of values, and `Object.values` would make a list of each. */
function mayBeLong(value: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) >= MOST;
	if (value === null || typeof value !== 'object') return false;
	if (Array.isArray(value)) return value.some(mayBeLong);
	for (const key in value) {
		if (mayBeLong((value as Record<string, unknown>)[key])) return true;
	}
	return false;
}

function isLong(digits: string): boolean {
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > LARGEST_WHOLE;
}
