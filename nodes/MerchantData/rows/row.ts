import type { IDataObject } from 'n8n-workflow';
import { InvalidInput, InvalidValue } from '../shared/invalidValue';
import { shopIdentity } from '../shared/shopDomain';
import { jsonForPeople, writeCell } from './cells';
import type { ColumnHints } from './columnHints';
import type { AddedField, Column, ColumnSettings, Layout, Leaf } from './columns';
import { readableJson } from './digits';
import type { Field } from './fieldTree';
import { comparable } from './names';

/**
 * A row on its way to the service, from whatever source, and where it stands there. A class, because V8 may take
 * what literals make for long-lived, and of rows there may be millions.
 */
export class Row {
	/** The row as JSON text: as it is sent, or was given if it cannot be. Empty if it could not be read. */
	json = '';
	/** Bytes of the JSON. Counted at once: until it is read, V8 keeps a text that was put together as a tree of parts. */
	bytes = 0;
	/** Why it cannot be sent. */
	problem?: InvalidInput;
	/** Whether it stands for what the second reading of a file did not give. */
	isUnread?: true;

	/**
	 * @param ordinal its index among the rows of the item, from 0. While the item stays the same, so does this.
	 * @param shop the plain domain of the shop that it goes to; empty if that is not known
	 * @param line the line of its file that it begins in, from 1
	 */
	constructor(
		readonly item: number,
		readonly ordinal: number,
		public shop: string,
		readonly line?: number,
	) {}
}

/** Most bytes of a row. Of a record in a file, most characters: what is not closed must not fill the memory. */
export const LARGEST_ROW = 8 * 1_024 * 1_024;

/** How the rows of a source are written. */
export interface Writing extends Pick<ColumnSettings, 'emptyValues' | 'formats'> {
	/** Whether an empty value means that there is none, as in tables. In JSON it is sent: it clears a value. */
	readonly isTable: boolean;
	readonly added: readonly AddedField[];
	/** How a row gets to the shop that a column names, instead of another shop, as a sentence. */
	readonly wayToShop: (column: string, otherShop: string) => string;
	/** Sees all values, while rows are inspected. */
	readonly hints?: ColumnHints;
}

const TOO_LARGE = new InvalidInput(
	'The row is larger than 8 MiB',
	'Leave out fields, or make their values shorter.',
);

/** Gives a row its fields. @returns undefined if it has no value to send */
export function rowOf(
	row: Row,
	layout: Layout,
	values: readonly unknown[],
	writing: Writing,
): Row | undefined {
	// Added fields make no row.
	if (layout.columns.every(({ at }) => isEmpty(values[at], writing))) return undefined;
	try {
		if (layout.problem) throw layout.problem;
		for (const { name, at } of layout.shops) checkShop(name, values[at], row.shop, writing);
		row.json = jsonOf(layout.fields, values, writing);
		row.bytes = Buffer.byteLength(row.json);
		return row.bytes > LARGEST_ROW ? unsendable(row, undefined, TOO_LARGE) : row;
	} catch (error) {
		return unsendable(row, filled(layout.columns, values, writing), error);
	}
}

/** Whether a value is left out because it means that there is none. */
export function isEmpty(
	value: unknown,
	{ isTable, emptyValues }: Pick<Writing, 'emptyValues' | 'isTable'>,
): boolean {
	if (typeof value !== 'string') return value === undefined || (isTable && value === null);
	if (emptyValues.size > 0 && emptyValues.has(comparable(value))) return true;
	return isTable && (value === '' || value.trim() === '');
}

/** The columns that have a value, as an object. */
function filled(columns: readonly Column[], values: readonly unknown[], writing: Writing): object {
	const entries = columns.map(({ name, at }) => [name, values[at]] as const);
	return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value, writing)));
}

/** A row that cannot be sent. @param fields what it holds, as far as that is known */
export function unsendable(row: Row, fields: object | undefined, error: unknown): Row {
	row.json = fields ? jsonForPeople(fields) : '';
	row.problem = asInvalid(error);
	return row;
}

export const asInvalid = (error: unknown): InvalidInput =>
	error instanceof InvalidInput ? error : new InvalidInput((error as Error).message);

/**
 * The fields of a row for people, in outputs and error items: n8n can always store them. A number that
 * JavaScript cannot hold is given as text.
 * @returns null if the row could not be read
 */
export function fieldsForPeople({ json }: Row): IDataObject | null {
	return json === '' ? null : (JSON.parse(readableJson(json)) as IDataObject);
}

/** An object with those of the fields that have a value; empty if none has. */
function jsonOf(
	fields: ReadonlyArray<Field<Leaf>>,
	values: readonly unknown[],
	writing: Writing,
): string {
	let json = '';
	for (const { key, leaf, fields: inner } of fields) {
		let value: string;
		if (inner) value = jsonOf(inner, values, writing);
		else if (typeof leaf === 'number') value = writing.added[leaf].json;
		else value = cellOf(leaf!, values[leaf!.at], writing);
		if (value !== '') json += (json === '' ? '{' : ',') + key + value;
	}
	return json === '' ? '' : `${json}}`;
}

/** A value as JSON; empty if there is none. @throws InvalidValue if it does not fit */
function cellOf(column: Column, value: unknown, writing: Writing): string {
	if (isEmpty(value, writing)) return '';
	const { name, type } = column;
	writing.hints?.see(column, value);
	// What JSON rows say is sent: an empty text clears the value.
	const isText = type === undefined || type === 'string' || type === 'text';
	const isCleared = !isText && isBlank(value);
	return isCleared ? 'null' : (writeCell(name, value, type, writing.formats) ?? '');
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** @param shop that the row would go to @throws InvalidValue if the value names another one */
function checkShop(name: string, value: unknown, shop: string, writing: Writing): void {
	if (isEmpty(value, writing) || !namesOtherShop(value, shop)) return;
	throw new InvalidValue(
		name,
		`is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`,
		writing.wayToShop(name, shop),
	);
}

/** Whether a value reads as the domain of another shop. "St. Gallen" and 12.50 are none. */
function namesOtherShop(value: unknown, shop: string): value is string {
	// Most rows name their shop as it was typed, or hold no domain.
	if (typeof value !== 'string' || value === shop || !value.includes('.')) return false;
	const named = /\s/.test(value.trim()) ? undefined : shopIdentity(value);
	return named !== undefined && !/\.\d+$/.test(named) && named !== shopIdentity(shop);
}
