import type { Code } from '../../errors/codes';
import { type InvalidInput, InvalidValue } from '../../errors/invalidInput';
import type { NamedValues } from '../../mapping/columns';

/** The common part of the readers of CSV, JSON and NDJSON. Pure: text in, records out. */

export const FILE_FIELD = 'Input Binary Field';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** A piece of a file that a reader finds. A blank line has neither fields nor a problem. */
export interface FileRecord {
	/** The line that it begins in, from 1. */
	readonly line: number;
	/** Its text as it came, without the line break. */
	readonly text: string;
	/** The names of the columns, before the first record of a CSV file. */
	readonly header?: readonly string[];
	readonly fields?: NamedValues;
	readonly problem?: InvalidInput;
	/** Why nothing of the file is sent. */
	readonly refusal?: InvalidInput;
}

/** Whether a record is a row, not a blank line or the column names. */
export const isRow = ({ fields, problem }: FileRecord): boolean =>
	fields !== undefined || problem !== undefined;

/** Something in a file cannot be read. @param text follows the line, as in `line 7 contains …` */
export const unreadable = (code: Code, line: number, text: string, remedy: string) =>
	new InvalidValue(code, FILE_FIELD, `cannot be read: line ${line} ${text}`, remedy);

export interface Piece {
	readonly text: string;
	readonly isLast: boolean;
}

/** Finds the records of a file in one reading. */
export abstract class RecordReader {
	/** The text that was not taken yet begins at `at`. */
	protected text = '';
	protected at = 0;
	protected isLast = false;
	/** A hint about the file, as far as it has been read. */
	hint?: string;
	/** Whether nothing is read after the last record, which has no text. */
	isOver = false;

	/** @param line of the file that `at` is in, from 1 */
	constructor(protected line: number) {}

	add({ text, isLast }: Piece): void {
		// After the end, text must not fill the memory. A sum would be a tree, which takes longer to look through.
		this.text = this.isOver ? '' : [this.text.slice(this.at), text].join('');
		this.at = 0;
		this.isLast = isLast;
	}

	/** The next record; undefined if more text is needed, or there is none. It does not throw. */
	abstract next(): FileRecord | undefined;

	protected end(line: number, why: Pick<FileRecord, 'problem' | 'refusal'>): FileRecord {
		this.isOver = true;
		this.text = '';
		return { line, text: '', ...why };
	}
}

/** A record that is never closed must not fill the memory. */
export function tooLong(line: number): InvalidValue {
	const wrong = 'begins a record of more than 8 MiB: a quote may not be closed';
	return unreadable('row.tooLarge', line, wrong, 'Close the quote, or make the record smaller.');
}

/** A file contains something else, which is not quoted, because it may be secret. */
export function notRows(what: string): InvalidValue {
	const remedy =
		'Check the file: the program that wrote it may have saved an error instead of rows.';
	return new InvalidValue('file.noTable', FILE_FIELD, `contains ${what}`, remedy);
}
