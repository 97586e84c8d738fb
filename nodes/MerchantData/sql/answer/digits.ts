import { replaceNumbers } from '../../shared/json';

/**
 * Numbers in an answer that JavaScript cannot hold, or would write otherwise. They become texts before the
 * answer is parsed: parsing keeps about 16 digits of a number, and makes 12.5 of 12.50.
 */

/** Whole numbers up to this one are held exactly. Two ids beyond it may become the same number. */
const LARGEST_WHOLE = BigInt(2 ** 53);
/** So many digits before the point, or a large exponent. Decimals may have any number of digits behind it. */
const MAY_BE_LONG = /[-[,:\s]\d{16}|^\d{16}|\d[eE]\+?\d{3}/;

/**
 * A JSON text in which each number beyond 2^53 is a text, with its digits as they were written: all of
 * them, so that the ids of a column have one type. With an exponent it is no id, and stays a number.
 */
export function longNumbersAsText(json: string): string {
	if (!MAY_BE_LONG.test(json)) return json;
	return replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
}

function isLong(digits: string): boolean {
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > LARGEST_WHOLE;
}

/** Begins a text that is a number (DEL, which JSON does not escape). No service begins a text with it. */
const MARK = '\x7f';
/** The end of a number that may be written otherwise, such as 12.50; a look back is three times as fast. */
const WRITTEN_OTHERWISE = /[,}\]](?<=(?:[\d.]{16}|\.\d*0|\d[eE][+-]?\d+|-0)\s*.)/;

/**
 * A JSON text in which each number that JavaScript would write otherwise is a marked text, for files:
 * {@link cellText} and {@link asWritten} make a number of it again.
 */
export function markedNumbers(json: string): string {
	if (!WRITTEN_OTHERWISE.test(json)) return json;
	return replaceNumbers(json, (digits) =>
		String(Number(digits)) === digits ? digits : `"${MARK}${digits}"`,
	);
}

/** A text without its mark. */
export const cellText = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text);

const MARKED = new RegExp(`"${MARK}(-?\\d[\\d.eE+-]*)"`, 'g');

/** JSON text of marked values, in which they are numbers as they were written. */
export const asWritten = (json: string): string =>
	json.includes(MARK) ? json.replace(MARKED, '$1') : json;
