import type { InvalidInput } from '../../errors/invalidInput';
import { isBlank } from '../../lib/objects';
import type { NamedValues } from '../../mapping/columns';
import { type FileRecord, unreadable } from './records';

/** The grammar of CSV ({@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}): where cells and records end. */

const [LF, CR, QUOTE, BLANK, TAB] = Buffer.from('\n\r" \t');

/** A record. A class, and no literal for its cells: V8 may allocate literals as long-lived. */
export class CsvRecord implements FileRecord {
	readonly cells = new Array<string>();
	end = 0;
	/** Line breaks within its cells. */
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

	/** The number of cells up to the last that is filled. */
	get width(): number {
		return this.cells.findLastIndex((cell) => !isBlank(cell)) + 1;
	}
}

export const startAfter = ({ end }: CsvRecord, text: string): number =>
	end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);

export const PLAIN_QUOTES =
	'If no quote in the file encloses a cell, set "Quotes" in the options to "Are Part of the Text".';

/**
 * The record that begins at a place. Without its end, it has the rest of the text.
 * @param hasPlainQuotes whether quotes are characters like any other. Otherwise, only those within an unquoted cell are.
 */
export function recordAt(
	text: string,
	start: number,
	delimiter: string,
	line: number,
	hasPlainQuotes = false,
): CsvRecord {
	const record = new CsvRecord(text, start, line);
	const separator = delimiter.charCodeAt(0);
	for (let at = start; ; at = record.end + 1) {
		const first = text.charCodeAt(at) === BLANK ? afterBlanks(text, at, separator) : at;
		if (text.charCodeAt(first) === QUOTE && !hasPlainQuotes) {
			const close = closingQuote(text, first + 1);
			record.isOpen = close < 0;
			record.end = record.isOpen ? text.length : afterBlanks(text, close + 1, separator);
			if (record.isOpen) return record;
			const cell = text.slice(first + 1, close);
			record.breaks += cell.match(/\r\n?|\n/g)?.length ?? 0;
			if (endOfCell(text, record.end, separator) > record.end) {
				record.end = endOfCell(text, record.end, LF);
				const wrong = 'begins a record in which something follows a closing quote';
				const remedy = `Write a quote inside text as two quotes (""). ${PLAIN_QUOTES}`;
				record.problem = unreadable('file.quotes', line, wrong, remedy);
				return record;
			}
			record.cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
		} else {
			record.end = endOfCell(text, at, separator);
			record.cells.push(text.slice(at, record.end));
		}
		if (text.charCodeAt(record.end) !== separator) return record;
	}
}

/** The place after the blanks that people write around quotes. */
function afterBlanks(text: string, start: number, separator: number): number {
	for (let at = start; ; at++) {
		const code = text.charCodeAt(at);
		if ((code !== BLANK && code !== TAB) || code === separator) return at;
	}
}

/** The place of the next delimiter or line break, or the end. */
function endOfCell(text: string, start: number, separator: number): number {
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
