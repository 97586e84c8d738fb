import { replaceNumbers } from '../../shared/json';

/**
 * Whole numbers in an answer that JavaScript cannot hold. They become texts before the answer is parsed: parsing
 * keeps about 16 digits of a number.
 */

/** Whole numbers up to this one are held exactly. Two ids beyond it may become the same number. */
const LARGEST_WHOLE = BigInt(2 ** 53);
/** So many digits before the point, or a large exponent. Decimals may have any number of digits behind it. */
const MAY_BE_LONG = /[-[,:\s]\d{16}|^\d{16}|\d[eE]\+?\d{3}/;

const LONG_NUMBERS =
	'The answer has numbers that are too long for n8n: they are given as text, with the digits as written. Cast them in the query if the type matters';

/** A JSON text in which n8n can hold all numbers. @param notes gets a sentence if it had others */
export function readableNumbers(json: string, notes: string[]): string {
	const readable = longNumbersAsText(json);
	if (readable !== json && !notes.includes(LONG_NUMBERS)) notes.push(LONG_NUMBERS);
	return readable;
}

/**
 * A JSON text in which each number beyond 2^53 is a text, with its digits as they were written: all of
 * them, so that the ids of a column have one type. With an exponent it is no id, and stays a number.
 */
function longNumbersAsText(json: string): string {
	if (!MAY_BE_LONG.test(json)) return json;
	return replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
}

function isLong(digits: string): boolean {
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > LARGEST_WHOLE;
}
