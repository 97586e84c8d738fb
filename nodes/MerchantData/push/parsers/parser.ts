/** What the parsers of files have in common. Pure: text in, records out. */

/** Why something in a file could not be read. */
export interface Problem {
	/** Follows the line in the message, as in `line 7 has 3 cells`. */
	text: string;
	remedy: string;
	/**
	 * What cannot be read: this record alone; also the rest of the file, because nobody can say where the
	 * next record begins; or the file as a whole, because it is of another kind.
	 */
	concerns: 'record' | 'rest' | 'file';
}

/** A record as a parser finds it, with the line that it begins in, from 1. */
export type Parsed<Content> =
	| { line: number; content: Content; problem?: undefined }
	| { line: number; problem: Problem };

/** Reads records out of text that comes in pieces, which may be cut anywhere. */
export interface Parser<Content> {
	/**
	 * @param isLast whether nothing follows
	 * @returns the records that have ended; after a problem that concerns more than its record, none
	 */
	feed(piece: string, isLast: boolean): Array<Parsed<Content>>;
}

/** @param most characters */
export function tooLong(line: number, most: number): { line: number; problem: Problem } {
	return {
		line,
		problem: {
			text: `begins a record of more than ${Math.floor(most / 1_024)} KB: a quote may not be closed`,
			remedy: 'Close the quote, or raise "Max Body Size (KB)" in the options.',
			concerns: 'rest',
		},
	};
}

/** How many line breaks a text has: LF, CRLF and CR. */
export function countBreaks(text: string): number {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
		if (text[at + 1] !== '\n') count++;
	}
	return count;
}

/** Makes a function that drops the first lines of a text that comes in pieces. */
export function lineDropper(lines: number): (piece: string) => string {
	let left = lines;
	let isAfterCr = false;
	return (piece) => {
		let at = 0;
		if (isAfterCr && piece !== '') {
			if (piece.startsWith('\n')) at = 1;
			isAfterCr = false;
		}
		while (left > 0) {
			const end = /[\r\n]/g;
			end.lastIndex = at;
			if (!end.test(piece)) return '';
			at = end.lastIndex;
			left--;
			if (piece[at - 1] !== '\r') continue;
			if (at === piece.length) isAfterCr = true;
			else if (piece[at] === '\n') at++;
		}
		return piece.slice(at);
	};
}
