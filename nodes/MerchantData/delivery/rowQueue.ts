import type { IDataObject } from 'n8n-workflow';
import { comparePlaces, type Place } from './ledger';

/**
 * The rows of one shop, in input order. Rows are held by reference and lists of numbers, because
 * there may be hundreds of thousands of them.
 */
export class RowQueue {
	readonly shop: string;

	private readonly items: number[] = [];

	private readonly ordinals: number[] = [];

	private readonly rows: IDataObject[] = [];

	/** The fields that are not sent, by row; rows that follow each other share a set. */
	private readonly ignored: Array<ReadonlySet<string> | undefined> = [];

	constructor(shop: string) {
		this.shop = shop;
	}

	get length(): number {
		return this.rows.length;
	}

	add(item: number, ordinal: number, row: IDataObject, ignored?: ReadonlySet<string>): void {
		this.items.push(item);
		this.ordinals.push(ordinal);
		this.rows.push(row);
		this.ignored.push(ignored);
	}

	item(index: number): number {
		return this.items[index];
	}

	place(index: number): Place {
		return [this.items[index], this.ordinals[index]];
	}

	/** The row as it is sent. */
	row(index: number): IDataObject {
		const row = this.rows[index];
		const ignored = this.ignored[index];
		if (!ignored) return row;
		return Object.fromEntries(Object.entries(row).filter(([name]) => !ignored.has(name)));
	}

	/** The first index, from `start` on, whose place comes after `place`. */
	indexAfter(place: Place, start: number): number {
		let index = start;
		while (index < this.length && comparePlaces(this.place(index), place) <= 0) index++;
		return index;
	}

	/** The first index, from `start` on, whose place does not come before `place`. */
	indexOf(place: Place, start: number): number {
		let index = start;
		while (index < this.length && comparePlaces(this.place(index), place) < 0) index++;
		return index;
	}

	/** The input items of a range, each once. */
	pairedItems(start: number, end: number): Array<{ item: number }> {
		const pairs: Array<{ item: number }> = [];
		for (let index = start; index < end; index++) {
			if (index === start || this.items[index] !== this.items[index - 1]) {
				pairs.push({ item: this.items[index] });
			}
		}
		return pairs;
	}
}
