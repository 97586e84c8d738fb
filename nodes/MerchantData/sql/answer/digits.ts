import { replaceNumbers } from '../../shared/json';

/**
 * JavaScript holds all whole numbers up to 2^53, but only some of those beyond: two ids of 18 digits
 * may become the same number. It holds no number beyond 1.8e308.
 */
const MOST = BigInt(2) ** BigInt(53);
/** A number with fewer digits before its point is exact, unless it has a large exponent. */
const MANY_DIGITS = 16;
const LARGE_EXPONENT = /\d[eE]\+?\d{3}/;
/** Characters of the shortest long number, such as 1e309. */
const SHORTEST_LONG = 5;
const [ZERO, NINE, POINT] = Buffer.from('09.');

/**
 * A JSON text in which each number beyond 2^53 is a text, with its digits as they were written: all of
 * them, so that the ids of a column have one type. A number with an exponent is a measurement, not
 * an id: it stays a number.
 * @param json valid JSON
 * @returns undefined where there is no such number
 */
export function longNumbersAsText(json: string): string | undefined {
	if (!mayBeLong(json)) return undefined;
	const text = replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
	return text === json ? undefined : text;
}

/** A quick check: most answers have no such number. */
function mayBeLong(json: string): boolean {
	return hasManyDigits(json) || LARGE_EXPONENT.test(json);
}

/**
 * Looks at each sixteenth character, which is much faster than a pattern: one of them is in any run of
 * sixteen digits. Digits behind a point do not count: rounding a decimal changes no id.
 */
function hasManyDigits(text: string): boolean {
	for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
		if (!isDigit(text, at)) continue;
		let [start, end] = [at, at + 1];
		while (isDigit(text, start - 1)) start--;
		while (isDigit(text, end)) end++;
		if (end - start >= MANY_DIGITS && text.charCodeAt(start - 1) !== POINT) return true;
		at = end;
	}
	return false;
}

function isDigit(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= ZERO && code <= NINE;
}

function isLong(digits: string): boolean {
	if (digits.length < SHORTEST_LONG) return false;
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > MOST;
}
