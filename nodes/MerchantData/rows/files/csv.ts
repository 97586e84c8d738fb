import { countBreaks, type Parsed, type Parser, type Problem, tooLong } from './parsed';

const [QUOTE, LF, CR] = Buffer.from('"\n\r');

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
	private readonly delimiter: number;

	private readonly mostChars: number;

	private line: number;

	/** The text from the beginning of the record that has not ended. */
	private rest = '';

	private isOver = false;

	constructor({ delimiter, mostChars, firstLine }: CsvDialect) {
		this.delimiter = delimiter.charCodeAt(0);
		this.mostChars = mostChars;
		this.line = firstLine;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string[]>> {
		const text = this.rest + piece;
		const found: Array<Parsed<string[]>> = [];
		let at = 0;
		while (at < text.length && !this.isOver) {
			const record = scanRecord(text, at, this.delimiter, isLast);
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

/** @returns undefined where the record may go on beyond the text */
function scanRecord(
	text: string,
	start: number,
	delimiter: number,
	isLast: boolean,
): Scanned | undefined {
	const cells: string[] = [];
	let breaks = 0;
	for (let at = start; ; at++) {
		if (text.charCodeAt(at) === QUOTE) {
			const close = closingQuote(text, at + 1);
			if (close < 0) return isLast ? { problem: UNCLOSED, end: text.length, breaks } : undefined;
			const cell = text.slice(at + 1, close);
			breaks += countBreaks(cell);
			cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
			at = close + 1;
			if (endOfCell(text, at, delimiter) !== at)
				return { problem: AFTER_QUOTE, end: endOfCell(text, at, LF), breaks };
		} else {
			const end = endOfCell(text, at, delimiter);
			cells.push(text.slice(at, end));
			at = end;
		}
		if (at === text.length && !isLast) return undefined;
		if (text.charCodeAt(at) !== delimiter) return { cells, end: at, breaks };
	}
}

/** The place of the next delimiter or line break; the text's length where there is none. */
function endOfCell(text: string, start: number, delimiter: number): number {
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === delimiter || code === LF || code === CR) return at;
	}
	return text.length;
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
