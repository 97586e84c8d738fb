import { type InvalidInput, InvalidValue } from '../../errors/invalidInput';
import { counted } from '../../lib/counted';
import { isBlank } from '../../lib/objects';
import { LARGEST_ROW } from '../../mapping/row';
import { type CsvRecord, PLAIN_QUOTES, recordAt, startAfter } from './csvRecord';
import { FILE_FIELD, type FileRecord, RecordReader, tooLong, unreadable } from './records';

interface Header {
	/** Names without blanks around them. Empty for a column without a name, and for one that repeats an unused name. */
	readonly cells: readonly string[];
	/** The names that are not empty. */
	readonly names: readonly string[];
	/** The fewest cells that a line has. */
	readonly width: number;
	/** Whether a column has no name, and may have no value because it would be sent. */
	mustBeEmpty(at: number): boolean;
}

interface CsvSettings {
	readonly hasShortLines: boolean;
	readonly sendsOthers: boolean;
	/** Whether quotes are part of the text, and enclose no cell. */
	readonly hasPlainQuotes?: boolean;
	/** Whether the form uses a column: it is sent, or names shops or rows to skip. */
	isUsed(name: string): boolean;
}

/** Gives the records of a CSV file, and their cells the names of its header. */
export class CsvReader extends RecordReader {
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
		if (!isLast && end + (text[end] === '\r' ? 1 : 0) >= text.length) return undefined;
		if (isOpen) return this.end(line, { problem: notClosed(line) });
		this.at = startAfter(record, text);
		this.line += 1 + record.breaks;
		if (!header) return this.readHeader(record);
		const isBlankLine = record.cells.length === 1 && isBlank(record.cells[0]);
		if (!record.problem && !isBlankLine) nameCells(record, header, hasShortLines);
		if (header.cells[0] === '' && !isBlank(record.cells[0])) this.hint = NO_FIRST_NAME;
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
		const mustBeEmpty = (at: number) =>
			at >= trimmed.length || (trimmed[at] === '' && at > 0 && sendsOthers);
		this.header = { cells: named, names, width, mustBeEmpty };
		return { line, text, header: names };
	}
}

function notClosed(line: number): InvalidValue {
	const wrong = 'begins a record with a quote that is never closed';
	const remedy = `Close the quote, or write a quote inside text as two quotes (""). ${PLAIN_QUOTES}`;
	return unreadable('file.quotes', line, wrong, remedy);
}

const NO_FIRST_NAME =
	'The first column has no name, so it was left out. pandas and R write row numbers there.';

function namedTwice(name: string): InvalidValue {
	const problem = `contains a table with two columns named "${name.slice(0, 100)}"`;
	const remedy = 'Give each column a name of its own.';
	return new InvalidValue('column.twice', FILE_FIELD, problem, remedy);
}

/** Gives the cells of a record their names, and finds what is wrong with it, even if it will be left out. */
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
	record: CsvRecord,
	values: readonly string[],
	{ names, width, mustBeEmpty }: Header,
): InvalidInput | undefined {
	const { line, cells } = record;
	// A line of delimiters alone is left out, as a blank line is.
	if (cells.length < width && record.width > 0) {
		const wrong = `has ${counted(cells.length, 'cells')}, but the file has ${width} columns`;
		const remedy =
			'If the missing cells are empty, turn on "Accept Short Lines" in the options. If the line is not data, such as a total or a notice, leave it out with "Rows to Skip". Otherwise correct it.';
		return unreadable('file.shortLine', line, wrong, remedy);
	}
	// Most lines have a cell for each name, and no other.
	const hasMore = cells.length > names.length;
	const at = hasMore ? cells.findIndex((cell, of) => mustBeEmpty(of) && !isBlank(cell)) : -1;
	if (at >= 0) {
		const problem = `contains a value in column ${at + 1}, which has no name`;
		const remedy =
			'Give the column a name, or remove the value. A cell that contains the delimiter needs quotes.';
		return new InvalidValue('file.moreCells', FILE_FIELD, problem, remedy);
	}
	// Joined files repeat the names. Most lines differ from them in the first cell.
	const isLikeNames = names.length > 1 && (values[0] ?? '').length >= names[0].length;
	if (!isLikeNames || !names.every((name, index) => values[index]?.trim() === name))
		return undefined;
	const remedy = `Remove the line. If no other row begins with "${names[0].slice(0, 100)}", you can leave it out with "Rows to Skip": no column, and that text.`;
	return unreadable('file.namesRepeated', line, 'repeats the column names', remedy);
}
