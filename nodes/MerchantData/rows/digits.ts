import { InvalidValue } from '../shared/invalidValue';
import { replaceNumbers, twelveDigits } from '../shared/json';

/** Numbers in JSON text whose digits JavaScript cannot hold. From Node.js 22 on, they are sent as they were written. */

/** Numbers with fewer digits and no exponent are always held. */
const MAY_NOT_BE_HELD = /[\d.]{17}|\d{16}|\d[eE]/;

/** A JSON text in which such numbers are texts. @param json valid */
export function readableJson(json: string): string {
	if (!MAY_NOT_BE_HELD.test(json)) return json;
	return replaceNumbers(json, (digits) => (isHeld(digits) ? digits : `"${digits}"`));
}

/** Whether reading a number and writing it again gives the same number. */
function isHeld(digits: string): boolean {
	// Looking for zeros at the end takes long if there are many before it.
	if (digits.length > 1_000) return false;
	const value = Number(digits);
	return Number.isFinite(value) && significant(digits) === significant(String(value));
}

/** The digits of a number without zeros around them. Where these are held, so is the power of ten. */
const significant = (number: string): string =>
	number
		.replace(/e.*/i, '')
		.replace(/[-.]/g, '')
		.replace(/^0+|0+$/g, '');

type RawJson = { rawJSON?(text: string): unknown; isRawJSON?(value: unknown): boolean };
const { rawJSON, isRawJSON } = JSON as RawJson;

/** Whether a value is a number of {@link parseJsonExactly} that JavaScript cannot hold. */
export const isLongNumber = (value: unknown): boolean => isRawJSON?.(value) ?? false;

/**
 * Parses JSON text so that JSON.stringify writes each number with the digits that it came with.
 * @throws SyntaxError if it is not JSON, or InvalidValue for a number that this Node.js cannot hold
 */
export function parseJsonExactly(text: string): unknown {
	const parsed = JSON.parse(text) as unknown;
	const readable = readableJson(text);
	return readable === text ? parsed : withDigits(JSON.parse(readable), parsed, '');
}

/** JSON of a list, of an object, or of a number with decimals: equal values may be written in several ways. */
const MAY_VARY = /^(?:[[{]|-?\d+[.eE])/;

/** JSON text in one form for equal values: names in order, and decimals with twelve digits. */
export const canonicalJson = (json: string): string =>
	MAY_VARY.test(json) ? JSON.stringify(inOrder(parseJsonExactly(json))) : json;

function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder);
	if (typeof value === 'number') return twelveDigits(value);
	if (isLongNumber(value)) {
		const digits = JSON.stringify(value);
		return /^-?\d+$/.test(digits) ? value : twelveDigits(Number(digits));
	}
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(fields.map(([name, inner]) => [name, inOrder(inner)]));
}

/** Makes numbers of the long ones, which are texts in `readable` and rounded in `parsed`. */
function withDigits(readable: unknown, parsed: unknown, name: string): unknown {
	if (typeof readable === 'object' && readable !== null) {
		const [values, others] = [readable, parsed] as Array<Record<string, unknown>>;
		for (const key of Object.keys(values)) values[key] = withDigits(values[key], others[key], key);
	}
	if (typeof readable !== 'string' || typeof parsed !== 'number') return readable;
	if (rawJSON && Number.isFinite(parsed)) return rawJSON(readable);
	throw new InvalidValue(
		name,
		`is ${readable.slice(0, 100)}, a number that JavaScript cannot hold`,
		'Give it as text, in quotes.',
	);
}
