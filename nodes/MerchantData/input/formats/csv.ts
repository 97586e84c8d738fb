import { type InvalidInput, InvalidValue } from '../../errors/invalidInput';
import type { NamedValues } from '../../mapping/columns';
import { isBlank } from '../../mapping/cells';
import { LARGEST_ROW } from '../../mapping/row';
import { FILE_FIELD, type FileRecord, RecordReader, tooLong, unreadable } from './records';

const [LF, CR, QUOTE, BLANK, TAB] = Buffer.from('\n\r" \t');

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
	/** Without blanks around them. An empty one is that of a column without a name, or that has it twice unused. */
	readonly cells: readonly string[];
	/** Those that are not empty. */
	readonly names: readonly string[];
	/** So many cells a line has at least. */
	readonly width: number;
	/** The columns without a name below which no value may stand, because it would be sent. */
	readonly nameless: ReadonlySet<number>;
}

export interface CsvSettings {
	readonly hasShortLines: boolean;
	readonly sendsOthers: boolean;
	/** Whether quotes are part of the text, and enclose no cell. */
	readonly hasPlainQuotes?: boolean;
	/** Whether the form uses a column: it is sent, or names shops or rows to skip. */
	isUsed(name: string): boolean;
}

/** The records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), by its header. */
export class CsvReader extends RecordReader {
	readonly isTable = true;

	private header?: Header;

	constructor(
		line: number,
		private readonly delimiter: string,
		private readonly settings: CsvSettings,
	) {
		super(line);
	}

	next(): FileRecord | undefined {
		const { text, at, line, isLast, header } = this;
		if (at >= text.length) return undefined;
		const { hasShortLines, hasPlainQuotes } = this.settings;
		const record = recordAt(text, at, this.delimiter, line, hasPlainQuotes);
		const { end, isOpen } = record;
		if (end - at > LARGEST_ROW) return this.end(line, { problem: tooLong(line) });
		// A line break of two characters may be cut.
		if (!isLast && end + (text.charCodeAt(end) === CR ? 1 : 0) >= text.length) return undefined;
		if (isOpen) return this.end(line, { problem: notClosed(line) });
		this.at = behind(record, text);
		this.line += 1 + record.breaks;
		if (!header) return this.readHeader(record);
		const isBlankLine = record.cells.length === 1 && isBlank(record.cells[0]);
		if (!record.problem && !isBlankLine) nameCells(record, header, hasShortLines);
		if (header.cells[0] === '' && !isBlank(record.cells[0] ?? '')) this.hint = NO_FIRST_NAME;
		return record;
	}

	private readHeader({ cells, line, text, width, problem }: CsvRecord): FileRecord {
		if (problem) return this.end(line, { refusal: problem });
		if (width === 0) return { line, text };
		const trimmed = cells.map((cell) => cell.trim());
		const { sendsOthers, isUsed } = this.settings;
		const named = trimmed.map((name, at) => (trimmed.indexOf(name) === at ? name : ''));
		const twice = trimmed.find((name, at) => name !== named[at] && isUsed(name));
		if (twice !== undefined) return this.end(line, { refusal: namedTwice(twice) });
		const names = named.filter((name) => name !== '');
		const nameless = trimmed.flatMap((name, at) =>
			name === '' && at > 0 && sendsOthers ? at : [],
		);
		this.header = { cells: named, names, width, nameless: new Set(nameless) };
		return { line, text, header: names };
	}
}

/** Where the record begins that follows another one. */
export const behind = ({ end }: CsvRecord, text: string): number =>
	end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);

const PLAIN_QUOTES =
	'If no quote in the file encloses a cell, set "Quotes" in the options to "Are Part of the Text".';

const notClosed = (line: number) =>
	unreadable(
		'file.quotes',
		line,
		'begins a record with a quote that is never closed',
		`Close the quote, or write a quote inside text as two quotes (""). ${PLAIN_QUOTES}`,
	);

const NO_FIRST_NAME =
	'The first column has no name, so it was left out. pandas and R write the numbers of rows there.';

const namedTwice = (name: string) =>
	new InvalidValue(
		'column.twice',
		FILE_FIELD,
		`holds a CSV file with two columns named "${name.slice(0, 100)}"`,
		'Give each column a name of its own.',
	);

/** Gives the cells of a record their names. What is wrong with a line is known as well if it is left out. */
function nameCells(record: CsvRecord, header: Header, hasShortLines: boolean): void {
	const { names, width } = header;
	const { cells } = record;
	if (hasShortLines) while (cells.length < width) cells.push('');
	const values =
		names.length === header.cells.length ? cells : cells.filter((_, at) => header.cells[at]);
	record.fields = { names, values };
	record.problem = lineProblem(record, values, header);
}

function lineProblem(
	{ line, cells }: CsvRecord,
	values: readonly string[],
	{ names, cells: namesOf, width, nameless }: Header,
): InvalidInput | undefined {
	if (cells.length < width)
		return unreadable(
			'file.shortLine',
			line,
			`has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, and the file has ${width} columns`,
			'If cells are missing because they are empty, turn on "Accept Short Lines" in the options. If the line is no data, such as a total or a notice, leave it out with "Rows to Skip". Or else correct the line.',
		);
	// Most lines have a cell for each name, and no other.
	const hasMore = cells.length > names.length;
	const mustBeEmpty = (of: number) => nameless.has(of) || of >= namesOf.length;
	const at = hasMore ? cells.findIndex((cell, of) => mustBeEmpty(of) && !isBlank(cell)) : -1;
	if (at >= 0)
		return new InvalidValue(
			'file.moreCells',
			FILE_FIELD,
			`holds a value in column ${at + 1}, which has no name`,
			'Give the column a name, or remove the value. A cell that holds the delimiter needs quotes.',
		);
	// Files that were put together have the names again in their middle. Most lines differ in their first cell.
	const isLikeNames = names.length > 1 && values[0].length >= names[0].length;
	if (!isLikeNames || values.some((value, index) => value.trim() !== names[index]))
		return undefined;
	return unreadable(
		'file.namesRepeated',
		line,
		'repeats the column names',
		`Remove the line. Or leave it out by a rule of "Rows to Skip": no column, and the text "${names[0].slice(0, 100)}".`,
	);
}

/**
 * A record up to its end, or to that of the text. A quote within a cell that begins otherwise is a character.
 * @param hasPlainQuotes whether a quote is one everywhere
 */
export function recordAt(
	text: string,
	start: number,
	delimiter: string,
	line: number,
	hasPlainQuotes = false,
): CsvRecord {
	const record = new CsvRecord(text, start, line);
	for (let at = start; ; at = record.end + 1) {
		const first = text.charCodeAt(at) === BLANK ? afterBlanks(text, at, delimiter) : at;
		if (text.charCodeAt(first) === QUOTE && !hasPlainQuotes) {
			const close = closingQuote(text, first + 1);
			record.isOpen = close < 0;
			record.end = record.isOpen ? text.length : afterBlanks(text, close + 1, delimiter);
			if (record.isOpen) return record;
			const cell = text.slice(first + 1, close);
			record.breaks += cell.match(/\r\n?|\n/g)?.length ?? 0;
			if (endOfCell(text, record.end, delimiter) > record.end) {
				record.end = endOfCell(text, record.end, '\n');
				record.problem = unreadable(
					'file.quotes',
					line,
					'begins a record in which something follows a closing quote',
					`Write a quote inside text as two quotes (""). ${PLAIN_QUOTES}`,
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

/** The place after the blanks that people write around quotes. */
function afterBlanks(text: string, start: number, delimiter: string): number {
	const separator = delimiter.charCodeAt(0);
	for (let at = start; ; at++) {
		const code = text.charCodeAt(at);
		if ((code !== BLANK && code !== TAB) || code === separator) return at;
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
