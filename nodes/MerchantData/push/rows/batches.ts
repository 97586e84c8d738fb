import { InvalidValue } from '../../shared/invalidValue';
import { bodyOf, END_OF_BODY, startOfBody, writtenRows } from './requestBody';
import type { RowRecord, Rows, RowSource, WrittenRows } from './row';
import { Utf8Text } from './utf8Text';

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

/** Consecutive rows of a shop that an earlier try has sent. */
export interface CoveredRows<Entry> {
	kind: 'covered';
	shop: string;
	records: Rows;
	/** What is known of the request that sent them. */
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

/**
 * Makes what is kept of the rows of a batch while its request is in flight.
 * @param written the rows as they stand in the body
 */
type Held = (records: readonly RowRecord[], written: WrittenRows) => Rows;

/**
 * Cuts rows into batches, in input order. A shop has one batch open at a time. It is closed when the
 * shop's next row does not fit, was sent by an earlier try or cannot be sent: no batch spans such a
 * row. Those that are open at the end are closed in the order in which the shops appeared.
 * @param size called for every row, because a 413 lowers the size while rows are cut
 * @param coveredBy gives what is known of a row that an earlier try sent; called in the order of a
 *   shop's rows
 * @param mostCovered most rows of an earlier try in one piece
 * @param held by default, the rows themselves are kept
 */
export async function* cutBatches<Entry>(
	source: RowSource,
	size: () => BatchSize,
	coveredBy: (record: RowRecord) => Entry | undefined,
	{
		mostCovered = Infinity,
		held = (records) => records,
	}: { mostCovered?: number; held?: Held } = {},
): AsyncGenerator<Piece<Entry>, void> {
	/** By shop: what its next row can still be added to. */
	const pending = new Map<string, OpenBatch | OpenRun<Entry> | undefined>();
	/** The row to be added. Its memory is used again for the next one. */
	const row = new Utf8Text();

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
			const problem = write(record, row);
			if (!problem && last instanceof OpenBatch && last.add(record, row, size())) continue;

			if (last) yield* last.close(size);
			const body = last instanceof OpenBatch ? last.text : new Utf8Text();
			const next = new OpenBatch(shop, held, body);
			const fits = !problem && next.add(record, row, size());
			pending.set(shop, fits ? next : undefined);
			if (problem) yield unsendable(record, problem);
			else if (!fits) yield tooLarge(record, row.length, size());
		}
	}
	for (const last of pending.values()) if (last) yield* last.close(size);
}

/** The two halves of a batch of several rows. The rows are copied from its body, not written again. */
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

const COMMA = Buffer.from(',');

class OpenBatch {
	private readonly shop: string;

	private readonly held: Held;

	/** The body so far, without its end. */
	readonly text: Utf8Text;

	private readonly records: RowRecord[] = [];

	/** @param text its memory is used again */
	constructor(shop: string, held: Held, text: Utf8Text) {
		this.shop = shop;
		this.held = held;
		this.text = text;
		text.cutTo(0);
		text.add(startOfBody(shop));
	}

	/** Adds a row, if it fits. @returns whether it does */
	add(record: RowRecord, row: Utf8Text, size: BatchSize): boolean {
		const { text, records } = this;
		const isFirst = records.length === 0;
		if (records.length >= size.rows) return false;
		const bytes = text.length + (isFirst ? 0 : COMMA.length) + row.length + END_OF_BODY.length;
		if (bytes > (isFirst ? size.bytesOfOneRow : size.bytes)) return false;
		if (!isFirst) text.addBytes(COMMA);
		text.addText(row);
		records.push(record);
		return true;
	}

	/** Gives the batch, in parts if the size was lowered after its rows were added. */
	*close(size: () => BatchSize): Generator<Batch> {
		const { shop, text } = this;
		text.add(END_OF_BODY);
		const body = text.toBuffer();
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

/** Writes a row in place of what the text holds. @returns why it cannot be sent */
function write(record: RowRecord, row: Utf8Text): InvalidValue | undefined {
	row.cutTo(0);
	try {
		record.writeTo(row);
		return undefined;
	} catch (error) {
		return error as InvalidValue;
	}
}

function unsendable(record: RowRecord, problem: InvalidValue): UnsendableRow {
	return { kind: 'unsendable', shop: record.shop, records: [record], problem };
}

/** @param rowBytes of the row as JSON */
function tooLarge(
	record: RowRecord,
	rowBytes: number,
	{ bytesOfOneRow }: BatchSize,
): UnsendableRow {
	const bytes = Buffer.byteLength(startOfBody(record.shop) + END_OF_BODY) + rowBytes;
	const problem = new InvalidValue(
		'Max Body Size (KB)',
		`is ${bytesOfOneRow / 1_024}, and row ${record.ordinal} alone takes ${Math.ceil(bytes / 1_024)}, so it was not sent`,
		'Raise "Max Body Size (KB)" in the options, or send a smaller row.',
	);
	return { ...unsendable(record, problem), bytes };
}
