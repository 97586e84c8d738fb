import { InvalidValue } from '../../shared/invalidValue';
import { type Member, membersOf, skipBlanks, textOf } from '../../shared/json';
import { shopDomain } from '../../shared/shopDomain';
import { SHOP_COLUMNS } from '../rows/otherShop';

/** The shop of each row, where a column of the file names it. */

/** Where a row goes. */
export interface RowShop {
	shop: string;
	/** Why the row is not sent: the column names no shop. */
	refusal?: InvalidValue;
}

/** Most values of which a reader remembers what they stand for. */
const MOST_KNOWN = 1_000;

/**
 * Reads what the column holds.
 * @param chosen the shop of rows that name none
 */
export function rowShopReader(column: string, chosen: string): (value: unknown) => RowShop {
	const unnamed: RowShop = { shop: chosen };
	const known = new Map<unknown, RowShop>();
	return (value) => {
		if (isEmpty(value)) return unnamed;
		let found = known.get(value);
		if (!found) {
			if (known.size >= MOST_KNOWN) known.clear();
			found = rowShop(column, value, chosen);
			known.set(value, found);
		}
		return found;
	};
}

const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function rowShop(column: string, value: unknown, chosen: string): RowShop {
	try {
		return { shop: shopDomain(value) };
	} catch (error) {
		const { message, remedy } = error as InvalidValue;
		const problem = message.replace(/^"Shop" /, '');
		return { shop: chosen, refusal: new InvalidValue(column, problem, remedy) };
	}
}

/**
 * What decides to which shop the rows of a file go, as parts of its fingerprint.
 *
 * The ledger knows rows by shop and place. A later try may choose the Shop Column, or ignore a column, to
 * send rows that were refused because they name another shop. Any other change could send a row twice.
 * @returns the parts, and those that an earlier try may have had instead
 */
export function routes({
	shopColumn,
	chosen,
	ignored,
}: {
	shopColumn: string;
	chosen: string;
	ignored: ReadonlySet<string>;
}): { own: string[]; earlier?: string[] } {
	const unseen = SHOP_COLUMNS.filter((name) => ignored.has(name) && name !== shopColumn);
	const own = shopColumn === '' ? unseen : [...unseen, shopColumn, chosen];
	const wasRefused = shopColumn === '' || SHOP_COLUMNS.includes(shopColumn);
	return own.length > 0 && wasRefused ? { own, earlier: [] } : { own };
}

/**
 * Refuses a name that no row has, most likely mistyped: all rows would go to the chosen shop.
 * @param rows JSON texts of all rows; as a rule the first one has the column
 * @throws InvalidValue
 */
export async function refuseUnknownColumn(
	column: string,
	rows: AsyncIterable<string>,
): Promise<void> {
	let first: string | undefined;
	for await (const row of rows) {
		if (memberOf(row, column)) return;
		first ??= row;
	}
	if (first === undefined) return;
	const names = membersOf(first, skipBlanks(first, 0)).map(({ key }) => key);
	throw unknownColumn(column, `The columns of its first row: ${listed(names)}.`);
}

/** That the file has no such column. @param names of its columns */
export const unknownShopColumn = (column: string, names: readonly string[]): InvalidValue =>
	unknownColumn(column, `The columns of the file: ${listed(names)}.`);

const unknownColumn = (column: string, columns: string) =>
	new InvalidValue(
		'Shop Column',
		`names "${column.slice(0, 100)}", which is no column of the file`,
		`Correct the name, or leave "Shop Column" empty to send all rows to the chosen shop. ${columns}`,
	);

const listed = (names: readonly string[]) => names.join(', ').slice(0, 200) || 'none';

/** The column in a row that is JSON text: the last of that name, as in JSON.parse. */
export const memberOf = (json: string, column: string): Member | undefined =>
	membersOf(json, skipBlanks(json, 0)).findLast(({ key }) => key === column);

/**
 * What the column holds in a row that is JSON text.
 * @returns undefined or null where it holds nothing, false where it holds no text
 */
export function shopValueIn(json: string, column: string): string | false | null | undefined {
	const member = memberOf(json, column);
	if (!member) return undefined;
	const value = json.slice(member.start, member.end);
	if (value === 'null') return null;
	return value.startsWith('"') ? textOf(value) : false;
}

/** An object with one more member before its own. @param json of the object */
export function withMember(name: string, value: string, json: string): string {
	const rest = json.slice(skipBlanks(json, 1));
	return rest === '}' ? `{${name}:${value}}` : `{${name}:${value},${rest}`;
}
