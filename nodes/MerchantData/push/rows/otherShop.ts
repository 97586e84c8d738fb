import { InvalidValue } from '../../shared/invalidValue';
import { membersOf, skipBlanks, textOf } from '../../shared/json';
import { shopIdentity } from '../../shared/shopDomain';
import type { ItemRow } from './row';

/** Finds rows that name another shop than the one they would go to. */

/** The columns in which a row may name its shop. */
export const SHOP_COLUMNS: readonly string[] = ['shop', 'shopDomain', 'shop_domain'];

const MAY_NAME_A_SHOP = /"shop(?:Domain|_domain)?"\s*:/;

/** How each row gets to its shop, by the label of the field that the rows come from. */
const WAYS: Record<string, (column: string) => string> = {
	'Data Mode': (column) => `Set "Shop" to the expression ${valueOf(column)}`,
	Fields: (column) =>
		`Set "Shop" to the expression that the field "${column}" has, or remove that field`,
	Rows: (column) =>
		`Give each input item the rows of one shop and name it in "Shop" by an expression, or remove "${column}" from the rows`,
	'Input Binary Field': (column) => `Name "${column}" in "Shop Column" in the options`,
};

const valueOf = (column: string) => `{{ $json.${column} }}`;

/** The labels of the modes that have Fields to Ignore. */
const WITH_IGNORED: readonly string[] = ['Data Mode', 'Input Binary Field'];

/**
 * Looks at what one of its {@link SHOP_COLUMNS} holds in a row.
 * @param shop that the row would go to
 * @param label of the field that the row comes from
 * @returns why the row is not sent, where the value reads as the domain of another shop
 */
export function otherShop(
	column: string,
	value: unknown,
	shop: string,
	label: string,
): InvalidValue | undefined {
	// A shortcut: most rows name their shop as it was typed, or hold no domain.
	if (typeof value !== 'string' || value === shop || !value.includes('.')) return undefined;
	const named = domainOf(value);
	if (named === undefined || named === shopIdentity(shop)) return undefined;
	const ignored = `; to send the rows to ${shop} all the same, add the column to "Fields to Ignore"`;
	return new InvalidValue(
		column,
		`is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`,
		`${WAYS[label](column)}${WITH_IGNORED.includes(label) ? ignored : ''}.`,
	);
}

/** {@link otherShop} for a row that is JSON text. @param json valid */
export function otherShopIn(json: string, shop: string, label: string): InvalidValue | undefined {
	if (!MAY_NAME_A_SHOP.test(json)) return undefined;
	for (const { key, start, end } of membersOf(json, skipBlanks(json, 0))) {
		if (!SHOP_COLUMNS.includes(key) || json[start] !== '"') continue;
		const problem = otherShop(key, textOf(json.slice(start, end)), shop, label);
		if (problem) return problem;
	}
	return undefined;
}

/** A name such as "St. Gallen" and a number such as 12.50 are no domains. */
function domainOf(text: string): string | undefined {
	const typed = text.trim();
	const domain = /\s/.test(typed) ? undefined : shopIdentity(typed);
	return domain !== undefined && /\.\d+$/.test(domain) ? undefined : domain;
}

/** The rows that name other shops, and why the first of them is not sent. */
export interface OtherShops {
	records: [ItemRow, ...ItemRow[]];
	problem: InvalidValue;
	/** How many rows there are in all. */
	total: number;
}

/** Finds the rows that name other shops. @returns undefined where there is none */
export function rowsOfOtherShops(chunks: Iterable<readonly ItemRow[]>): OtherShops | undefined {
	const others: Array<Pick<OtherShops, 'problem'> & { record: ItemRow }> = [];
	let total = 0;
	for (const chunk of chunks) {
		total += chunk.length;
		for (const record of chunk) {
			const problem = record.otherShop();
			if (problem) others.push({ record, problem });
		}
	}
	if (others.length === 0) return undefined;
	const [first, ...rest] = others.map(({ record }) => record);
	return { records: [first, ...rest], problem: others[0].problem, total };
}
