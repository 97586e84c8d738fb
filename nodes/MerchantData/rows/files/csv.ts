import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { NamedValues } from '../columns';
import { FILE_FIELD, type FileRecord, type RecordReader, type Unread, Unreadable } from './records';

/** A record in the making. A class, as Row is one, and no literal as the list of its cells. */
class CsvRecord implements FileRecord {
	line = 0;
	readonly cells = Array.of<string>();
	/** The place behind it. */
	endsAt = 0;
	/** The line breaks in its cells. */
	breaks = 0;
	/** Whether a quote is not closed. */
	isOpen = false;
	header?: string[];
	fields?: NamedValues;
	problem?: InvalidInput;
}

/** The records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), by its header. */
export function* csvRecords(unread: Unread, delimiter: string): RecordReader {
	let header: CsvRecord | undefined;
	for (const record of csvCells(unread, delimiter)) {
		const isBlank = record?.cells.length === 1 && !isFilled(record.cells[0]);
		// Without a header, nobody could say which cell is which.
		if (record?.problem && !header) throw record.problem;
		if (record && header && !record.problem && !isBlank) nameCells(record, header);
		if (record && !header && !isBlank)
			header = Object.assign(record, { header: columnNames(record) });
		if (!record || header) yield record;
	}
}

/** The names that columns have. @throws InvalidValue where two are alike, or one is `__proto__` */
function columnNames({ cells }: CsvRecord): string[] {
	const names = cells.map((cell) => cell.trim()).filter((name) => name !== '');
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	// n8n loses its cells where it copies items.
	if (names.includes('__proto__'))
		throw new InvalidValue(FILE_FIELD, 'holds a CSV file with a column named "__proto__"');
	if (twice !== undefined) {
		throw new InvalidValue(
			FILE_FIELD,
			`holds a CSV file with two columns named "${twice.slice(0, 100)}"`,
			'Give each column a name of its own.',
		);
	}
	return names;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

function nameCells(record: CsvRecord, { cells: head, header: names = [], line }: CsvRecord): void {
	const { cells } = record;
	if (cells.length < head.length) {
		const wrong = `holds a line of ${cells.length} cells, and the file has ${head.length} columns`;
		record.problem = new InvalidValue(FILE_FIELD, wrong, 'Correct the line.');
		return;
	}
	record.fields = { names, values: cells };
	if (cells.length === names.length) return;
	const hasName = (_: string, index: number) => isFilled(head[index] ?? '');
	record.fields.values = cells.filter(hasName);
	const unnamed = cells.findIndex((cell, index) => isFilled(cell) && !hasName(cell, index));
	if (unnamed < 0) return;
	record.problem = new InvalidValue(
		FILE_FIELD,
		`holds a value in column ${unnamed + 1}, which has no name in line ${line}`,
		'Give the column a name, or remove the value. A cell that holds the delimiter needs quotes.',
	);
}

const [LF, CR] = Buffer.from('\n\r');

/** The records as cells: one empty cell for a blank line, undefined where more text is needed. @throws Unreadable */
export function* csvCells(unread: Unread, delimiter: string): Generator<CsvRecord | undefined> {
	for (;;) {
		const { text, isLast } = unread;
		while (unread.at < text.length) {
			const { at, line } = unread;
			const record = recordAt(text, at, delimiter, line);
			const { endsAt, breaks, isOpen } = record;
			unread.checkLength(endsAt - at);
			const isCr = text.charCodeAt(endsAt) === CR;
			// A line break of two characters may be cut.
			if (!isLast && endsAt + (isCr ? 1 : 0) >= text.length) break;
			if (isOpen) {
				throw new Unreadable(
					line,
					'begins a record with a quote that is never closed',
					'Close the quote, or double quotes that are part of a text.',
				);
			}
			unread.at = endsAt + (isCr && text.charCodeAt(endsAt + 1) === LF ? 2 : 1);
			unread.line += 1 + breaks;
			yield record;
		}
		if (isLast) return;
		yield undefined;
	}
}

/**
 * A record up to its end, or to that of the text where it may go on. A quote inside a cell that does not begin
 * with one is a character like any other.
 */
export function recordAt(text: string, start: number, delimiter: string, line: number): CsvRecord {
	const record = new CsvRecord();
	record.line = line;
	for (let at = start; ; at = record.endsAt + 1) {
		if (text[at] === '"') {
			const close = closingQuote(text, at + 1);
			record.isOpen = close < 0;
			record.endsAt = record.isOpen ? text.length : endOfCell(text, close + 1, delimiter);
			if (record.isOpen) return record;
			const cell = text.slice(at + 1, close);
			record.breaks += cell.match(/\r\n?|\n/g)?.length ?? 0;
			if (record.endsAt > close + 1) {
				record.endsAt = endOfCell(text, record.endsAt, '\n');
				record.problem = new Unreadable(
					line,
					'begins a record in which something follows a closing quote',
					'Double quotes that are part of a text.',
				);
				return record;
			}
			record.cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
		} else {
			record.endsAt = endOfCell(text, at, delimiter);
			record.cells.push(text.slice(at, record.endsAt));
		}
		if (text[record.endsAt] !== delimiter) return record;
	}
}

/** The place of the next delimiter or line break; the end where there is none. */
function endOfCell(text: string, start: number, delimiter: string): number {
	const separator = delimiter.charCodeAt(0);
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === separator || code === LF || code === CR) return at;
	}
	return text.length;
}

/** The place of the quote that ends a cell; -1 where there is none. Two quotes stand for one. */
function closingQuote(text: string, start: number): number {
	let at = text.indexOf('"', start);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}
