import { BadAnswer } from '../../service/answers/serverText';
import { asWritten, cellText } from '../answer/digits';
import type { SqlRow } from '../answer/rows';

/** Writes rows as CSV (RFC 4180) or NDJSON, in memory that does not grow with their number. */

export interface AnswerFile {
	parts: AsyncIterable<Uint8Array>;
	/** Known when the parts have been read: how many rows there are, if it has rows. */
	rows?: number;
	isCut: boolean;
}

/** So many rows are read before the columns of a CSV file are chosen. */
const ROWS_FOR_COLUMNS = 1_000;

/**
 * @returns undefined where there are no rows
 * @throws what the rows throw, also while the parts are read; BadAnswer for a column that comes too late
 */
export async function rowFile(
	batches: AsyncGenerator<SqlRow[]>,
	format: 'csv' | 'ndjson',
	limit: number,
): Promise<AnswerFile | undefined> {
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
		if (format === 'csv') yield Buffer.from(line([...columns].map(quoted).join(',')));
		for (let rows: SqlRow[] | undefined = head; rows; rows = (await batches.next()).value) {
			const taken = rows.slice(0, limit - file.rows);
			let text = '';
			for (const row of taken) {
				file.rows++;
				if (format === 'ndjson') text += `${asWritten(JSON.stringify(row))}\n`;
				else text += csvLine(columns, row, file.rows);
			}
			if (text !== '') yield Buffer.from(text);
			file.isCut = taken.length < rows.length;
			if (file.isCut) return;
		}
	}

	return file;
}

/**
 * @param number of the row in the answer, from 1
 * @throws BadAnswer for a column that is missing in the header line, which is written already
 */
function csvLine(columns: ReadonlySet<string>, row: SqlRow, number: number): string {
	for (const name in row) {
		if (columns.has(name)) continue;
		throw new BadAnswer(
			`Row ${number} of the answer has the column "${name}", which none of its first rows has`,
			'The columns of a CSV file are those of the first 1,000 rows. Name the columns in the query, or choose NDJSON or JSON.',
		);
	}
	let cells = '';
	let comma = '';
	for (const name of columns) {
		cells += comma;
		if (Object.hasOwn(row, name)) cells += cellOf(row[name]);
		comma = ',';
	}
	return line(cells);
}

/** A line; `""` where it would be blank, because readers skip those. */
const line = (cells: string) => `${cells || '""'}\r\n`;

/** Lists and objects are written as JSON, empty values as nothing. */
function cellOf(value: unknown): string {
	if (typeof value === 'string') return quoted(cellText(value));
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? quoted(asWritten(JSON.stringify(value))) : String(value);
}

const NEEDS_QUOTES = /[",\r\n]/;

function quoted(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
