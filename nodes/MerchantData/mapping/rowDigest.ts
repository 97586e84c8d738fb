import { hash } from 'node:crypto';
import { isLongNumber, parseJsonExactly } from '../lib/exactNumbers';
import { twelveDigits } from '../lib/jsonText';
import { isObject } from '../lib/objects';
import type { Layout } from './columns';

/** Most rows that are compared with the last run: n8n keeps a digest of each, and reads all of them at once. */
export const MOST_COMPARED = 100_000;

/** Characters of base64: 132 bits, so that two rows of a node never get the same one by chance. */
const LENGTH = 22;

/**
 * Digest of a row for the comparison with the last run: equal for equal fields and values of one shop, in whatever order
 * the fields come. JSON texts one after another are unambiguous.
 * @param cells the values as JSON, by the place of their column; empty for none
 */
export function rowDigest(
	shop: string,
	byPath: Layout['byPath'],
	cells: readonly string[],
): string {
	let text = JSON.stringify(shop);
	for (const field of byPath) {
		const json = 'json' in field ? field.json : cells[field.at];
		if (json !== '') text += JSON.stringify(field.path) + canonicalJson(json);
	}
	return hash('sha256', text, 'base64').slice(0, LENGTH);
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
	if (!isObject(value)) return value;
	const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(fields.map(([name, inner]) => [name, inOrder(inner)]));
}
