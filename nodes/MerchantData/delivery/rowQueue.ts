import type { IDataObject } from 'n8n-workflow';
import { comparePlaces, type Place } from './ledger';

/**
 * The rows of one shop, in input order. There may be hundreds of thousands of them, so a row costs
 * its input item's number and a reference; what else is asked is searched for.
 */
export class RowQueue {
	readonly shop: string;

	/** The input item of each row; never descending. */
	private readonly items: number[] = [];

	private readonly rows: IDataObject[] = [];

	/** The fields that are not sent, from a row on until the next entry. */
	private readonly ignored: Array<{ from: number; names?: ReadonlySet<string> }> = [];

	constructor(shop: string) {
		this.shop = shop;
	}

	get length(): number {
		return this.rows.length;
	}

	/** Adds the rows of an input item, all at once and items in order. */
	add(item: number, rows: readonly IDataObject[], ignored?: ReadonlySet<string>): void {
		const last = this.ignored[this.ignored.length - 1];
		if (!last || last.names !== ignored) this.ignored.push({ from: this.length, names: ignored });
		for (const row of rows) {
			this.items.push(item);
			this.rows.push(row);
		}
	}

	item(index: number): number {
		return this.items[index];
	}

	place(index: number): Place {
		const item = this.items[index];
		return [item, index - firstIndex(index, (other) => this.items[other] === item)];
	}

	/** The row as it is sent. */
	row(index: number): IDataObject {
		const row = this.rows[index];
		const { ignored } = this;
		const next = firstIndex(ignored.length, (entry) => ignored[entry].from > index);
		const { names } = ignored[next - 1];
		if (!names) return row;
		return Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));
	}

	/** The first index whose place does not come before `place`. */
	indexOf(place: Place): number {
		return firstIndex(this.length, (index) => comparePlaces(this.place(index), place) >= 0);
	}

	/** The first index whose place comes after `place`. */
	indexAfter(place: Place): number {
		return firstIndex(this.length, (index) => comparePlaces(this.place(index), place) > 0);
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

/** The first index below `end` from which on something holds, by bisection; `end` if it never does. */
function firstIndex(end: number, holds: (index: number) => boolean): number {
	let low = 0;
	let high = end;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (holds(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}
