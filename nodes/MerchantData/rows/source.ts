import type { BinaryHelperFunctions } from 'n8n-workflow';
import type { InvalidInput } from '../shared/invalidValue';
import type { Row } from './row';

/** Where rows come from, and what is known of them before anything is sent. */

export interface Source {
	/** Reads all rows once, before anything is sent. @returns what it learned */
	inspect(): Promise<Inspection>;
	/**
	 * All rows, in order, those among them that cannot be sent: as often as asked. They come in chunks, to be
	 * read once each: one await per chunk, never per row.
	 * @param inspection says which input items are refused as a whole
	 */
	rows(inspection: Inspection): Iterable<Iterable<Row>> | AsyncIterable<Iterable<Row>>;
	/** Where a row stands, as people count: `row 3`, `line 7`, `contact 2`. */
	placeOf(row: Row): string;
	/** Whether each row is its input item, so that an output may have all of the item's columns. */
	readonly isInput?: boolean;
	/** The files that hold the rows, if files do: one for each input item. */
	readonly files?: readonly PushedFile[];
}

/** What the first reading learned. Nothing changes it: who learns more makes another one. */
export interface Inspection {
	/** Rows to be sent, and those that cannot be. */
	readonly total: number;
	/** Rows behind *Rows at Most*, which are not part of `total`. */
	readonly left: number;
	/** Rows that cannot be sent. */
	readonly refused: number;
	/** The first of these. */
	readonly first: readonly Row[];
	/** Sentences for the user: what may be a mistake in the rows, what was left out. */
	readonly hints: readonly string[];
	/** By input item: files, and items that give another number of rows than one. */
	readonly inputs: ReadonlyMap<number, InspectedInput>;
}

/** An input item whose rows have places of their own. */
export interface InspectedInput {
	/** Rows to be sent, and those that cannot be. */
	readonly rows: number;
	/** While it stays the same, each row keeps its place: a digest of a file, the number of rows of an item. */
	readonly fingerprint: string;
	/** Why none of its rows is sent. */
	readonly refusal?: InvalidInput;
	/** Whether it is another one than at an earlier try that has sent some of it. */
	readonly isOther?: boolean;
}

/** A file of rows, as its report needs it. */
export interface PushedFile {
	readonly item: number;
	readonly name: string;
	/** The column that names the shop of each row, if the form names one. */
	readonly shopColumn?: string;
	/**
	 * Those of its rows that are asked for, as they came, as a file that the same node can push again: another
	 * reading of the file.
	 * @param isWanted by the ordinal of a row
	 */
	copyOf(isWanted: (ordinal: number) => boolean): Promise<FileCopy>;
}

export interface FileCopy {
	readonly name: string;
	readonly mimeType: string;
	/** Its content, as n8n takes it: a stream, unless n8n would keep it in memory anyway. */
	content(): Promise<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0]>;
}
