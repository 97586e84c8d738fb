import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { NamedValues } from '../columns';
import { LARGEST_ROW } from '../row';
import {
	FILE_FIELD,
	type FileRecord,
	type Piece,
	type RecordReader,
	TextBuffer,
	tooLong,
	Unreadable,
} from './records';

const [LF, CR, QUOTE] = Buffer.from('\n\r"');

/** A record in the making. A class, as Row is one, and no literal as the list of its cells. */
export class CsvRecord implements FileRecord {
	readonly cells = Array.of<string>();
	/** The place behind it. */
	end: number;
	/** How many line breaks are in its cells. */
	breaks = 0;
	/** Whether a quote is not closed. */
	isOpen = false;
	fields?: NamedValues;
	problem?: InvalidInput;

	/** @param source the text that it stands in, from `start` on */
	constructor(
		private readonly source: string,
		private readonly start: number,
		readonly line: number,
	) {
		this.end = start;
	}

	/** Copied when it is asked for, which is so for rows that were not accepted alone. */
	get text(): string {
		return this.source.slice(this.start, this.end);
	}

	/** How many cells it has, up to the last that is filled. */
	get width(): number {
		return this.cells.findLastIndex(isFilled) + 1;
	}
}

/** The names of the columns of a CSV file. */
interface Header {
	/** Of the columns that have one. */
	readonly names: readonly string[];
	/** The places of these; undefined if all cells of the line are names. */
	readonly places?: readonly number[];
	/** So many cells a line has at least. */
	readonly width: number;
	readonly line: number;
}

const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== '';

/** The records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), by its header. */
export class CsvReader implements RecordReader {
	readonly isTable = true;

	private readonly buffer: TextBuffer;

	/** Known once its line was read: the first one that is not blank. */
	private header?: Header;

	constructor(
		line: number,
		private readonly delimiter: string,
		private readonly hasShortLines: boolean,
	) {
		this.buffer = new TextBuffer(line);
	}

	add(piece: Piece): void {
		this.buffer.add(piece);
	}

	next(): FileRecord | undefined {
		const { buffer, header } = this;
		const { text, at, line, isLast } = buffer;
		if (at >= text.length) return undefined;
		const record = recordAt(text, at, this.delimiter, line);
		const { end, breaks, isOpen } = record;
		if (end - at > LARGEST_ROW) return buffer.end({ line, text: '', problem: tooLong(line) });
		const isCr = text.charCodeAt(end) === CR;
		// A line break of two characters may be cut.
		if (!isLast && end + (isCr ? 1 : 0) >= text.length) return undefined;
		buffer.at = end + (isCr && text.charCodeAt(end + 1) === LF ? 2 : 1);
		buffer.line += 1 + breaks;
		if (isOpen) return buffer.end({ line, text: '', problem: notClosed(line) });
		if (!header) return this.readHeader(record);
		if (!record.problem && !isBlank(record)) nameCells(record, header, this.hasShortLines);
		return record;
	}

	/** The first line that is not blank. Without a header, nobody could say which cell is which. */
	private readHeader({ cells, line, text, width, problem }: CsvRecord): FileRecord {
		if (problem) return this.buffer.end({ line, text, refusal: problem });
		if (width === 0) return { line, text };
		const filled = [...cells.keys()].filter((at) => isFilled(cells[at]));
		const names = filled.map((at) => cells[at].trim());
		const refusal = namesProblem(names);
		if (refusal) return this.buffer.end({ line, text, refusal });
		const places = filled.length === cells.length ? undefined : filled;
		this.header = { names, places, width, line };
		return { line, text, header: names };
	}
}

const notClosed = (line: number) =>
	new Unreadable(
		line,
		'begins a record with a quote that is never closed',
		'Close the quote, or double quotes that are part of a text.',
	);

const isBlank = ({ cells }: CsvRecord): boolean => cells.length === 1 && !isFilled(cells[0]);

/** Why names cannot be those of columns: two are alike, or one is `__proto__`. */
function namesProblem(names: readonly string[]): InvalidInput | undefined {
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	// n8n loses its cells when it copies items.
	if (names.includes('__proto__'))
		return new InvalidValue(FILE_FIELD, 'holds a CSV file with a column named "__proto__"');
	if (twice === undefined) return undefined;
	return new InvalidValue(
		FILE_FIELD,
		`holds a CSV file with two columns named "${twice.slice(0, 100)}"`,
		'Give each column a name of its own.',
	);
}

/** Gives the cells of a record their names. What is wrong with a line is known as well if it is left out. */
function nameCells(record: CsvRecord, header: Header, hasShortLines: boolean): void {
	const { names, places, width } = header;
	const { cells } = record;
	if (hasShortLines) while (cells.length < width) cells.push('');
	const values = places ? places.map((at) => cells[at]) : cells;
	record.fields = { names, values };
	if (cells.length < width) record.problem = shortLine(record, width);
	else if (places || cells.length > names.length) record.problem = unnamedCell(record, header);
	record.problem ??= repeatedNames(record, names);
}

const shortLine = ({ line, cells }: CsvRecord, width: number) =>
	new Unreadable(
		line,
		`has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, and the file has ${width} columns`,
		'If cells are missing because they are empty, turn on "Accept Short Lines" in the options. If the line is no data, such as a total or a notice, leave it out with "Rows to Skip". Or else correct the line.',
	);

/** A value in a column that has no name. */
function unnamedCell({ cells }: CsvRecord, { names, places, line }: Header) {
	const isNamed = (at: number) => (places ? places.includes(at) : at < names.length);
	const unnamed = cells.findIndex((cell, at) => isFilled(cell) && !isNamed(at));
	if (unnamed < 0) return undefined;
	return new InvalidValue(
		FILE_FIELD,
		`holds a value in column ${unnamed + 1}, which has no name in line ${line}`,
		'Give the column a name, or remove the value. A cell that holds the delimiter needs quotes.',
	);
}

/** Files that were put together have the names again in their middle. */
function repeatedNames({ line, cells, fields }: CsvRecord, names: readonly string[]) {
	// Most rows differ in their first cell.
	const { values } = fields as { values: readonly string[] };
	if (names.length < 2 || values[0].length < names[0].length) return undefined;
	if (values.some((value, index) => value.trim() !== names[index])) return undefined;
	return new Unreadable(
		line,
		'has the names of the columns once more',
		`Remove the line. Or leave it out by a rule of "Rows to Skip": no column, and the text "${cells[0].trim().slice(0, 100)}".`,
	);
}

/**
 * A record up to its end, or to that of the text if it may go on. A quote inside a cell that does not begin
 * with one is a character like any other.
 */
export function recordAt(text: string, start: number, delimiter: string, line: number): CsvRecord {
	const record = new CsvRecord(text, start, line);
	for (let at = start; ; at = record.end + 1) {
		if (text.charCodeAt(at) === QUOTE) {
			const close = closingQuote(text, at + 1);
			record.isOpen = close < 0;
			record.end = record.isOpen ? text.length : endOfCell(text, close + 1, delimiter);
			if (record.isOpen) return record;
			const cell = text.slice(at + 1, close);
			record.breaks += cell.match(/\r\n?|\n/g)?.length ?? 0;
			if (record.end > close + 1) {
				record.end = endOfCell(text, record.end, '\n');
				record.problem = new Unreadable(
					line,
					'begins a record in which something follows a closing quote',
					'Double quotes that are part of a text.',
				);
				return record;
			}
			record.cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
		} else {
			record.end = endOfCell(text, at, delimiter);
			record.cells.push(text.slice(at, record.end));
		}
		if (text[record.end] !== delimiter) return record;
	}
}

/** The place of the next delimiter or line break; the end if there is none. */
function endOfCell(text: string, start: number, delimiter: string): number {
	const separator = delimiter.charCodeAt(0);
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === separator || code === LF || code === CR) return at;
	}
	return text.length;
}

/** The place of the quote that ends a cell; -1 if there is none. Two quotes stand for one. */
function closingQuote(text: string, start: number): number {
	let at = text.indexOf('"', start);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}
