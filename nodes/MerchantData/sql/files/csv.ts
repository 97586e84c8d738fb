import { asWritten, cellText } from '../answer/digits';
import type { Row } from '../answer/rows';

/** Writes rows as CSV (RFC 4180). */

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/** A line; `""` where it would be blank, because readers skip those. */
const lineOf = (cells: string) => (cells || '""') + LINE_END;

/** The header line. */
export const csvHeader = (columns: readonly string[]): string =>
	lineOf(columns.map(quoted).join(','));

/**
 * The line of a row, without what is in no column.
 * @param columns in their order
 */
export function csvLine(columns: readonly string[], row: Row): string {
	let cells = '';
	let comma = '';
	for (const name of columns) {
		cells += comma;
		if (Object.hasOwn(row, name)) cells += cellOf(row[name]);
		comma = ',';
	}
	return lineOf(cells);
}

/** Lists and objects are written as JSON, empty values as nothing. */
function cellOf(value: unknown): string {
	if (typeof value === 'string') return quoted(cellText(value));
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? quoted(asWritten(JSON.stringify(value))) : String(value);
}

function quoted(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
