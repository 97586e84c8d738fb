import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import type { InvalidInput } from '../shared/invalidValue';
import type { Columns } from './columns';
import { readableJson } from './digits';

/** A row on its way to the service, from whatever source, and where it stands there. */
export interface Row {
	/** Its input item. */
	readonly item: number;
	/** Its index among the rows of the item, from 0. While the item stays the same, so does this. */
	readonly ordinal: number;
	/** The line of its file that it begins in, from 1. */
	readonly line?: number;
	/** The plain domain of the shop that it goes to; empty where that is not known. */
	readonly shop: string;
	/**
	 * The row as JSON text: as it goes over the wire, or as it was given where it cannot be sent. Empty
	 * where it could not be read.
	 */
	readonly json: string;
	/** Why it cannot be sent. */
	readonly problem?: InvalidInput;
}

/** Most characters of a row. In a file, what is not closed must not fill the memory. */
export const MOST_CHARS = 8 * 1_024 * 1_024;

/** Where rows come from. */
export interface Source {
	/**
	 * All rows, in order, those among them that cannot be sent. Each call begins anew. They come in chunks:
	 * one await per chunk, never per row.
	 */
	rows(): Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
	/** How many rows without any value the last reading has left out. */
	skipped(): number;
	/** Where a row stands, as people count: `row 3`, `line 7`, `contact 2`. */
	placeOf(row: Row): string;
	/** Whether each row is its input item, so that an output may have all of the item's columns. */
	readonly isInput?: boolean;
	/** What is known of the columns of the rows. */
	readonly columns?: readonly Columns[];
	/** The files that the rows come from, where they do. */
	readonly files?: readonly RowFile[];
}

/** A file of rows. */
export interface RowFile {
	readonly item: number;
	readonly name: string;
	/** Digest of its content and of how it is read: while it stays the same, each row keeps its place. */
	readonly fingerprint: string;
	/**
	 * Why none of its rows is sent. Some reasons are known only once all of it was read. From then on, each
	 * of its rows has this problem.
	 */
	refusal?: InvalidInput;
	/** The column that names the shop of each row, where the form names one. It is not sent. */
	readonly shopColumn?: string;
	/** Another file, as n8n takes it: a stream, unless n8n would keep it in memory anyway. */
	content(
		lines: AsyncIterable<Buffer>,
	): Promise<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0]>;
}

/**
 * The fields of a row for people, in outputs and error items: n8n can always store them. A number that
 * JavaScript cannot hold is given as text.
 * @returns null where the row could not be read
 */
export function fieldsOf({ json }: Row): IDataObject | null {
	return json === '' ? null : (JSON.parse(readableJson(json)) as IDataObject);
}
