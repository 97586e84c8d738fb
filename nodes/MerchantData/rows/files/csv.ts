import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { NamedValues } from '../columns';
import { isBlank, LARGEST_ROW } from '../row';
import { FILE_FIELD, type FileRecord, RecordReader, tooLong, unreadable } from './records';

const [LF, CR, QUOTE] = Buffer.from('\n\r"');

/** A record. It is a class, and its list of cells is no literal, for the reason that Row has. */
export class CsvRecord implements FileRecord {
	readonly cells = Array.of<string>();
	end = 0;
	/** How many line breaks are in its cells. */
	breaks = 0;
	isOpen = false;
	fields?: NamedValues;
	problem?: InvalidInput;

	/** @param source the text that it stands in, from `start` on */
	constructor(
		private readonly source: string,
		private readonly start: number,
		readonly line: number,
	) {}

	get text(): string {
		return this.source.slice(this.start, this.end);
	}

	/** How many cells it has, up to the last that is filled. */
	get width(): number {
		return this.cells.findLastIndex((cell) => !isBlank(cell)) + 1;
	}
}

interface Header {
	/** Without blanks around them. Below an empty one is a column without a name. */
	readonly cells: readonly string[];
	/** Those that are not empty. */
	readonly names: readonly string[];
	/** So many cells a line has at least. */
	readonly width: number;
}

/** The records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), by its header. */
export class CsvReader extends RecordReader {
	readonly isTable = true;

	private header?: Header;

	constructor(
		line: number,
		private readonly delimiter: string,
		private readonly hasShortLines: boolean,
	) {
		super(line);
	}

	next(): FileRecord | undefined {
		const { text, at, line, isLast, header } = this;
		if (at >= text.length) return undefined;
		const record = recordAt(text, at, this.delimiter, line);
		const { end, isOpen } = record;
		if (end - at > LARGEST_ROW) return this.end(line, { problem: tooLong(line) });
		// A line break of two characters may be cut.
		if (!isLast && end + (text.charCodeAt(end) === CR ? 1 : 0) >= text.length) return undefined;
		if (isOpen) return this.end(line, { problem: notClosed(line) });
		this.at = behind(record, text);
		this.line += 1 + record.breaks;
		if (!header) return this.readHeader(record);
		const isBlankLine = record.cells.length === 1 && isBlank(record.cells[0]);
		if (!record.problem && !isBlankLine) nameCells(record, header, this.hasShortLines);
		return record;
	}

	private readHeader({ cells, line, text, width, problem }: CsvRecord): FileRecord {
		if (problem) return this.end(line, { refusal: problem });
		if (width === 0) return { line, text };
		const trimmed = cells.map((cell) => cell.trim());
		const names = trimmed.filter((name) => name !== '');
		const twice = names.find((name, index) => names.indexOf(name) !== index);
		if (twice !== undefined) return this.end(line, { refusal: namedTwice(twice) });
		this.header = { cells: trimmed, names, width };
		return { line, text, header: names };
	}
}

/** Where the record begins that follows another one. */
export const behind = ({ end }: CsvRecord, text: string): number =>
	end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);

const notClosed = (line: number) =>
	unreadable(
		line,
		'begins a record with a quote that is never closed',
		'Close the quote, or double quotes that are part of a text.',
	);

const namedTwice = (name: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds a CSV file with two columns named "${name.slice(0, 100)}"`,
		'Give each column a name of its own.',
	);

/** Gives the cells of a record their names. What is wrong with a line is known as well if it is left out. */
function nameCells(record: CsvRecord, header: Header, hasShortLines: boolean): void {
	const { names, width } = header;
	const { cells } = record;
	if (hasShortLines) while (cells.length < width) cells.push('');
	const isNamed = names.length === header.cells.length;
	const values = isNamed ? cells : cells.filter((_, at) => header.cells[at]);
	record.fields = { names, values };
	record.problem = lineProblem(record, values, header);
}

function lineProblem(
	{ line, cells }: CsvRecord,
	values: readonly string[],
	{ names, cells: namesOf, width }: Header,
): InvalidInput | undefined {
	if (cells.length < width)
		return unreadable(
			line,
			`has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, and the file has ${width} columns`,
			'If cells are missing because they are empty, turn on "Accept Short Lines" in the options. If the line is no data, such as a total or a notice, leave it out with "Rows to Skip". Or else correct the line.',
		);
	// Most lines have a cell for each name, and no other.
	const hasMore = cells.length > names.length;
	const at = hasMore ? cells.findIndex((cell, of) => !namesOf[of] && !isBlank(cell)) : -1;
	if (at >= 0)
		return new InvalidValue(
			FILE_FIELD,
			`holds a value in column ${at + 1}, which has no name`,
			'Give the column a name, or remove the value. A cell that holds the delimiter needs quotes.',
		);
	// Files that were put together have the names again in their middle. Most lines differ in their first cell.
	const isLikeNames = names.length > 1 && values[0].length >= names[0].length;
	if (!isLikeNames || values.some((value, index) => value.trim() !== names[index]))
		return undefined;
	return unreadable(
		line,
		'has the names of the columns once more',
		`Remove the line. Or leave it out by a rule of "Rows to Skip": no column, and the text "${names[0].slice(0, 100)}".`,
	);
}

/** A record up to its end, or to that of the text. A quote within a cell that begins otherwise is a character. */
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
				record.problem = unreadable(
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

/** The place of the next delimiter or line break, or the end. */
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
