import { replaceNumbers } from '../../shared/json';

/** Whole numbers up to this one are held exactly. Two ids beyond it may become the same number. */
const LARGEST_WHOLE = BigInt(2 ** 53);
/** So many digits before the point, or a large exponent. Decimals may have any number of digits behind it. */
const MAY_BE_LONG = /[-[,:\s]\d{16}|^\d{16}|\d[eE]\+?\d{3}/;

const LONG_NUMBERS =
	'The answer has numbers that are too long for n8n: they are given as text, with the digits as written. Cast them in the query if the type matters';

/**
 * A JSON text in which each number that JavaScript cannot hold is a text of its digits: all beyond 2^53, so that
 * the ids of a column have one type. With an exponent it is no id, and stays a number.
 * @param notes gets a sentence if there were such numbers
 */
export function readableNumbers(json: string, notes: string[]): string {
	if (!MAY_BE_LONG.test(json)) return json;
	const readable = replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
	if (readable !== json && !notes.includes(LONG_NUMBERS)) notes.push(LONG_NUMBERS);
	return readable;
}

function isLong(digits: string): boolean {
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > LARGEST_WHOLE;
}
