import { isLongNumber, parseJsonExactly } from '../lib/exactNumbers';
import { twelveDigits } from '../lib/jsonText';

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
