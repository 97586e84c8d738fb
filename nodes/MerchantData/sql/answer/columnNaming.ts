import type { Row } from './rows';

const SHOP_NAMES = ['shop', 'shopDomain'];

/**
 * The column for the shop: the first of `shop`, `shopDomain`, `shop_1`, `shop_2` … that no row uses.
 */
export const shopColumn = (isUsed: (name: string) => boolean): string =>
	freeColumn(SHOP_NAMES, isUsed);

/** The first of some names that no row uses, or the first of them with a number. */
export function freeColumn(names: readonly string[], isUsed: (name: string) => boolean): string {
	const known = names.find((name) => !isUsed(name));
	if (known !== undefined) return known;
	let count = 1;
	while (isUsed(`${names[0]}_${count}`)) count++;
	return `${names[0]}_${count}`;
}

/** Whether any row of several answers has a column. */
export function isColumnOf(answers: ReadonlyArray<readonly Row[]>, name: string): boolean {
	return answers.some((rows) => rows.some((row) => Object.hasOwn(row, name)));
}

/** Adds the shop to each row, in place. */
export function addShop(rows: readonly Row[], column: string, shop: string): void {
	for (const row of rows) row[column] = shop;
}
