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
	/** The line that it has come to. */
	readonly line: number;
	/**
	 * @param isLast whether nothing follows
	 * @returns the records that have ended; after a problem that concerns more than its record, none
	 */
	feed(piece: string, isLast: boolean): Array<Parsed<Content>>;
}

/** @param most characters */
export const tooLong = (most: number): Problem => ({
	text: `begins a record of more than ${most / 1_048_576} MiB: a quote may not be closed`,
	remedy: 'Close the quote, or make the record smaller. Nothing behind it could be read.',
	concerns: 'rest',
});
