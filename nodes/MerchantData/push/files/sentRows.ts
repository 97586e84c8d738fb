import { readable } from '../rows/jsonText';
import type { PlacedRow, RowRecord, Rows, WrittenRows } from '../rows/row';

/** The rows of a request that carries a part of a file. */
interface Sent extends Pick<PlacedRow, 'item' | 'shop'> {
	ordinals: readonly number[];
	lines: ReadonlyArray<number | undefined>;
	written: WrittenRows;
}

/**
 * What is kept of a file's rows while their request is in flight: their ordinals and lines. The rows are read from
 * the request's body when they are asked for. Objects for the rows would live just long enough that V8
 * puts all later ones where only a full collection finds them (pretenuring).
 */
export class SentRows implements Rows {
	readonly length: number;

	private readonly sent: Sent;

	private readonly start: number;

	private constructor(sent: Sent, start: number, end: number) {
		this.sent = sent;
		this.start = start;
		this.length = end - start;
	}

	/** @param records rows of one item and one shop */
	static of(records: readonly RowRecord[], written: WrittenRows): SentRows {
		const [{ item, shop }] = records;
		const ordinals = records.map(({ ordinal }) => ordinal);
		const lines = records.map(({ line }) => line);
		return new SentRows({ item, shop, ordinals, lines, written }, 0, lines.length);
	}

	at(index: number): PlacedRow | undefined {
		const known = index < 0 ? index + this.length : index;
		return known >= 0 && known < this.length ? this.row(known) : undefined;
	}

	slice(start: number, end = this.length): SentRows {
		return new SentRows(this.sent, this.start + start, this.start + Math.min(end, this.length));
	}

	*[Symbol.iterator](): Generator<PlacedRow, void> {
		for (let index = 0; index < this.length; index++) yield this.row(index);
	}

	private row(index: number): PlacedRow {
		const { item, shop, ordinals, lines, written } = this.sent;
		const at = this.start + index;
		const row = () => readable(written.at(at));
		return { item, shop, ordinal: ordinals[at], line: lines[at], row };
	}
}
