import type { Settled } from './rowReport';

/** Rows of a shop that are refused alone, one after another and for one reason, before it is given up. */
const ENOUGH = 100;

/** What is said of rows that were refused together, and are not tried alone. */
export const NOT_TRIED_ALONE = `Its rows were not tried one by one: before them ${ENOUGH} rows of the shop were refused alone, one after another and for the same reason.`;

/**
 * Knows of each shop whether halving a refused request is still worth its requests. Where all rows of
 * a shop are wrong in the same way, that would take two requests a row.
 */
export interface Isolation {
	/** Hears what the service said to each request, in any order. */
	note(shop: string, settled: Settled): void;
	isWorthwhile(shop: string): boolean;
}

export function createIsolation(): Isolation {
	/** How many rows of a shop were refused alone since one was accepted, and why. */
	const refused = new Map<string, { reason: string; rows: number }>();
	return {
		note(shop, settled) {
			if (settled.outcome === 'accepted') refused.delete(shop);
			else if (settled.status === 400 && settled.records.length === 1) {
				const reason = withoutIds(settled.error.message);
				const known = refused.get(shop);
				const rows = known?.reason === reason ? known.rows + 1 : 1;
				refused.set(shop, { reason, rows });
			}
		},
		isWorthwhile: (shop) => (refused.get(shop)?.rows ?? 0) < ENOUGH,
	};
}

/** Services name the row, the time or the request in what they say: words with a digit in them. */
const withoutIds = (text: string): string => text.replace(/\w*\d\w*/g, '#');
