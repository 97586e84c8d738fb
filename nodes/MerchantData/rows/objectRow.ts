import { replaceCircularReferences } from 'n8n-workflow';
import { InvalidInput } from '../shared/invalidValue';
import type { Columns } from './columns';
import { otherShop } from './otherShop';
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
	/** How a row gets to the shop that it names. @param column the one that names it */
	readonly wayToShop: (column: string) => string;
}

/**
 * The row of an object of named fields.
 * @returns undefined where it has no value to send
 */
export function rowOf(place: Place, fields: object, rows: ObjectRows): Row | undefined {
	try {
		const json = written(fields, rows, place.shop);
		return json === '{}' ? undefined : sendable(place, json);
	} catch (error) {
		// Those behind the wrong value are columns, too.
		for (const name of Object.keys(fields)) rows.columns.of(name);
		return unsendable(place, fields, error);
	}
}

/** A row as it goes over the wire, unless it is too large. */
export function sendable(place: Place, json: string): Row {
	if (json.length <= MOST_CHARS) return { ...place, json };
	return unsendable(place, undefined, new InvalidInput('The row is larger than 8 MiB', SMALLER));
}

const SMALLER = 'Leave out fields, or make their values shorter.';

/** A row that cannot be sent. @param fields what it holds, as far as that is known */
export function unsendable(place: Place, fields: object | undefined, error: unknown): Row {
	const problem =
		error instanceof InvalidInput ? error : new InvalidInput((error as Error).message);
	return { ...place, json: fields ? jsonForPeople(fields) : '', problem };
}

/** @throws InvalidValue */
function written(
	fields: object,
	{ columns, isTable, wayToShop }: ObjectRows,
	shop: string,
): string {
	let cells = '';
	for (const name of Object.keys(fields)) {
		const value = (fields as Record<string, unknown>)[name];
		const column = columns.of(name);
		if (value === undefined || (isTable ? columns.isEmpty(value) : columns.isEmptyValue(value)))
			continue;
		const json = columns.write(column, value);
		if (json === undefined) continue;
		const problem = column.namesShop && otherShop(name, value, shop, wayToShop);
		if (problem) throw problem;
		cells += (cells === '' ? '' : ',') + column.key + json;
	}
	return `{${cells}}`;
}

/** What JSON does not have is given as text. Empty where it cannot be shown at all. */
function jsonForPeople(fields: object): string {
	const write = (value: object) =>
		JSON.stringify(value, (_, inner: unknown) => (isNoJson(inner) ? String(inner) : inner));
	for (const copy of [() => fields, () => replaceCircularReferences(fields)]) {
		try {
			return write(copy());
		} catch {
			// It contains itself, or is nested deeper than can be written.
		}
	}
	return '';
}

const isNoJson = (value: unknown): boolean =>
	['bigint', 'function', 'symbol'].includes(typeof value) ||
	(typeof value === 'number' && !Number.isFinite(value));
