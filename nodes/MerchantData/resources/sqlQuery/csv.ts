import type { Row } from './rows';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as CSV (RFC 4180) with a header line; the columns are all that any row has, in the order of
 * their first appearance. Lists and objects are written as JSON, empty values as nothing.
 */
export function writeCsv(rows: readonly Row[]): string {
	const columns = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
	const names = [...columns];
	const lines = [names.map(writeCell).join(',')];
	for (const row of rows) lines.push(names.map((name) => writeCell(row[name])).join(','));
	return lines.join(LINE_END) + LINE_END;
}

function writeCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
