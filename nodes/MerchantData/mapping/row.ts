import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../errors/invalidInput';
import { readableJson } from '../lib/exactNumbers';
import { jsonForPeople } from './cells';

/** A row on its way to the service. A class: V8 may allocate object literals as long-lived. */
export class Row {
	/** JSON of the row as it is sent, or as it came if it cannot be sent. Empty if it could not be read. */
	json = '';
	/** Estimated as long as its JSON is not written. */
	bytes = 0;
	/** Writes its JSON, which *Preview* of a file leaves until the row is shown. */
	writeLater?: () => void;
	/** For the comparison with the last run. Empty if there is none. */
	digest = '';
	problem?: InvalidInput;
	/** Whether it stands for rows that were missing at the second reading of a file. */
	isUnread?: true;

	/** @param ordinal among the rows of the item, from 0. @param shop empty if unknown. @param line of its file, from 1 */
	constructor(
		readonly item: number,
		readonly ordinal: number,
		public shop: string,
		readonly line?: number,
	) {}
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
export function fieldsForPeople(row: Row): IDataObject | null {
	row.writeLater?.();
	return row.json === '' ? null : (JSON.parse(readableJson(row.json)) as IDataObject);
}
