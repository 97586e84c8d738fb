import { InvalidValue } from '../shared/invalidValue';
import type { RowRecord, Rows, RowSource, WrittenRows } from './record';
import { bodyOf, END_OF_BODY, startOfBody, writtenRows } from './requestBody';

/** Cuts rows into request bodies ("Resources", data push request). Pure: rows in, bytes out. */

export interface BatchSize {
	/** Most rows in a request. */
	rows: number;
	/** Most bytes in a request that holds more than one row. */
	bytes: number;
	/** Most bytes in a request at all. */
	bytesOfOneRow: number;
}

/** Rows of a shop that go out in one request. Every row of the shop between them is among them. */
export interface Batch {
	kind: 'batch';
	shop: string;
	records: Rows;
	/** The body of the request, as it goes over the wire. */
	body: Buffer;
}

/** Rows of a shop, one after another, that an earlier try has sent; at most so many in a piece. */
export interface CoveredRows<Entry> {
	kind: 'covered';
	shop: string;
	records: Rows;
	/** What is known of what it sent. */
	entry: Entry;
}

/** A row that cannot be sent. */
export interface UnsendableRow {
	kind: 'unsendable';
	shop: string;
	records: readonly [RowRecord];
	/** Why, and what to do about it. */
	problem: InvalidValue;
	/** The bytes of a request with the row alone, where they are too many. */
	bytes?: number;
}

/** What becomes of some rows of a shop. Each row is in exactly one piece. */
export type Piece<Entry> = Batch | CoveredRows<Entry> | UnsendableRow;

/** What of the pieces depends on where their rows come from. */
interface Keeping {
	/** Rows of an earlier try in a piece. */
	mostCovered?: number;
	/**
	 * Makes what is held of the rows of a batch while it is under way, where it is less than they are.
	 * @param written the rows as they stand in the body
	 */
	held?: (records: readonly RowRecord[], written: WrittenRows) => Rows;
}

/**
 * Cuts rows into batches, in input order. A shop has one batch open at a time. It is given out when
 * the shop's next row does not fit, was sent by an earlier try or cannot be sent, so that no batch
 * spans such a row; and at the end, shops in order of first appearance.
 * @param size asked anew each time, because a 413 lowers it while rows are cut
 * @param coveredBy what an earlier try knows of a row; rows of a shop are asked for in order
 */
export async function* cutBatches<Entry>(
	source: RowSource,
	size: () => BatchSize,
	coveredBy: (record: RowRecord) => Entry | undefined,
	{ mostCovered = Infinity, held = (records) => records }: Keeping = {},
): AsyncGenerator<Piece<Entry>, void> {
	/** What the next row of each shop may still be added to. */
	const pending = new Map<string, OpenBatch | OpenRun<Entry> | undefined>();

	for await (const chunk of source) {
		for (const record of chunk) {
			const { shop } = record;
			const last = pending.get(shop);
			const entry = coveredBy(record);
			if (entry !== undefined) {
				const goesOn = last instanceof OpenRun && last.entry === entry;
				if (goesOn && last.records.length < mostCovered) {
					last.records.push(record);
				} else {
					if (last) yield* last.close(size);
					pending.set(shop, new OpenRun(record, entry));
				}
				continue;
			}
			const json = written(record);
			const isSendable = typeof json === 'string';
			if (isSendable && last instanceof OpenBatch && last.add(record, json, size())) continue;

			if (last) yield* last.close(size);
			const next = new OpenBatch(shop, held);
			const fits = isSendable && next.add(record, json, size());
			pending.set(shop, fits ? next : undefined);
			if (!isSendable) yield unsendable(record, json);
			else if (!fits) yield tooLarge(record, json, size());
		}
	}
	for (const last of pending.values()) if (last) yield* last.close(size);
}

/** The two halves of a batch of several rows, which are sent as they were written for it. */
export function halves({ shop, records, body }: Batch): [Batch, Batch] {
	const rows = writtenRows(shop, body);
	const texts = Array.from(records, (_, index) => rows.at(index));
	const middle = Math.ceil(records.length / 2);
	const part = (start: number, end: number): Batch => ({
		kind: 'batch',
		shop,
		records: records.slice(start, end),
		body: bodyOf(shop, texts.slice(start, end)),
	});
	return [part(0, middle), part(middle, records.length)];
}

/** UTF-8 takes at most three bytes for a unit of a JavaScript string. */
const MOST_BYTES_OF_A_UNIT = 3;
/**
 * Characters of a body that are one text. A single character beyond Latin-1 doubles its text, and a text that
 * takes more than 128 KB has pages of memory to itself, which takes ten times as long.
 */
const PART_CHARS = 16 * 1_024;

class OpenBatch {
	private readonly shop: string;

	private readonly held: Required<Keeping>['held'];

	private readonly records: RowRecord[] = [];

	/** The beginning of the body. */
	private readonly parts: string[] = [];

	private bytesOfParts = 0;

	/** What follows them. */
	private text: string;

	constructor(shop: string, held: Required<Keeping>['held']) {
		this.shop = shop;
		this.held = held;
		this.text = startOfBody(shop);
	}

	/** Adds a row, if it fits. @returns whether it does */
	add(record: RowRecord, json: string, size: BatchSize): boolean {
		const isFirst = this.records.length === 0;
		if (this.records.length >= size.rows) return false;
		const longer = this.text + (isFirst ? '' : ',') + json;
		const most = (isFirst ? size.bytesOfOneRow : size.bytes) - END_OF_BODY.length;
		// Measuring every row would take a third of the time of writing it.
		const mayNotFit = this.bytesOfParts + MOST_BYTES_OF_A_UNIT * longer.length > most;
		if (mayNotFit && this.bytesOfParts + Buffer.byteLength(longer) > most) return false;
		this.text = longer;
		if (longer.length > PART_CHARS) this.endPart();
		this.records.push(record);
		return true;
	}

	private endPart(): void {
		this.parts.push(this.text);
		this.bytesOfParts += Buffer.byteLength(this.text);
		this.text = '';
	}

	private body(): Buffer {
		this.text += END_OF_BODY;
		this.endPart();
		const body = Buffer.allocUnsafe(this.bytesOfParts);
		let at = 0;
		for (const part of this.parts) at += body.write(part, at);
		return body;
	}

	/** In parts, where the size has been lowered since its rows were added. */
	*close(size: () => BatchSize): Generator<Batch> {
		const { shop } = this;
		const body = this.body();
		const records = this.held(this.records, writtenRows(shop, body));
		yield* fitting({ kind: 'batch', shop, records, body }, size);
	}
}

function* fitting(batch: Batch, size: () => BatchSize): Generator<Batch> {
	const { rows, bytes } = size();
	const { records, body } = batch;
	if (records.length === 1 || (records.length <= rows && body.length <= bytes)) yield batch;
	else for (const half of halves(batch)) yield* fitting(half, size);
}

class OpenRun<Entry> {
	readonly records: RowRecord[];

	readonly entry: Entry;

	constructor(first: RowRecord, entry: Entry) {
		this.records = [first];
		this.entry = entry;
	}

	*close(): Generator<CoveredRows<Entry>> {
		const { records, entry } = this;
		yield { kind: 'covered', shop: records[0].shop, records, entry };
	}
}

/** The row's JSON, or why there is none. */
function written(record: RowRecord): string | InvalidValue {
	try {
		return record.json();
	} catch (error) {
		return error as InvalidValue;
	}
}

function unsendable(record: RowRecord, problem: InvalidValue): UnsendableRow {
	return { kind: 'unsendable', shop: record.shop, records: [record], problem };
}

function tooLarge(record: RowRecord, json: string, { bytesOfOneRow }: BatchSize): UnsendableRow {
	const bytes = bodyOf(record.shop, [json]).length;
	const problem = new InvalidValue(
		'Max Body Size (KB)',
		`is ${bytesOfOneRow / 1_024}, and row ${record.ordinal} alone takes ${Math.ceil(bytes / 1_024)}, so it was not sent`,
		'Raise "Max Body Size (KB)" in the options, or send a smaller row.',
	);
	return { ...unsendable(record, problem), bytes };
}
