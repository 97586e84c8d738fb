import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { InvalidInput, InvalidValue } from '../shared/invalidValue';
import { shopIdentity } from '../shared/shopDomain';
import { jsonForPeople } from './cells';
import type { Columns, NamedValues } from './columns';
import { readableJson } from './digits';

/**
 * A row on its way to the service, from whatever source, and where it stands there. A class, because V8 may take
 * what literals make for long-lived, and of rows there may be millions.
 */
export class Row {
	readonly item: number;
	/** Its index among the rows of the item, from 0. While the item stays the same, so does this. */
	readonly ordinal: number;
	/** The line of its file that it begins in, from 1. */
	readonly line?: number;
	/** The plain domain of the shop that it goes to; empty where that is not known. */
	shop: string;
	/** The row as JSON text: as it is sent, or was given where it cannot be. Empty where it could not be read. */
	json = '';
	/** Of the JSON. Counted at once: until it is read, V8 keeps a text that was put together as a tree of parts. */
	bytes = 0;
	problem?: InvalidInput;
	constructor(item: number, ordinal: number, shop: string, line?: number) {
		this.item = item;
		this.ordinal = ordinal;
		this.shop = shop;
		this.line = line;
	}
}

/** Most bytes of a row. Of a record in a file, most characters: what is not closed must not fill the memory. */
export const LARGEST_ROW = 8 * 1_024 * 1_024;

export interface Source {
	/**
	 * All rows, in order, those among them that cannot be sent. Each call begins anew. They come in chunks, to
	 * be read once each: one await per chunk, never per row.
	 */
	rows(): Iterable<Iterable<Row>> | AsyncIterable<Iterable<Row>>;
	/** How many rows without any value the last reading has left out. */
	skipped(): number;
	/** Where a row stands, as people count: `row 3`, `line 7`, `contact 2`. */
	placeOf(row: Row): string;
	/** Whether each row is its input item, so that an output may have all of the item's columns. */
	readonly isInput?: boolean;
	readonly columns?: readonly Columns[];
	readonly files?: readonly PushedFile[];
}

export interface PushedFile {
	readonly item: number;
	readonly name: string;
	/** Digest of its content and of how it is read: while it stays the same, each row keeps its place. */
	readonly fingerprint: string;
	/** Why none of its rows is sent, as far as that is known: some reasons show once all of it was read. */
	refusal?: InvalidInput;
	/** The column that names the shop of each row, where the form names one. It is not sent. */
	readonly shopColumn?: string;
	/** Another file, as n8n takes it: a stream, unless n8n would keep it in memory anyway. */
	content(
		lines: AsyncIterable<Buffer>,
	): Promise<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0]>;
}

/**
 * The fields of a row for people, in outputs and error items: n8n can always store them. A number that
 * JavaScript cannot hold is given as text.
 * @returns null where the row could not be read
 */
export function fieldsForPeople({ json }: Row): IDataObject | null {
	return json === '' ? null : (JSON.parse(readableJson(json)) as IDataObject);
}

const TOO_LARGE = new InvalidInput(
	'The row is larger than 8 MiB',
	'Leave out fields, or make their values shorter.',
);

/** Gives a row its fields. @returns undefined where it has no value to send */
export function rowOf(row: Row, fields: NamedValues, columns: Columns): Row | undefined {
	try {
		row.json = jsonOf(fields, columns, row.shop);
		if (row.json === '{}') return undefined;
		row.bytes = Buffer.byteLength(row.json);
		return row.bytes > LARGEST_ROW ? unsendable(row, undefined, TOO_LARGE) : row;
	} catch (error) {
		return unsendable(row, columns.filled(fields), error);
	}
}

/** A row that cannot be sent. @param fields what it holds, as far as that is known */
export function unsendable(row: Row, fields: object | undefined, error: unknown): Row {
	row.json = fields ? jsonForPeople(fields) : '';
	row.problem = asInvalid(error);
	return row;
}

export const asInvalid = (error: unknown): InvalidInput =>
	error instanceof InvalidInput ? error : new InvalidInput((error as Error).message);

function jsonOf({ names, values }: NamedValues, columns: Columns, shop: string): string {
	let cells = '';
	for (const [index, column] of columns.of(names).entries()) {
		const value = values[index];
		if (columns.isEmpty(value)) continue;
		const json = columns.write(column, value);
		if (json === undefined) continue;
		if (column.namesShop && namesOtherShop(value, shop)) {
			throw new InvalidValue(
				column.name,
				`is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`,
				columns.wayToShop(column.name, shop),
			);
		}
		cells += (cells === '' ? '' : ',') + column.key + json;
	}
	return `{${cells}}`;
}

/** Whether a value reads as the domain of another shop. "St. Gallen" and 12.50 are none. */
function namesOtherShop(value: unknown, shop: string): value is string {
	// Most rows name their shop as it was typed, or hold no domain.
	if (typeof value !== 'string' || value === shop || !value.includes('.')) return false;
	const named = /\s/.test(value.trim()) ? undefined : shopIdentity(value);
	return named !== undefined && !/\.\d+$/.test(named) && named !== shopIdentity(shop);
}
