import { isPage, saysFailed } from '../../service/answers/goodAnswer';
import { parseJson } from '../../lib/jsonText';
import { InvalidInput, InvalidValue } from '../../errors/invalidInput';
import { type CsvRecord, recordAt, startAfter } from './csvRecord';
import { FILE_FIELD, type FileFormat, notRows, type Piece } from './records';
import { SAMPLE_CHARS } from './text';
import { isTable, type Lines, refuseMoreCells, refuseSecondTable, tablesBelow } from './tables';

export interface FileDialect {
	readonly format: FileFormat;
	/** Empty unless it is CSV. */
	readonly delimiter: string;
	/** Whether quotes are part of its text. */
	readonly hasPlainQuotes?: true;
}

const BEGIN_OF_LIST = /^\[\s*[{[\]]/;
const LIST = /\[\s*[{\]]/;
const BEGIN_OF_OBJECT = /^\{\s*["}]/;

/**
 * The dialect of a file.
 * @param sample the first piece of its text. @param typed in the form. @param line that the sample begins in
 * @throws InvalidInput if the file contains neither a table nor rows, or can be read in two ways
 */
export function dialectOf(
	sample: Piece,
	name: string,
	typed: Partial<FileDialect>,
	line: number,
): FileDialect {
	const text = sample.text.trimStart();
	const format = typed.format ?? formatOf(text, sample.isLast, name);
	const isJson = BEGIN_OF_LIST.test(text) || BEGIN_OF_OBJECT.test(text);
	if (isPage(text)) throw notRows('a web page or XML instead of rows');
	if (format === 'csv' && isJson) throw notRows('JSON instead of a table');
	// For JSON, it is known at the end of its list.
	if (format === 'ndjson' && sample.isLast && saysFailed(parseJson(text)) === 'yes')
		throw notRows('JSON that reports a failure');
	if (format !== 'csv') return { format, delimiter: '' };
	const named = typed.delimiter || (/\.tsv(\.gz)?$/i.test(name) ? '\t' : undefined);
	const { hasPlainQuotes } = typed;
	// The first piece may be longer, and differ at the next reading.
	const begin = sample.text.slice(0, SAMPLE_CHARS);
	const piece = begin === sample.text ? sample : { text: begin, isLast: false };
	const delimiter = delimiterOf(piece, named ? [named] : DELIMITERS, line, hasPlainQuotes);
	return { format, delimiter, hasPlainQuotes };
}

/**
 * The format by the content of a file, or else by its name. A text that begins with an object is NDJSON if its first line
 * is an object, unless that is the only line, and the file is named JSON or may contain a list of objects.
 */
function formatOf(text: string, isWhole: boolean, name: string): FileFormat {
	if (BEGIN_OF_LIST.test(text)) return 'json';
	if (/\.(ndjson|jsonl|jsonlines)(\.gz)?$/i.test(name)) return 'ndjson';
	const isNamedJson = /\.json(\.gz)?$/i.test(name);
	if (!BEGIN_OF_OBJECT.test(text)) return isNamedJson ? 'json' : 'csv';
	const [first] = text.split(/[\r\n]/, 1);
	const isAll = isWhole && text.trimEnd() === first.trimEnd();
	const isOne = isAll && (isNamedJson || LIST.test(first));
	return parseJson(first) === undefined || isOne ? 'json' : 'ndjson';
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Delimiters only if all lines have them, because they also stand in times, addresses and names. */
const OTHER_DELIMITERS = ['^', '~', ':'];

const isSplit = (record?: CsvRecord): boolean => record !== undefined && record.cells.length > 1;

/** The delimiter of a CSV file: the only one that splits its first line, or that clearly makes a table, or else a comma. */
function delimiterOf(
	sample: Piece,
	possible: readonly string[],
	line: number,
	hasPlainQuotes?: true,
): string {
	const linesBy = (by: string, most: number) => linesOf(sample, by, line, hasPlainQuotes, most);
	const all = possible.map((by) => ({ delimiter: by, ...linesBy(by, 50) }));
	const splitting = all.filter(({ lines: [first] }) => isSplit(first));
	const tables = splitting.filter((each) => isTable(each.lines));
	// A delimiter that gives fewer names is a part of them, as in `Cost, net` and `CPM (per 1,000)`.
	const isPartOf = ({ lines: [names] }: Lines, { lines: [more] }: Lines) =>
		names.width < more.width && names.cells.slice(1).every((cell) => /^[\s\d]/.test(cell));
	const clear = tables.filter((each) =>
		tables.every((other) => other === each || isPartOf(other, each)),
	);
	const fitting = clear.length > 0 ? clear : splitting;
	const [{ delimiter, lines }] = fitting.length > 0 ? fitting : all;
	/** A second table may follow a long one. */
	const refuseTwo = (by: string, from: number) => {
		const { lines: there, apart } = linesBy(by, BLANK_LINE.test(sample.text) ? Infinity : 50);
		refuseSecondTable({ lines: there.filter((each) => each.line >= from), apart });
	};
	if (lines.length > 0) refuseTwo(delimiter, line);
	// If the lines make a table, another delimiter in them is a decimal comma.
	if (lines.length > 0 && !isTable(lines)) {
		const [{ width }] = lines;
		const below = all.flatMap((each) =>
			tablesBelow(each.lines, width).map((names) => ({ by: each.delimiter, from: names.line })),
		);
		const [first] = below.toSorted((one, other) => one.from - other.from);
		if (first) {
			refuseTwo(first.by, first.from);
			throw linesAbove(first.from);
		}
		refuseOneColumn(lines);
		if (fitting.length <= 1) refuseMoreCells(lines, delimiter);
	}
	if (fitting.length <= 1) return delimiter;
	const either = fitting.map((each) => JSON.stringify(each.delimiter)).join(' or by ');
	const problem = `is not set, but the cells of the file may be separated by ${either}`;
	const remedy = 'Set "Delimiter" in the options to the right one.';
	throw new InvalidValue('file.delimiter', 'Delimiter', problem, remedy);
}

const BLANK_LINE = /(\r\n|\r(?!\n)|\n)\1./;

/** The first lines, without the last one if it may go on. */
function linesOf(
	{ text, isLast }: Piece,
	delimiter: string,
	firstLine: number,
	hasPlainQuotes: true | undefined,
	most: number,
): Lines {
	const lines: CsvRecord[] = [];
	const apart = new Set<CsvRecord>();
	let line = firstLine;
	let isApart = false;
	for (let at = 0; at < text.length && lines.length < most; ) {
		const record = recordAt(text, at, delimiter, line, hasPlainQuotes);
		if (record.isOpen || (!isLast && record.end === text.length)) break;
		if (record.width > 0) {
			lines.push(record);
			if (isApart) apart.add(record);
			isApart = false;
		} else isApart ||= record.cells.length === 1;
		at = startAfter(record, text);
		line += 1 + record.breaks;
	}
	return { lines, apart };
}

function linesAbove(line: number): InvalidInput {
	const message = `The column names seem to be in line ${line}`;
	const remedy = `Add the option "From Line" and set it to ${line}.`;
	return new InvalidInput('file.namesElsewhere', message, remedy, { fromLine: line });
}

/** @throws InvalidValue if each line is one cell, in which another delimiter stands, or if a mail's greeting is above */
function refuseOneColumn(lines: readonly CsvRecord[]): void {
	const [names, ...others] = lines;
	const endsWithDelimiter = names.width === 1 && names.cells.length > 1;
	if (endsWithDelimiter && others.every(({ cells }) => cells.length === 1)) {
		const problem = 'contains sentences: its first line alone ends with a delimiter';
		throw new InvalidValue('file.oneColumn', FILE_FIELD, problem);
	}
	const isIn = (delimiter: string, some: readonly CsvRecord[]) =>
		some.every(({ width, cells }) => width === 1 && isSplit(recordAt(cells[0], 0, delimiter, 1)));
	const inCells = DELIMITERS.find((delimiter) => isIn(delimiter, lines.slice(0, 2)));
	if (inCells !== undefined) {
		const problem = `contains a table with one column, whose cells contain ${JSON.stringify(inCells)}`;
		const remedy = `If "Delimiter" is set in the options, clear it. If each line is in quotes, a spreadsheet saved the file as one column: export it again, and push it unchanged.`;
		throw new InvalidValue('file.oneColumn', FILE_FIELD, problem, remedy);
	}
	const inAll = OTHER_DELIMITERS.find((delimiter) => isIn(delimiter, lines));
	if (inAll === undefined || lines.length === 1) return;
	const problem = `contains a table with one column, whose cells all contain "${inAll}"`;
	const remedy = `If it separates the cells, set "Delimiter" in the options to "${inAll}".`;
	throw new InvalidValue('file.delimiter', FILE_FIELD, problem, remedy);
}
