import { InvalidValue } from '../shared/invalidValue';

/**
 * Numbers in JSON text whose digits JavaScript cannot hold: an id of 20 digits, 1e400, more than 16
 * decimals. They are sent as they were written, where Node.js can do that (`JSON.rawJSON`, from 22 on).
 */

/** Numbers with fewer digits and no exponent are always held. */
const MAY_CHANGE = /[\d.]{17}|\d{16}|\d[eE]/;

/** A string, which is passed over, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

function replaceLongNumbers(json: string, replace: (digits: string) => string): string {
	if (!MAY_CHANGE.test(json)) return json;
	return json.replace(STRING_OR_NUMBER, (found) =>
		found.startsWith('"') || isHeld(found) ? found : replace(found),
	);
}

/** A JSON text in which such numbers are texts. @param json valid */
export const readableJson = (json: string): string =>
	replaceLongNumbers(json, (digits) => `"${digits}"`);

const { rawJSON, isRawJSON } = JSON as {
	rawJSON?: (text: string) => unknown;
	isRawJSON?: (value: unknown) => boolean;
};

/** Whether a value is a number of {@link parseJsonExactly} that JavaScript cannot hold. */
export const isLongNumber = (value: unknown): boolean => isRawJSON?.(value) ?? false;

/** Tells a number among the texts. */
const MARK = 'merchantData:digits:';

/**
 * Parses JSON text so that JSON.stringify writes each number with the digits that it came with.
 * @throws SyntaxError where it is not JSON
 * @throws InvalidValue with the name of a number that is beyond the range of numbers, or that this
 *   Node.js cannot hold
 */
export function parseJsonExactly(text: string): unknown {
	const marked = replaceLongNumbers(text, (digits) => `"${MARK}${digits}"`);
	if (marked === text) return JSON.parse(text);
	// What is wrong with the JSON is told of the text itself.
	JSON.parse(text);
	return JSON.parse(marked, (name, value: unknown) => {
		if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
		const digits = value.slice(MARK.length);
		if (rawJSON && Number.isFinite(Number(digits))) return rawJSON(digits);
		throw new InvalidValue(
			name,
			`is ${digits.slice(0, 100)}, a number that JavaScript cannot hold`,
			'Give it as text, in quotes.',
		);
	}) as unknown;
}

/** Whether reading a number and writing it again gives the same number. */
export function isHeld(digits: string): boolean {
	const value = Number(digits);
	return Number.isFinite(value) && canonical(String(value)) === canonical(digits);
}

/** The significant digits and the power of ten: the same for all spellings of a number. */
function canonical(number: string): string {
	const [mantissa, exponent = '0'] = number.toLowerCase().split('e');
	const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
