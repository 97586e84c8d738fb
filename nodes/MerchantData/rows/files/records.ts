import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { NamedValues } from '../columns';
import { LARGEST_ROW } from '../row';

/** What the readers of CSV, JSON and NDJSON have in common. Pure: text in, records out. */

export const FILE_FIELD = 'Input Binary Field';

/** What a reader finds, in the order of the file. Of a blank line it is only the number. */
export interface FileRecord {
	/** The line that it begins in, from 1. */
	line: number;
	/** The names of the columns, before the first record of a CSV file. */
	header?: readonly string[];
	fields?: NamedValues;
	/** The text of a record that is JSON, and cannot be sent. */
	json?: string;
	problem?: InvalidInput;
}

/**
 * Takes one record after another from the text in hand, and gives undefined where it needs more of it.
 * It throws Unreadable where nobody can say where the next record begins, and another InvalidInput where
 * the whole file is not to be sent.
 */
export type RecordReader = Generator<FileRecord | undefined, void>;

/** Something in a file cannot be read: one record of it, or, where it is thrown, all that follows. */
export class Unreadable extends InvalidValue {
	readonly line: number;

	/** @param text follows the line, as in `line 7 holds …` */
	constructor(line: number, text: string, remedy: string) {
		super(FILE_FIELD, `cannot be read: line ${line} ${text}`, remedy);
		this.line = line;
	}
}

export type Piece = Pick<Unread, 'isLast' | 'text'>;

/** The text of a file that its reader has not taken yet. More is added while the reader waits. */
export class Unread {
	text = '';

	at = 0;

	line: number;

	isLast = false;

	constructor(line: number) {
		this.line = line;
	}

	add({ text, isLast }: Piece): void {
		this.text = this.text.slice(this.at) + text;
		this.at = 0;
		this.isLast = isLast;
	}

	/** Takes the text before a place, and counts its lines, which end in LF. */
	take(end: number): string {
		const taken = this.text.slice(this.at, end);
		this.line += taken.split('\n').length - 1;
		this.at = end;
		return taken;
	}

	/** What is not closed must not fill the memory. @throws Unreadable */
	checkLength(chars: number): void {
		if (chars <= LARGEST_ROW) return;
		throw new Unreadable(
			this.line,
			'begins a record of more than 8 MiB: a quote may not be closed',
			'Close the quote, or make the record smaller.',
		);
	}
}
