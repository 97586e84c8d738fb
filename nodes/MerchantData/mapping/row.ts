import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../errors/invalidInput';
import { readableJson } from '../lib/exactNumbers';
import { jsonForPeople } from './cells';
import type { Layout, SkipRule } from './columns';

/** Most bytes of a row, and most characters of a record in a file. */
export const LARGEST_ROW = 8 * 1_024 * 1_024;

export const TOO_LARGE = new InvalidInput(
	'row.tooLarge',
	'The row is larger than 8 MiB',
	'Leave out fields, or shorten their values.',
);

/** A row on its way to the service. A class: V8 may allocate object literals as long-lived. */
export class Row {
	/** JSON of the row as it is sent, or as it came if it cannot be sent. Empty if it could not be read. */
	json = '';
	bytes = 0;
	/** For the comparison with the last run. Empty if there is none. */
	digest = '';
	problem?: InvalidInput;
	/** Whether it stands for rows that were missing at the second reading of a file. */
	isUnread?: true;
	/** Its number among all rows of its shop, in input order. */
	inShop = 0;

	/** @param ordinal among the rows of the item, from 0. @param shop empty if unknown. @param line of its file, from 1 */
	constructor(
		readonly item: number,
		readonly ordinal: number,
		public shop: string,
		readonly line?: number,
	) {}
}

/** Sees each row of a table once, to describe it. */
export interface RowObserver {
	/** A row that would be sent, or that has a value that does not fit. */
	see(row: Row, layout: Layout, values: readonly unknown[]): void;
	/** A line that cannot be read as a row. */
	seeBroken(layout: Layout, values: readonly unknown[]): void;
	/** A row that is left out. @param rule that says so; undefined if it has no value to send */
	leaveOut(row: Row, layout: Layout, values: readonly unknown[], rule?: SkipRule): void;
}

export function writeRow(row: Row, json: string): void {
	row.json = json;
	// Counting now makes V8 join the parts of the text, which it otherwise keeps as a tree.
	row.bytes = Buffer.byteLength(json);
}

/** A row that cannot be sent. @param fields as far as they are known */
export function unsendable(row: Row, fields: object | undefined, error: unknown): Row {
	writeRow(row, fields ? jsonForPeople(fields) : '');
	row.problem = asInvalid(error);
	return row;
}

export const asInvalid = (error: unknown): InvalidInput =>
	error instanceof InvalidInput
		? error
		: new InvalidInput('node.unexpected', (error as Error).message);

/** The fields of a row for outputs and errors, with long numbers as text; null if it could not be read. */
export const fieldsForPeople = ({ json }: Row): IDataObject | null =>
	json === '' ? null : (JSON.parse(readableJson(json)) as IDataObject);

/** JSON of the fields that have a value; empty if none has. @param cells as JSON, by place */
export function jsonOf(fields: Layout['fields'], cells: readonly string[]): string {
	let json = '';
	for (const { first, next, leaf, fields: inner } of fields) {
		const own = leaf && ('json' in leaf ? leaf.json : cells[leaf.at]);
		const value = own ?? jsonOf(inner!, cells);
		if (value !== '') json += (json === '' ? first : next) + value;
	}
	return json === '' ? '' : `${json}}`;
}
