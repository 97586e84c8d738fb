import type { Settled } from './kind';

/**
 * Isolation is given up for a shop after so many of its rows were refused alone, one after another and
 * for one reason.
 */
const ENOUGH = 100;

/** The message for rows that were refused together, and are not sent alone. */
export const NOT_TRIED_ALONE = `Its rows were not tried one by one, because before them ${ENOUGH} rows of the shop were refused alone, one after another and for the same reason.`;

/**
 * Knows for each shop whether it is still worth halving its refused requests. Where all rows of a shop
 * are wrong in the same way, that would take two requests per row.
 */
export interface Isolation {
	/** Notes the answer to each request, in any order. */
	note(shop: string, settled: Settled): void;
	isWorthwhile(shop: string): boolean;
}

export function createIsolation(): Isolation {
	/** How many rows of a shop were refused alone since one was accepted, and why. */
	const refused = new Map<string, { reason: string; rows: number }>();
	return {
		note(shop, settled) {
			if (settled.outcome === 'accepted') refused.delete(shop);
			else if (settled.status === 400 && settled.rows.length === 1) {
				const reason = withoutIds(settled.error.message);
				const known = refused.get(shop);
				const rows = known?.reason === reason ? known.rows + 1 : 1;
				refused.set(shop, { reason, rows });
			}
		},
		isWorthwhile: (shop) => (refused.get(shop)?.rows ?? 0) < ENOUGH,
	};
}

/**
 * A service may name the row, the time or the request in its message: words with digits are left out.
 */
const withoutIds = (text: string): string => text.replace(/\w*\d\w*/g, '#');
