import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { type ColumnSettings, Columns } from '../columns';
import { csvRecords } from '../files/csv';
import { type Form, formOf } from '../files/format';
import { jsonRecords, ndjsonRecords } from '../files/json';
import {
	FILE_FIELD,
	type Found,
	type Reader,
	readOn,
	Unread,
	UnreadableRest,
} from '../files/records';
import { textOf } from '../files/text';
import { rowOf as objectRow, unsendable } from '../objectRow';
import type { Row, RowFile } from '../row';
import { ShopColumn, wrongColumns } from './shopColumn';
import type { StoredFile } from './storedFile';

/** How files are read. What is empty or undefined is detected. */
export interface FileSettings extends Partial<Form> {
	columns: ColumnSettings;
	encoding: string;
	/** From 1. */
	fromLine: number;
	/** The column that names the shop of each row; empty if all rows go to the chosen one. */
	shopColumn: string;
}

/** A file that is read as a stream, as often as it is asked for its rows. */
export interface StreamedFile extends RowFile {
	readonly columns: Columns;
	fingerprint: string;
	shopColumn?: string;
	/** How many rows without any value the last reading has left out. */
	skipped: number;
	/** Its rows from the beginning; of a file that is refused at least one. */
	rows(): AsyncGenerator<readonly Row[]>;
}

/**
 * A file of rows: its bytes become text, records and rows, as they come.
 * @param to the shop of its rows, or why there is none
 * @throws InvalidValue where two fields of the node name one column
 */
export function rowFile(
	stored: StoredFile,
	settings: FileSettings,
	item: number,
	{ shop, refusal }: { shop: string; refusal?: InvalidInput },
): StreamedFile {
	const { encoding, fromLine } = settings;
	const columns = new Columns(settings.columns);
	const typed = settings.shopColumn;
	const shopColumn = typed === '' ? undefined : new ShopColumn(typed, columns);
	const kind = {
		columns,
		isTable: false,
		wayToShop: (column: string) =>
			`Name "${column}" in "Shop Column", or add it to "Fields to Ignore" to send the rows to ${shop || `the shop in "${typed}"`} all the same.`,
	};
	const { name, content } = stored;
	const file: StreamedFile = {
		item,
		name,
		content,
		columns,
		refusal,
		fingerprint: '',
		skipped: 0,
		rows,
	};
	if (shopColumn) file.shopColumn = typed;
	/** Of the row that is read next. */
	let ordinal = 0;
	return file;

	async function* rows(): AsyncGenerator<readonly Row[]> {
		const unread = new Unread(fromLine);
		const hash = file.fingerprint === '' ? createHash('sha256') : undefined;
		let form: Form | undefined;
		let reader: Reader | undefined;
		let isOver = false;
		let isTold = false;
		ordinal = 0;
		file.skipped = 0;
		try {
			for await (const piece of textOf(stored.open(), encoding, fromLine)) {
				// What nobody can read is part of the fingerprint, too.
				hash?.update(piece.text);
				if (isOver) continue;
				form ??= formOf(piece, stored, settings);
				reader ??= readerOf(form, unread);
				kind.isTable = form.format === 'csv';
				unread.add(piece);
				const { found, end } = readOn(reader);
				const chunk = rowsOf(found);
				if (end instanceof UnreadableRest) chunk.push(unreadRow(end, end.line));
				else if (end) file.refusal ??= end;
				isOver = end !== undefined;
				isTold ||= chunk.length > 0;
				if (chunk.length > 0) yield chunk;
			}
			if (!isOver) file.refusal ??= wrongColumns(columns, shopColumn);
			if (hash) file.fingerprint = hash.update(JSON.stringify([form, typed])).digest('base64');
		} catch (error) {
			file.refusal ??= problemOf(error as Error, unread.line);
			isTold = false;
		}
		if (file.refusal && !isTold) yield [unreadRow(file.refusal)];
	}

	/** A row for what could not be read. */
	function unreadRow(problem: InvalidInput, line?: number): Row {
		return { item, ordinal, line, shop, json: '', problem: file.refusal ?? problem };
	}

	function rowsOf(found: readonly Found[]): Row[] {
		const list: Row[] = [];
		for (const record of found) {
			if (record.header) {
				columns.know(record.header);
				shopColumn?.find(record.header);
				file.refusal ??= wrongColumns(columns, shopColumn);
				continue;
			}
			const row = rowOf(record);
			if (row) list.push(row);
			else file.skipped++;
			// A blank line is none.
			if (record.fields ?? record.problem) ordinal++;
		}
		return list;
	}

	/** @returns undefined where it has no value to send */
	function rowOf({ line, fields, json = '', problem }: Found): Row | undefined {
		const { refusal } = file;
		const place = { item, ordinal, line, shop };
		if (!fields) return problem && { ...place, json, problem: refusal ?? problem };
		const named = shopColumn?.split(fields);
		if (named) place.shop = named.shop;
		const row = objectRow(place, named?.others ?? fields, kind);
		const why = refusal ?? named?.noShop ?? problem ?? row?.problem;
		return why && (row ?? problem) ? unsendable(place, fields, why) : row;
	}
}

function readerOf({ format, delimiter }: Form, unread: Unread): Reader {
	if (format === 'csv') return csvRecords(unread, delimiter);
	return format === 'json' ? jsonRecords(unread) : ndjsonRecords(unread);
}

/** Why a file cannot be read to its end. @param line that reading has come to */
function problemOf(error: Error, line: number): InvalidInput {
	const { message, remedy } =
		error instanceof InvalidInput
			? error
			: new InvalidValue(FILE_FIELD, `cannot be read by n8n: ${error.message}`, 'Try again.');
	return new InvalidInput(line === 1 ? message : `${message}, behind line ${line}`, remedy);
}
