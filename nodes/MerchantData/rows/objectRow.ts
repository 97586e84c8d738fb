import { InvalidInput, InvalidValue } from '../shared/invalidValue';
import { shopIdentity } from '../shared/shopDomain';
import { jsonForPeople } from './cells';
import type { Columns } from './columns';
import { MOST_CHARS, type Row } from './row';

/** Where a row stands, and where it goes. */
export type Place = Pick<Row, 'item' | 'ordinal' | 'line' | 'shop'>;

/** What rows of one source have in common. */
export interface ObjectRows {
	readonly columns: Columns;
	/**
	 * Whether an empty value means that there is none, as in tables. In JSON it is sent: it clears a value.
	 */
	readonly isTable: boolean;
	/** How a row gets to the shop that it names, as a sentence. @param column the one that names it */
	readonly wayToShop: (column: string) => string;
}

const TOO_LARGE = new InvalidInput(
	'The row is larger than 8 MiB',
	'Leave out fields, or make their values shorter.',
);

/**
 * The row of an object of named fields.
 * @returns undefined where it has no value to send
 */
export function rowOf(place: Place, fields: object, rows: ObjectRows): Row | undefined {
	try {
		const json = jsonOf(fields, rows, place.shop);
		if (json === '{}') return undefined;
		return json.length > MOST_CHARS ? unsendable(place, undefined, TOO_LARGE) : { ...place, json };
	} catch (error) {
		// Those behind the wrong value are columns, too.
		for (const name of Object.keys(fields)) rows.columns.of(name);
		return unsendable(place, fields, error);
	}
}

/** A row that cannot be sent. @param fields what it holds, as far as that is known */
export function unsendable(place: Place, fields: object | undefined, error: unknown): Row {
	const problem =
		error instanceof InvalidInput ? error : new InvalidInput((error as Error).message);
	return { ...place, json: fields ? jsonForPeople(fields) : '', problem };
}

/** @throws InvalidValue */
function jsonOf(fields: object, { columns, isTable, wayToShop }: ObjectRows, shop: string): string {
	let cells = '';
	for (const name of Object.keys(fields)) {
		const value = (fields as Record<string, unknown>)[name];
		const column = columns.of(name);
		if (columns.isEmpty(value, isTable)) continue;
		const json = columns.write(column, value);
		if (json === undefined) continue;
		if (column.namesShop && namesOtherShop(value, shop)) {
			throw new InvalidValue(
				name,
				`is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`,
				wayToShop(name),
			);
		}
		cells += (cells === '' ? '' : ',') + column.key + json;
	}
	return `{${cells}}`;
}

/**
 * Whether a value reads as the domain of another shop. A name such as "St. Gallen" and a number such as
 * 12.50 are no domains.
 */
function namesOtherShop(value: unknown, shop: string): value is string {
	// Most rows name their shop as it was typed, or hold no domain.
	if (typeof value !== 'string' || value === shop || !value.includes('.')) return false;
	const named = /\s/.test(value.trim()) ? undefined : shopIdentity(value);
	return named !== undefined && !/\.\d+$/.test(named) && named !== shopIdentity(shop);
}
