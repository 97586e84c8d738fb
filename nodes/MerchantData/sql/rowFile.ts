import { BadAnswer } from '../service/answers/serverText';
import type { SqlRow } from './rows';
import type { SqlInput } from './request';

/** So many rows decide which columns a CSV file has. */
const ROWS_FOR_COLUMNS = 1_000;

/** Rows as a CSV (RFC 4180) or NDJSON file, in memory that does not grow with their number. */
export class RowFile {
	/** Rows in the parts that were read so far. */
	rows = 0;

	/** @param head the first rows, which decide the columns */
	private constructor(
		private readonly head: readonly SqlRow[],
		private readonly nextRows: () => Promise<SqlRow[] | undefined>,
		private readonly input: SqlInput,
	) {}

	/** @param nextRows undefined after the last row. @returns undefined if there are no rows. @throws what it throws */
	static async begin(nextRows: () => Promise<SqlRow[] | undefined>, input: SqlInput) {
		const head: SqlRow[] = [];
		while (head.length < ROWS_FOR_COLUMNS) {
			const rows = await nextRows();
			if (!rows) break;
			for (const row of rows) head.push(row);
		}
		return head.length === 0 ? undefined : new RowFile(head, nextRows, input);
	}

	/** Its bytes, to be read once. @throws what `nextRows` throws; BadAnswer for a column that comes too late */
	async *parts(): AsyncGenerator<Uint8Array> {
		const { format, byteOrderMark, limit } = this.input;
		const names = new Set(this.head.slice(0, ROWS_FOR_COLUMNS).flatMap(Object.keys));
		const csv = format === 'csv' ? new CsvLines([...names], this.input) : undefined;
		if (csv) yield Buffer.from((byteOrderMark ? '\uFEFF' : '') + csv.header());
		let batch: readonly SqlRow[] | undefined = this.head;
		for (; batch; batch = await this.nextRows()) {
			const taken = batch.slice(0, limit - this.rows);
			let text = '';
			for (const row of taken) {
				this.rows++;
				text += csv ? csv.line(row, this.rows) : `${JSON.stringify(row)}\n`;
			}
			if (text !== '') yield Buffer.from(text);
			if (taken.length < batch.length) return;
		}
	}
}

class CsvLines {
	/** Matches cells that need quotes. */
	private readonly special: RegExp;

	constructor(
		private readonly columns: readonly string[],
		private readonly form: SqlInput,
	) {
		const code = form.delimiter.charCodeAt(0).toString(16).padStart(4, '0');
		this.special = new RegExp(`["\\r\\n\\u${code}]`);
	}

	header(): string {
		return lineOf(this.columns.map((name) => this.cell(name)).join(this.form.delimiter));
	}

	/** @param number of the row in the answer. @throws BadAnswer for a column that is missing in the header */
	line(row: SqlRow, number: number): string {
		// Faster than `map` and `join`, for a million rows.
		let cells = '';
		let count = 0;
		for (let at = 0; at < this.columns.length; at++) {
			if (at > 0) cells += this.form.delimiter;
			const name = this.columns[at]!;
			if (!Object.hasOwn(row, name)) continue;
			count++;
			cells += this.cell(row[name]);
		}
		const names = Object.keys(row);
		if (names.length === count) return lineOf(cells);
		const name = names.find((each) => !this.columns.includes(each));
		throw new BadAnswer(
			'sql.columnTooLate',
			`Row ${number} of the answer has the column "${name}", which none of its first rows has`,
			'The columns of a CSV file are those of the first 1,000 rows. Name the columns in the query, or choose NDJSON or JSON.',
		);
	}

	private cell(value: unknown): string {
		if (value === null || value === undefined) return '';
		let text = typeof value === 'object' ? JSON.stringify(value) : String(value);
		if (this.form.decimalSeparator === 'comma' && typeof value === 'number')
			text = text.replace('.', ',');
		return this.special.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
	}
}

/** Avoids a blank line, which readers would skip. */
const lineOf = (cells: string): string => `${cells || '""'}\r\n`;
