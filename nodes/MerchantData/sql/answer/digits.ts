import { parseJson, replaceNumbers, someInner } from '../../shared/json';

/** Whole numbers up to this one are held exactly. Two ids beyond it may become the same number. */
const LARGEST_WHOLE = 2 ** 53;

const LONG_NUMBERS = 'Some numbers are too long for n8n: they are given as text, as written';

/**
 * Parses the JSON of an answer. Each number that JavaScript cannot hold becomes a text of its digits: all beyond
 * 2^53, so that the ids of a column have one type. With an exponent it is no id, and stays a number.
 * @param notes gets a sentence if there were such numbers
 * @returns undefined for what is no JSON
 */
export function parseAnswer(json: string, notes: string[]): unknown {
	const value = parseJson(json);
	if (!hasLarge(value)) return value;
	const readable = replaceNumbers(json, (digits) => (isLong(digits) ? `"${digits}"` : digits));
	if (readable === json) return value;
	if (!notes.includes(LONG_NUMBERS)) notes.push(LONG_NUMBERS);
	return parseJson(readable);
}

/** Whether a number in a value is as large as those that are not exact. */
function hasLarge(value: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) >= LARGEST_WHOLE;
	return typeof value === 'object' && value !== null && someInner(value, hasLarge);
}

function isLong(digits: string): boolean {
	if (!Number.isFinite(Number(digits))) return true;
	const whole = /^-?(\d+)(?:\.\d*)?$/.exec(digits)?.[1];
	return whole !== undefined && BigInt(whole) > LARGEST_WHOLE;
}
