import type { Row } from './rows';

const SHOP_NAMES = ['shop', 'shopDomain'];

/**
 * Adds the shop to each row, in place, under the first of `shop`, `shopDomain`, `shop_1`, `shop_2`
 * … that none of them uses.
 */
export function addShop(rows: Row[], shop: string): void {
	const isFree = (name: string) => !rows.some((row) => Object.hasOwn(row, name));
	let name = SHOP_NAMES.find(isFree);
	for (let count = 1; name === undefined; count++) {
		if (isFree(`shop_${count}`)) name = `shop_${count}`;
	}
	for (const row of rows) row[name] = shop;
}

/** n8n sends an item that has `error`, and none but these keys, to the error branch. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

/**
 * Whether n8n would take a row for an error, on either line. It asks for an `error` that is not
 * empty; a row with an empty one counts too, so that all rows of an answer have the same shape.
 */
export function looksLikeError(row: Row): boolean {
	return Object.hasOwn(row, 'error') && Object.keys(row).every((key) => ERROR_KEYS.has(key));
}
