import { InvalidValue } from '../shared/invalidValue';
import { shopIdentity } from '../shared/shopDomain';

/** Finds rows that name another shop than the one they would go to. */

/** "shop", "Shop Domain", "store_domain": in any case, with anything between the words. */
const NAMES_A_SHOP = /^\s*(?:shop(?:[\s_-]*(?:domain|id|url))?|store(?:[\s_-]*domain)?)\s*$/i;

export const namesAShop = (column: string): boolean => NAMES_A_SHOP.test(column);

/**
 * Looks at a value of a row.
 * @param shop that the row would go to
 * @param wayToShop what to do so that the row goes to the shop that the column names, as a sentence
 * @returns why the row is not sent, where the value reads as the domain of another shop
 */
export function otherShop(
	column: string,
	value: unknown,
	shop: string,
	wayToShop: (column: string) => string,
): InvalidValue | undefined {
	// Most rows name their shop as it was typed, or hold no domain.
	if (typeof value !== 'string' || value === shop || !value.includes('.')) return undefined;
	if (!namesAShop(column)) return undefined;
	const named = domainOf(value);
	if (named === undefined || named === shopIdentity(shop)) return undefined;
	return new InvalidValue(
		column,
		`is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`,
		wayToShop(column),
	);
}

/** A name such as "St. Gallen" and a number such as 12.50 are no domains. */
function domainOf(text: string): string | undefined {
	const typed = text.trim();
	const domain = /\s/.test(typed) ? undefined : shopIdentity(typed);
	return domain !== undefined && /\.\d+$/.test(domain) ? undefined : domain;
}
