import { parseJson, replaceNumbers } from '../lib/jsonText';

/**
 * Parses the JSON of an answer. Numbers that JavaScript cannot hold become text: all from 2^53 on, so that the IDs of a
 * column have one type. A number with an exponent is not an ID and stays a number.
 * @returns the value, undefined if it is not JSON; and whether it had such numbers
 */
export function parseAnswer(json: string): { value: unknown; hasLongNumbers: boolean } {
	const value = parseJson(json, Number.MAX_SAFE_INTEGER);
	if (value !== undefined) return { value, hasLongNumbers: false };
	const readable = replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
	return { value: parseJson(readable), hasLongNumbers: readable !== json };
}

function isLong(digits: string): boolean {
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > Number.MAX_SAFE_INTEGER;
}
