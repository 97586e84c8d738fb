import { BadAnswer } from '../../service/answers/serverText';
import type { SqlRow } from '../answer/rows';
import type { SqlInput } from '../query/input';

/** Writes rows as CSV (RFC 4180) or NDJSON, in memory that does not grow with their number. */

/** So many rows are read before the columns of a CSV file are chosen. */
const ROWS_FOR_COLUMNS = 1_000;

/**
 * @returns the parts of the file, and what is known when they have been read; undefined if there are no rows
 * @throws what the rows throw, also while the parts are read; BadAnswer for a column that comes too late
 */
export async function rowFile(
	batches: AsyncGenerator<SqlRow[]>,
	{ format, delimiter, byteOrderMark }: SqlInput,
	limit: number,
) {
	const head: SqlRow[] = [];
	while (head.length < ROWS_FOR_COLUMNS) {
		const next = await batches.next();
		if (next.done) break;
		for (const row of next.value) head.push(row);
	}
	if (head.length === 0) return undefined;
	const columns = new Set(head.slice(0, ROWS_FOR_COLUMNS).flatMap(Object.keys));
	const file = { parts: parts(), rows: 0, isCut: false };

	async function* parts(): AsyncGenerator<Uint8Array> {
		if (format === 'csv')
			yield Buffer.from((byteOrderMark ? '\uFEFF' : '') + csvLine([...columns], delimiter));
		for (let rows: SqlRow[] | undefined = head; rows; rows = (await batches.next()).value) {
			const taken = rows.slice(0, limit - file.rows);
			let text = '';
			for (const row of taken) {
				file.rows++;
				if (format === 'ndjson') text += `${JSON.stringify(row)}\n`;
				else text += csvLine(cellsOf(row, columns, file.rows), delimiter);
			}
			if (text !== '') yield Buffer.from(text);
			file.isCut = taken.length < rows.length;
			if (file.isCut) return;
		}
	}

	return file;
}

/** @param number of the row in the answer. @throws BadAnswer for a column that is missing in the header */
function cellsOf(row: SqlRow, columns: ReadonlySet<string>, number: number): unknown[] {
	for (const name in row) {
		if (columns.has(name)) continue;
		throw new BadAnswer(
			`Row ${number} of the answer has the column "${name}", which none of its first rows has`,
			'The columns of a CSV file are those of the first 1,000 rows. Name the columns in the query, or choose NDJSON or JSON.',
		);
	}
	const cells: unknown[] = [];
	for (const name of columns) cells.push(Object.hasOwn(row, name) ? row[name] : undefined);
	return cells;
}

/** A line; `""` if it would be blank, because readers skip those. */
function csvLine(values: readonly unknown[], delimiter: string): string {
	let line = '';
	// Not by `map` and `join`: this runs for a million rows, and takes most of their time.
	for (let at = 0; at < values.length; at++) {
		if (at > 0) line += delimiter;
		line += csvCell(values[at], delimiter);
	}
	return `${line || '""'}\r\n`;
}

/** Lists and objects are written as JSON, empty values as nothing. */
function csvCell(value: unknown, delimiter: string): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const isNumber = typeof value === 'number';
	const needsQuotes = text.includes(delimiter) || (!isNumber && NEEDS_QUOTES.test(text));
	return needsQuotes ? `"${text.replace(/"/g, '""')}"` : text;
}

const NEEDS_QUOTES = /["\r\n]/;
