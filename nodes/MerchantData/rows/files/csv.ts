import { MOST_CHARS } from '../row';
import { type Parsed, type Parser, type Problem, tooLong } from './parser';

/** How the text of a CSV file is cut into records. */
export interface CsvDialect {
	/** One character. */
	delimiter: string;
	/** The line that the text begins with. */
	firstLine: number;
	mostChars?: number;
}

/** A record that has ended, by the place behind its last character. */
interface Scanned {
	end: number;
	/** Line breaks within its cells. */
	breaks: number;
	cells: string[];
	problem?: Problem;
}

const [LF, CR] = Buffer.from('\n\r');

/**
 * Records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), with lines that
 * end in LF, CRLF or CR. A quote inside a cell that does not begin with one is a character like any
 * other. A blank line is a record of one empty cell.
 */
export class CsvParser implements Parser<string[]> {
	line: number;

	private readonly delimiter: string;

	private readonly mostChars: number;

	/** The text from the beginning of the record that has not ended. */
	private rest = '';

	private isOver = false;

	constructor({ delimiter, firstLine, mostChars = MOST_CHARS }: CsvDialect) {
		this.delimiter = delimiter;
		this.mostChars = mostChars;
		this.line = firstLine;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string[]>> {
		const text = this.rest + piece;
		const { length } = text;
		const { delimiter } = this;
		const found: Array<Parsed<string[]>> = [];
		let at = 0;
		// The next one of each that is not before `at`.
		let [lf, cr, quote, separator] = [-1, -1, -1, -1];
		while (at < length && !this.isOver) {
			if (lf < at) lf = next(text, '\n', at);
			if (cr < at) cr = next(text, '\r', at);
			if (quote < at) quote = next(text, '"', at);
			let end = Math.min(lf, cr);
			const scanned = quote < end ? scan(text, at, delimiter, isLast) : undefined;
			if (quote < end) end = scanned?.end ?? length;
			if (end - at > this.mostChars) {
				found.push(this.stop(tooLong(this.mostChars)));
				break;
			}
			// A line break of two characters may be cut.
			const isCr = text.charCodeAt(end) === CR;
			if (!isLast && end + (isCr ? 1 : 0) >= length) break;
			const { line } = this;
			if (scanned?.problem) {
				const { problem } = scanned;
				found.push(problem.concerns === 'rest' ? this.stop(problem) : { line, problem });
			} else {
				const cells = scanned?.cells ?? [];
				// Much faster than split. The place of the next one is kept for the records after this one.
				for (let start = at; !scanned; start = separator + 1) {
					if (separator < start) separator = next(text, delimiter, start);
					cells.push(text.slice(start, Math.min(separator, end)));
					if (separator >= end) break;
				}
				found.push({ line, content: cells });
			}
			this.line += 1 + (scanned?.breaks ?? 0);
			at = end + (isCr && text.charCodeAt(end + 1) === LF ? 2 : 1);
		}
		this.rest = this.isOver ? '' : text.slice(at);
		return found;
	}

	private stop(problem: Problem): Parsed<string[]> {
		this.isOver = true;
		return { line: this.line, problem };
	}
}

/** The place of a character; the text's length where there is none. */
function next(text: string, character: string, start: number): number {
	const place = text.indexOf(character, start);
	return place < 0 ? text.length : place;
}

/**
 * A record with quotes.
 * @returns undefined where it may go on beyond the text
 */
function scan(
	text: string,
	start: number,
	delimiter: string,
	isLast: boolean,
): Scanned | undefined {
	const cells: string[] = [];
	let breaks = 0;
	for (let at = start; ; at++) {
		let end = at;
		if (text[at] === '"') {
			const close = closingQuote(text, at + 1);
			if (close < 0)
				return isLast ? { problem: UNCLOSED, cells, breaks, end: text.length } : undefined;
			const cell = text.slice(at + 1, close);
			breaks += cell.match(/\r\n?|\n/g)?.length ?? 0;
			cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
			end = endOfCell(text, close + 1, delimiter);
			if (end > close + 1)
				return { problem: AFTER_QUOTE, cells, breaks, end: endOfCell(text, end, '') };
		} else {
			end = endOfCell(text, at, delimiter);
			cells.push(text.slice(at, end));
		}
		at = end;
		if (text[at] !== delimiter) return { cells, breaks, end };
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

const UNCLOSED: Problem = {
	text: 'begins a record with a quote that is never closed',
	remedy:
		'Close the quote, or double quotes that are part of a text. Nothing behind it could be read.',
	concerns: 'rest',
};

const AFTER_QUOTE: Problem = {
	text: 'begins a record in which something follows a closing quote',
	remedy: 'Double quotes that are part of a text.',
	concerns: 'record',
};
