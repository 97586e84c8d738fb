import { replaceNumbers } from './jsonText';

/** Numbers in JSON text that JavaScript cannot hold. From Node.js 22 on, they are sent as they were written. */

/** Whether a value is a number that still has the digits that it came with. */
export const isExact = (value: unknown): value is number =>
	typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Numbers with fewer digits and no exponent are always held. */
const MAY_NOT_BE_HELD = /[\d.]{17}|\d{16}|\d[eE]/;

/** A JSON text in which such numbers are texts. @param json valid */
export function readableJson(json: string): string {
	if (!MAY_NOT_BE_HELD.test(json)) return json;
	return replaceNumbers(json, (digits) => (isHeld(digits) ? digits : `"${digits}"`));
}

/** Whether JavaScript holds a number: it is exact, and is written again with the same digits. */
function isHeld(digits: string): boolean {
	// The search for zeros at the end takes long if there are many before it.
	if (digits.length > 1_000) return false;
	const value = Number(digits);
	return isExact(value) && significantDigits(digits) === significantDigits(String(value));
}

/** The digits of a number without zeros around them. If these are exact, so is the power of ten. */
export const significantDigits = (number: string): string =>
	number
		.replace(/e.*/i, '')
		.replace(/[-.]/g, '')
		.replace(/^0+|0+$/g, '');

/** How many decimals JavaScript writes of a number. */
export const decimalsOf = (value: number): number =>
	Number.isInteger(value) ? 0 : (/\.(\d+)$/.exec(String(value))?.[1].length ?? 0);

/** A number that this Node.js can neither hold nor keep as it was written. */
export class NumberNotHeld extends RangeError {
	/** @param field the name of its field */
	constructor(
		readonly field: string,
		readonly digits: string,
	) {
		super(`${field}: ${digits}`);
	}
}

const RAW = JSON as { rawJSON?(text: string): unknown; isRawJSON?(value: unknown): boolean };

/** Whether a value is a number of {@link parseJsonExactly} that JavaScript cannot hold. */
export const isLongNumber = (value: unknown): boolean => RAW.isRawJSON?.(value) ?? false;

/** A value as text. `String` knows no long numbers, and throws for an object with a value named toString. */
export function textOf(value: unknown): string {
	try {
		return isLongNumber(value) ? JSON.stringify(value) : String(value);
	} catch {
		return '[object Object]';
	}
}

/** Parses JSON so that JSON.stringify writes all numbers with their own digits. @throws SyntaxError, NumberNotHeld */
export function parseJsonExactly(text: string): unknown {
	const parsed = JSON.parse(text) as unknown;
	const readable = readableJson(text);
	return readable === text ? parsed : withDigits(JSON.parse(readable), parsed, '');
}

/** Turns long numbers, which are texts in `readable` and rounded in `parsed`, into numbers with all digits. */
function withDigits(readable: unknown, parsed: unknown, name: string): unknown {
	if (typeof readable === 'object' && readable !== null) {
		const [values, others] = [readable, parsed] as Array<Record<string, unknown>>;
		for (const key of Object.keys(values)) values[key] = withDigits(values[key], others[key], key);
	}
	if (typeof readable !== 'string' || typeof parsed !== 'number') return readable;
	if (RAW.rawJSON && Number.isFinite(parsed)) return RAW.rawJSON(readable);
	throw new NumberNotHeld(name, readable.slice(0, 100));
}
