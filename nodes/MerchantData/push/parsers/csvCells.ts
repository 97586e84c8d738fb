const QUOTE = '"'.charCodeAt(0);

/**
 * The cells of a CSV record. They stay bytes of the file, and are made strings when they are asked for.
 */
export class CsvCells {
	/** UTF-8. */
	readonly bytes: Buffer;

	/** Where each cell begins and ends, without the quotes around it. */
	private readonly places: readonly number[];

	constructor(bytes: Buffer, places: readonly number[]) {
		this.bytes = bytes;
		this.places = places;
	}

	get length(): number {
		return this.places.length / 2;
	}

	startOf(index: number): number {
		return this.places[2 * index];
	}

	endOf(index: number): number {
		return this.places[2 * index + 1];
	}

	/** The text of a cell. In a quoted cell, two quotes stand for one. */
	at(index: number): string {
		const start = this.startOf(index);
		const cell = this.bytes.toString('utf8', start, this.endOf(index));
		const isQuoted = this.bytes[start - 1] === QUOTE;
		return isQuoted ? cell.replaceAll('""', '"') : cell;
	}

	all(): string[] {
		return Array.from({ length: this.length }, (_, index) => this.at(index));
	}

	/** Whether the cells from one on are empty. */
	isEmptyFrom(index: number): boolean {
		const { places } = this;
		for (let at = 2 * index; at < places.length; at += 2)
			if (places[at] !== places[at + 1]) return false;
		return true;
	}
}
