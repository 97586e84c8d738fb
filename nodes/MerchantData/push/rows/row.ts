import type { Utf8Text } from './utf8Text';

/** One row of a push. It is small; what it stands for is read from its source when asked for. */
export interface RowRecord {
	/** Its input item. */
	readonly item: number;
	/** Which of the item's rows it is, from 0. */
	readonly ordinal: number;
	/** The plain domain of the shop that it goes to. */
	readonly shop: string;
	/** The line of its file that it begins in, from 1. */
	readonly line?: number;
	/** Whether nobody can say what its file holds behind it. */
	readonly endsReading?: boolean;
	/**
	 * The row as it goes over the wire, written anew at each call.
	 * @throws InvalidValue where it cannot be sent as it is; never anything else
	 */
	json(): string;
	/**
	 * Adds the same to a text, where that takes less.
	 * @throws InvalidValue likewise, and may have added something then
	 */
	writeTo?(text: Utf8Text): void;
	/**
	 * The row for people: in outputs and error items. What JavaScript or JSON would change is given
	 * as text. It does not throw, and n8n can always store it.
	 */
	row(): unknown;
}

/** Rows of a shop, in the order of their places: a list of them, or what gives them when they are asked for. */
export interface Rows extends Iterable<RowRecord> {
	readonly length: number;
	at(index: number): RowRecord | undefined;
	slice(start: number, end?: number): Rows;
}

/** The rows that a request's body holds, as JSON. */
export interface WrittenRows {
	/** @param index from 0, less than the body has rows */
	at(index: number): string;
}

/** Rows in chunks: one await per chunk, never per row. Rows of a shop come in the order of their places. */
export type RowSource = Iterable<readonly RowRecord[]> | AsyncIterable<readonly RowRecord[]>;

/** How deep a row may be nested: what is deeper, n8n could not store. */
export const MAX_DEPTH = 1_000;
