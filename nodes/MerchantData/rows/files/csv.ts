import { countBreaks, type Parsed, type Parser, type Problem, tooLong } from './parsed';

/** How the text of a CSV file is cut into records. */
export interface CsvDialect {
	/** One character. */
	delimiter: string;
	/** Most characters in a record. What is longer ends the reading. */
	mostChars: number;
	/** The line that the text begins with. */
	firstLine: number;
}

type Scanned = { end: number; breaks: number } & (
	| { cells: string[]; problem?: undefined }
	| { problem: Problem }
);

/**
 * Records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), with lines that
 * end in LF, CRLF or CR. A quote inside a cell that does not begin with one is a character like any
 * other. Lines without any value are skipped.
 */
export class CsvParser implements Parser<string[]> {
	private readonly delimiter: string;

	private readonly mostChars: number;

	private line: number;

	/** The text from the beginning of the record that has not ended. */
	private rest = '';

	private isOver = false;

	constructor({ delimiter, mostChars, firstLine }: CsvDialect) {
		this.delimiter = delimiter;
		this.mostChars = mostChars;
		this.line = firstLine;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string[]>> {
		const text = this.rest + piece;
		const found: Array<Parsed<string[]>> = [];
		const marks = marksIn(text, this.delimiter);
		let at = 0;
		while (at < text.length && !this.isOver) {
			const record = scanRecord(text, at, marks, isLast);
			const next = record && afterBreak(text, record.end, isLast);
			const length = (record?.end ?? text.length) - at;
			if (length > this.mostChars) {
				this.isOver = true;
				found.push(tooLong(this.line, this.mostChars));
			}
			if (!record || next === undefined || this.isOver) break;
			const { line } = this;
			if (record.problem) {
				found.push({ line, problem: record.problem });
				this.isOver = record.problem.concerns !== 'record';
			} else if (record.cells.some((cell) => cell !== '')) {
				found.push({ line, content: record.cells });
			}
			this.line += record.breaks + 1;
			at = next;
		}
		this.rest = this.isOver ? '' : text.slice(at);
		return found;
	}
}

/** The next place of each character that ends something, from a place on that only grows. */
interface Marks {
	delimiter: string;
	nextDelimiter: (at: number) => number;
	nextBreak: (at: number) => number;
	nextQuote: (at: number) => number;
}

function marksIn(text: string, delimiter: string): Marks {
	const nextLf = finder(text, '\n');
	const nextCr = finder(text, '\r');
	return {
		delimiter,
		nextDelimiter: finder(text, delimiter),
		nextBreak: (at) => Math.min(nextLf(at), nextCr(at)),
		nextQuote: finder(text, '"'),
	};
}

/** Looks for each place once, so that a text without the character is not gone through per record. */
function finder(text: string, character: string): (at: number) => number {
	let next = -1;
	return (at) => {
		if (next < at) next = text.indexOf(character, at);
		if (next < 0) next = text.length;
		return next;
	};
}

/** @returns undefined where the record may go on beyond the text */
function scanRecord(
	text: string,
	start: number,
	marks: Marks,
	isLast: boolean,
): Scanned | undefined {
	const lineEnd = marks.nextBreak(start);
	if (marks.nextQuote(start) > lineEnd || lineEnd === start) {
		return { cells: text.slice(start, lineEnd).split(marks.delimiter), end: lineEnd, breaks: 0 };
	}
	const cells: string[] = [];
	let breaks = 0;
	for (let at = start; ; at++) {
		if (text[at] === '"') {
			const close = closingQuote(text, at + 1);
			if (close < 0) return isLast ? { problem: UNCLOSED, end: text.length, breaks } : undefined;
			const cell = text.slice(at + 1, close);
			breaks += countBreaks(cell);
			cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
			at = close + 1;
			if (at < text.length && text[at] !== marks.delimiter && marks.nextBreak(at) !== at)
				return { problem: AFTER_QUOTE, end: marks.nextBreak(at), breaks };
		} else {
			const end = Math.min(marks.nextDelimiter(at), marks.nextBreak(at));
			cells.push(text.slice(at, end));
			at = end;
		}
		if (at === text.length && !isLast) return undefined;
		if (text[at] !== marks.delimiter) return { cells, end: at, breaks };
	}
}

const UNCLOSED: Problem = {
	text: 'begins a record with a quote that is never closed',
	remedy: 'Close the quote, or double quotes that are part of a text.',
	concerns: 'rest',
};

const AFTER_QUOTE: Problem = {
	text: 'begins a record in which something follows a closing quote',
	remedy: 'Double quotes that are part of a text.',
	concerns: 'record',
};

/** The place of the quote that ends a cell; -1 where there is none. Two quotes stand for one. */
function closingQuote(text: string, start: number): number {
	let at = text.indexOf('"', start);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

/** Where the next record begins; undefined where the line break may go on beyond the text. */
function afterBreak(text: string, end: number, isLast: boolean): number | undefined {
	const isCr = text[end] === '\r';
	if (!isLast && end + (isCr ? 1 : 0) >= text.length) return undefined;
	return isCr && text[end + 1] === '\n' ? end + 2 : end + 1;
}
