import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { FILE_FIELD, type RecordReader, type Unread, Unreadable } from './records';

/** The records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), by its header. */
export function* csvRecords(unread: Unread, delimiter: string): RecordReader {
	let header: { names: string[]; line: number } | undefined;
	for (const record of csvCells(unread, delimiter)) {
		if (!record) {
			yield undefined;
			continue;
		}
		const { line, cells, problem } = record;
		const isBlank = !problem && cells.length === 1 && !isFilled(cells[0]);
		if (header) yield { line, ...(problem ? { problem } : !isBlank && cellsByName(cells, header)) };
		else if (!isBlank) {
			// Without a header, nobody could say which cell is which.
			if (problem) throw problem;
			header = { names: cells.map((cell) => cell.trim()), line };
			yield { line, header: named(header.names) };
		}
	}
}

/** The names that columns have. @throws InvalidValue where two are alike */
function named(names: string[]): string[] {
	const known = names.filter((name) => name !== '');
	const twice = known.find((name, index) => known.indexOf(name) !== index);
	// JavaScript would lose its cells.
	if (known.includes('__proto__'))
		throw new InvalidValue(FILE_FIELD, 'holds a CSV file with a column named "__proto__"');
	if (twice !== undefined) {
		throw new InvalidValue(
			FILE_FIELD,
			`holds a CSV file with two columns named "${twice.slice(0, 100)}"`,
			'Give each column a name of its own.',
		);
	}
	return known;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

function cellsByName(
	cells: string[],
	{ names, line }: { names: string[]; line: number },
): { fields?: Record<string, string>; problem?: InvalidInput } {
	if (cells.length < names.length) {
		const wrong = `holds a line of ${cells.length} cells, and the file has ${names.length} columns`;
		return { problem: new InvalidValue(FILE_FIELD, wrong, 'Correct the line.') };
	}
	const fields: Record<string, string> = {};
	let problem: InvalidInput | undefined;
	for (const [index, cell] of cells.entries()) {
		if (cell === '') continue;
		const name = names[index] ?? '';
		if (name !== '') fields[name] = cell;
		else if (isFilled(cell)) problem ??= nameless(index, line);
	}
	return { fields, problem };
}

const nameless = (index: number, line: number) =>
	new InvalidValue(
		FILE_FIELD,
		`holds a value in column ${index + 1}, which has no name in line ${line}`,
		'Give the column a name, or remove the value. A cell that holds the delimiter needs quotes.',
	);

const [LF, CR] = Buffer.from('\n\r');

/**
 * The records as cells: one empty cell for a blank line, undefined where more text is needed.
 * @throws Unreadable
 */
export function* csvCells(
	unread: Unread,
	delimiter: string,
): Generator<{ line: number; cells: string[]; problem?: InvalidInput } | undefined, void> {
	for (;;) {
		const { text, isLast } = unread;
		while (unread.at < text.length) {
			const { at, line } = unread;
			const { cells, end, breaks, flaw } = cellsAt(text, at, delimiter);
			unread.checkLength(end - at);
			const isCr = text.charCodeAt(end) === CR;
			// A line break of two characters may be cut.
			if (!isLast && end + (isCr ? 1 : 0) >= text.length) break;
			if (flaw === 'open') {
				throw new Unreadable(
					line,
					'begins a record with a quote that is never closed',
					'Close the quote, or double quotes that are part of a text.',
				);
			}
			unread.at = end + (isCr && text.charCodeAt(end + 1) === LF ? 2 : 1);
			unread.line += 1 + breaks;
			yield { line, cells, problem: flaw && afterQuote(line) };
		}
		if (isLast) return;
		yield undefined;
	}
}

const afterQuote = (line: number) =>
	new Unreadable(
		line,
		'begins a record in which something follows a closing quote',
		'Double quotes that are part of a text.',
	);

/**
 * The cells of a record, up to its end, or to that of the text where it may go on. A quote inside a cell
 * that does not begin with one is a character like any other.
 * @returns with the line breaks in its cells, and with what is wrong with their quotes
 */
export function cellsAt(
	text: string,
	start: number,
	delimiter: string,
): { cells: string[]; end: number; breaks: number; flaw?: 'open' | 'followed' } {
	const cells: string[] = [];
	let breaks = 0;
	for (let at = start; ; at++) {
		let end = at;
		if (text[at] === '"') {
			const close = closingQuote(text, at + 1);
			if (close < 0) return { cells, end: text.length, breaks, flaw: 'open' };
			const cell = text.slice(at + 1, close);
			breaks += cell.match(/\r\n?|\n/g)?.length ?? 0;
			end = endOfCell(text, close + 1, delimiter);
			if (end > close + 1)
				return { cells, end: endOfCell(text, end, '\n'), breaks, flaw: 'followed' };
			cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
		} else {
			end = endOfCell(text, at, delimiter);
			cells.push(text.slice(at, end));
		}
		at = end;
		if (text[at] !== delimiter) return { cells, end, breaks };
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
