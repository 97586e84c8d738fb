import type { Row } from './rows';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as CSV (RFC 4180) with a header line; the columns are all that any row has, in the order of
 * their first appearance. Lists and objects are written as JSON, empty values as nothing, or as `""`
 * where a line would be blank, which readers skip.
 */
export function writeCsv(rows: readonly Row[]): string {
	const columns = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
	const names = [...columns];
	const writeLine = (values: readonly unknown[]) => values.map(writeCell).join(',') || '""';
	const lines = [writeLine(names)];
	for (const row of rows) {
		// A row without a column "constructor" has one all the same, which it inherits.
		lines.push(writeLine(names.map((name) => (Object.hasOwn(row, name) ? row[name] : null))));
	}
	return lines.join(LINE_END) + LINE_END;
}

function writeCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
