import { BadAnswer } from '../../service/answers/serverText';
import type { SqlRow } from '../answer/rows';

/** Writes rows as CSV (RFC 4180) or NDJSON, in memory that does not grow with their number. */

interface AnswerFile {
	parts: AsyncIterable<Uint8Array>;
	/** Known when the parts have been read: how many rows there are, if it has rows. */
	rows?: number;
	isCut: boolean;
}

export interface FileForm {
	format: 'csv' | 'ndjson';
	delimiter: string;
	byteOrderMark: boolean;
}

/** So many rows are read before the columns of a CSV file are chosen. */
const ROWS_FOR_COLUMNS = 1_000;

/**
 * @returns undefined if there are no rows
 * @throws what the rows throw, also while the parts are read; BadAnswer for a column that comes too late
 */
export async function rowFile(
	batches: AsyncGenerator<SqlRow[]>,
	{ format, delimiter, byteOrderMark }: FileForm,
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
	const csv = new CsvLines(columns, delimiter);
	const file = { parts: parts(), rows: 0, isCut: false };

	async function* parts(): AsyncGenerator<Uint8Array> {
		if (format === 'csv') yield Buffer.from((byteOrderMark ? '\uFEFF' : '') + csv.header());
		for (let rows: SqlRow[] | undefined = head; rows; rows = (await batches.next()).value) {
			const taken = rows.slice(0, limit - file.rows);
			let text = '';
			for (const row of taken) {
				file.rows++;
				if (format === 'ndjson') text += `${JSON.stringify(row)}\n`;
				else text += csv.line(row, file.rows);
			}
			if (text !== '') yield Buffer.from(text);
			file.isCut = taken.length < rows.length;
			if (file.isCut) return;
		}
	}

	return file;
}

/** The lines of a CSV file, which has one set of columns. */
class CsvLines {
	private readonly columns: ReadonlySet<string>;

	private readonly delimiter: string;

	constructor(columns: ReadonlySet<string>, delimiter: string) {
		this.columns = columns;
		this.delimiter = delimiter;
	}

	header(): string {
		return ended([...this.columns].map((name) => this.quoted(name)).join(this.delimiter));
	}

	/**
	 * @param number of the row in the answer, from 1
	 * @throws BadAnswer for a column that is missing in the header, which is written already
	 */
	line(row: SqlRow, number: number): string {
		for (const name in row) {
			if (this.columns.has(name)) continue;
			throw new BadAnswer(
				`Row ${number} of the answer has the column "${name}", which none of its first rows has`,
				'The columns of a CSV file are those of the first 1,000 rows. Name the columns in the query, or choose NDJSON or JSON.',
			);
		}
		const cells = Array.from(this.columns, (name) =>
			Object.hasOwn(row, name) ? this.cell(row[name]) : '',
		);
		return ended(cells.join(this.delimiter));
	}

	/** Lists and objects are written as JSON, empty values as nothing. */
	private cell(value: unknown): string {
		if (value === null || value === undefined) return '';
		return this.quoted(typeof value === 'object' ? JSON.stringify(value) : String(value));
	}

	private quoted(text: string): string {
		const needsQuotes = text.includes(this.delimiter) || /["\r\n]/.test(text);
		return needsQuotes ? `"${text.replace(/"/g, '""')}"` : text;
	}
}

/** A line; `""` if it would be blank, because readers skip those. */
const ended = (cells: string) => `${cells || '""'}\r\n`;
