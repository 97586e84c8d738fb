import { hash } from 'node:crypto';
import type { Layout } from './columns';
import { canonicalJson } from './canonicalJson';

/** Most rows that are compared with the last run: n8n keeps a digest of each, and reads all of them at once. */
export const MOST_COMPARED = 100_000;

/** Characters of base64: 132 bits, so that no two rows of a node ever have the same by chance. */
const LENGTH = 22;

/**
 * What a row is compared with the last run by: the same for the same fields and values to the same shop, in whatever
 * order the fields come. JSON texts, one after another, can be read in one way only.
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
