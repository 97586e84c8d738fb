import type { Row } from './rows';

const SHOP_NAMES = ['shop', 'shopDomain'];

/**
 * The column for the shop: the first of `shop`, `shopDomain`, `shop_1`, `shop_2` … that no row uses.
 * @param answers the rows of all answers that shall have it under the same name
 */
export function shopColumn(answers: ReadonlyArray<readonly Row[]>): string {
	const isFree = (name: string) =>
		!answers.some((rows) => rows.some((row) => Object.hasOwn(row, name)));
	const known = SHOP_NAMES.find(isFree);
	if (known !== undefined) return known;
	let count = 1;
	while (!isFree(`shop_${count}`)) count++;
	return `shop_${count}`;
}

/** Adds the shop to each row, in place. */
export function addShop(rows: readonly Row[], column: string, shop: string): void {
	for (const row of rows) row[column] = shop;
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
