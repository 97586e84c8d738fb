import { CsvCells } from './csvCells';
import { type Parsed, type Parser, type Problem, tooLong } from './parser';

const [QUOTE, LF, CR] = Buffer.from('"\n\r');
const NOTHING = Buffer.alloc(0);

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
	| { cells: CsvCells; problem?: undefined }
	| { problem: Problem }
);

/**
 * Records of a CSV file ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}), with lines that
 * end in LF, CRLF or CR. A quote inside a cell that does not begin with one is a character like any
 * other. Lines without any value are skipped.
 */
export class CsvParser implements Parser<CsvCells> {
	private readonly delimiter: Uint8Array;

	private readonly mostChars: number;

	private line: number;

	/** The text from the beginning of the record that has not ended. */
	private rest = NOTHING;

	private isOver = false;

	constructor({ delimiter, mostChars, firstLine }: CsvDialect) {
		this.delimiter = Buffer.from(delimiter);
		this.mostChars = mostChars;
		this.line = firstLine;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<CsvCells>> {
		const bytes = Buffer.concat([this.rest, Buffer.from(piece)]);
		const found: Array<Parsed<CsvCells>> = [];
		let at = 0;
		while (at < bytes.length && !this.isOver) {
			const record = scanRecord(bytes, at, this.delimiter, isLast);
			const next = record && afterBreak(bytes, record.end, isLast);
			if (hasMoreChars(bytes, at, record?.end ?? bytes.length, this.mostChars)) {
				this.isOver = true;
				found.push(tooLong(this.line, this.mostChars));
			}
			if (!record || next === undefined || this.isOver) break;
			const { line } = this;
			if (record.problem) {
				found.push({ line, problem: record.problem });
				this.isOver = record.problem.concerns !== 'record';
			} else if (!record.cells.isEmptyFrom(0)) {
				found.push({ line, content: record.cells });
			}
			this.line += record.breaks + 1;
			at = next;
		}
		this.rest = this.isOver ? NOTHING : bytes.subarray(at);
		return found;
	}
}

/** @returns undefined where the record may go on beyond the bytes */
function scanRecord(
	bytes: Buffer,
	start: number,
	delimiter: Uint8Array,
	isLast: boolean,
): Scanned | undefined {
	const places: number[] = [];
	let breaks = 0;
	for (let at = start; ; at += delimiter.length) {
		if (bytes[at] === QUOTE) {
			const close = closingQuote(bytes, at + 1);
			if (close < 0) return isLast ? { problem: UNCLOSED, end: bytes.length, breaks } : undefined;
			breaks += countBreaks(bytes, at + 1, close);
			places.push(at + 1, close);
			at = close + 1;
			if (endOfCell(bytes, at, delimiter) !== at)
				return { problem: AFTER_QUOTE, end: endOfCell(bytes, at, NOTHING), breaks };
		} else {
			const end = endOfCell(bytes, at, delimiter);
			places.push(at, end);
			at = end;
		}
		if (!startsWith(bytes, at, delimiter))
			return { cells: new CsvCells(bytes, places), end: at, breaks };
	}
}

/** The place of the next delimiter or line break; the end where there is none. */
function endOfCell(bytes: Buffer, start: number, delimiter: Uint8Array): number {
	const [first] = delimiter;
	for (let at = start; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === LF || byte === CR) return at;
		if (byte === first && startsWith(bytes, at, delimiter)) return at;
	}
	return bytes.length;
}

function startsWith(bytes: Buffer, start: number, part: Uint8Array): boolean {
	for (let at = 0; at < part.length; at++) if (bytes[start + at] !== part[at]) return false;
	return true;
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
function closingQuote(bytes: Buffer, start: number): number {
	for (let at = start; at < bytes.length; at++) {
		if (bytes[at] !== QUOTE) continue;
		if (bytes[at + 1] !== QUOTE) return at;
		at++;
	}
	return -1;
}

/** How many line breaks stand in a cell: LF, CRLF and CR. */
function countBreaks(bytes: Buffer, start: number, end: number): number {
	let count = 0;
	for (let at = start; at < end; at++)
		if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count++;
	return count;
}

function hasMoreChars(bytes: Buffer, start: number, end: number, most: number): boolean {
	// A character takes at least one byte.
	return end - start > most && bytes.toString('utf8', start, end).length > most;
}

/** Where the next record begins; undefined where the line break may go on beyond the bytes. */
function afterBreak(bytes: Buffer, end: number, isLast: boolean): number | undefined {
	const isCr = bytes[end] === CR;
	if (!isLast && end + (isCr ? 1 : 0) >= bytes.length) return undefined;
	return isCr && bytes[end + 1] === LF ? end + 2 : end + 1;
}
