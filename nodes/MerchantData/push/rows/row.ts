import type { InvalidValue } from '../../shared/invalidValue';
import type { Utf8Text } from './utf8Text';

/** Where a row stands, and what it holds. Its values are read only when they are asked for. */
export interface PlacedRow {
	/** Its input item. */
	readonly item: number;
	/** Its index among the rows of the item, from 0. */
	readonly ordinal: number;
	/** The plain domain of the shop that it goes to. */
	readonly shop: string;
	/** The line of its file that it begins in, from 1. */
	readonly line?: number;
	/**
	 * The row for people: in outputs and error items. What JavaScript or JSON would change is given
	 * as text. It does not throw, and n8n can always store it.
	 */
	row(): unknown;
}

/** A row that is to be sent. */
export interface RowRecord extends PlacedRow {
	/** Whether it is the last of its file that can be found: nobody can say where another begins. */
	readonly endsReading?: boolean;
	/**
	 * Adds the row to a text, as JSON, as it goes over the wire.
	 * @throws InvalidValue where it cannot be sent as it is; never anything else. A part of it may have
	 *   been added then.
	 */
	writeTo(text: Utf8Text): void;
}

/** A row of an input item. */
export interface ItemRow extends RowRecord {
	/** Why it is not sent, where it names another shop than the one it would go to. */
	otherShop(): InvalidValue | undefined;
}

/** Rows of a shop, in order: a list, or an object that makes each row when it is asked for. */
export interface Rows extends Iterable<PlacedRow> {
	readonly length: number;
	at(index: number): PlacedRow | undefined;
	slice(start: number, end?: number): Rows;
}

/** The rows that a request's body holds, as JSON. */
export interface WrittenRows {
	/** @param index from 0, less than the body has rows */
	at(index: number): string;
}

/** Rows in chunks: one await per chunk, never per row. The rows of a shop come in order. */
export type RowSource = Iterable<readonly RowRecord[]> | AsyncIterable<readonly RowRecord[]>;

/** How deep a row may be nested. n8n cannot store what is deeper. */
export const MAX_DEPTH = 1_000;
