import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { NamedValues } from '../columns';

/** What the readers of CSV, JSON and NDJSON have in common. Pure: text in, records out. */

export const FILE_FIELD = 'Input Binary Field';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** What a reader finds, in the order of the file. A blank line has neither fields nor a problem. */
export interface FileRecord {
	/** The line that it begins in, from 1. */
	readonly line: number;
	/** As it came, without its line break. */
	readonly text: string;
	/** The names of the columns, before the first record of a CSV file. */
	readonly header?: readonly string[];
	readonly fields?: NamedValues;
	/** Why it is not sent. */
	readonly problem?: InvalidInput;
	/** Whether nothing behind it can be read, or is to be. */
	readonly isEnd?: boolean;
	/** Why the whole file is not to be sent. */
	readonly refusal?: InvalidInput;
}

/** Whether a record has a place among the rows of its file: a blank line and the names have none. */
export const isRow = ({ fields, problem }: FileRecord): boolean =>
	fields !== undefined || problem !== undefined;

/** Gives one record after another. A reader is for one reading of one file. */
export interface RecordReader {
	/** Whether its records are lines of cells, in which empty means that there is no value. */
	readonly isTable: boolean;
	/** Adds text. */
	add(piece: Piece): void;
	/**
	 * The next record; undefined if more text is needed for it, or there is none, as behind one that is the end.
	 * It does not throw.
	 */
	next(): FileRecord | undefined;
}

/** Something in a file cannot be read. */
export class Unreadable extends InvalidValue {
	/** @param text follows the line, as in `line 7 holds …` */
	constructor(line: number, text: string, remedy: string) {
		super(FILE_FIELD, `cannot be read: line ${line} ${text}`, remedy);
	}
}

/** Text of a file, in its order. */
export interface Piece {
	readonly text: string;
	readonly isLast: boolean;
}

/** The text of a file that its reader has not taken yet. */
export class TextBuffer {
	text = '';

	/** Where the text begins that is not taken. */
	at = 0;

	/** Whether no more text comes. */
	isLast = false;

	/** Whether nothing behind `at` is to be read. Then no text is kept. */
	private hasEnded = false;

	/** @param line of the file that `at` is in, from 1 */
	constructor(public line: number) {}

	add({ text, isLast }: Piece): void {
		this.text = this.hasEnded ? '' : this.text.slice(this.at) + text;
		this.at = 0;
		this.isLast = isLast;
	}

	/** Ends the reading with a record. */
	end(record: FileRecord): FileRecord {
		this.hasEnded = true;
		this.text = '';
		return { ...record, isEnd: true };
	}
}

/** The problem of a record that is too long: what is not closed must not fill the memory. */
export const tooLong = (line: number) =>
	new Unreadable(
		line,
		'begins a record of more than 8 MiB: a quote may not be closed',
		'Close the quote, or make the record smaller.',
	);
