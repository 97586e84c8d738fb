import type { Row } from '../mapping/row';
import type { Inspection, Source } from '../input/source';
import type { RequestFormat, RequestLimit } from './requestFormat';
import type { LedgerEntry } from './sent/entry';
import type { Sent } from './sent/sent';

/** Rows that cannot be sent are reported in batches of at most so many. */
const MOST_REFUSED = { rows: 1_000, size: Infinity } as const;
/** Bound of the memory of open batches, in bytes: each of thousands of shops may have one. */
const MOST_OPEN = 32 * 1_024 * 1_024;
/** Approximate memory of a row in addition to its text. */
const ROW_BYTES = 100;

/** Rows of one shop for one request, rows that an earlier request carried, or rows that cannot be sent. */
export interface Batch {
	readonly rows: readonly Row[];
	readonly earlier?: LedgerEntry;
}

/** Decides which rows are not sent again. */
export type Known = Pick<Sent, 'counts' | 'earlier' | 'isOver' | 'leaveOut'>;

export const isSent = ({ rows, earlier }: Batch): boolean => !earlier && !rows[0].problem;

/**
 * Cuts as many rows as the inspection counts into batches, in input order. No batch has rows of two files, because each
 * file has its own report. Unchanged rows are in no batch.
 * @param limit read at every row, because a 413 lowers it meanwhile
 */
export async function* cut(
	source: Source,
	inspection: Inspection,
	{ sizeOf }: Pick<RequestFormat, 'sizeOf'>,
	limit: RequestLimit,
	known: Known,
): AsyncGenerator<Batch, void> {
	const open = new OpenBatches(limit, sizeOf, known);
	const seen = new Map<string, number>();
	let [left, item] = [inspection.total, 0];
	for await (const chunk of source.rows(inspection)) {
		for (const row of chunk) {
			if (left-- <= 0) return yield* open.closeAll();
			if (source.files && row.item !== item) open.closeAll();
			({ item } = row);
			row.inShop = (seen.get(row.shop) ?? 0) + 1;
			seen.set(row.shop, row.inShop);
			// Nothing is known of unread rows or of changed input items.
			const isPlaced = !row.isUnread && !inspection.inputs.get(item)?.isOther;
			const earlier = isPlaced ? known.earlier(row) : undefined;
			if (!earlier && known.leaveOut(row)) continue;
			open.add(row, earlier);
			while (open.closed.length > 0) {
				yield open.closed.shift()!;
				if (known.isOver) return;
			}
		}
	}
	yield* open.closeAll();
}

class OpenBatch implements Batch {
	readonly rows: Row[] = [];
	size = 0;
	/** Approximate memory of its rows, in bytes. */
	memory = 0;

	constructor(readonly earlier?: LedgerEntry) {}
}

class OpenBatches {
	/** Complete batches, until they are taken from here. */
	readonly closed: Batch[] = [];
	/** Batches by shop. Rows that cannot be sent are under ''. */
	private readonly byShop = new Map<string, OpenBatch>();
	/** Rows by the earlier request that carried them, so they need no more memory than then. */
	private readonly byEarlier = new Map<LedgerEntry, OpenBatch>();
	/** Memory of the batches by shop: at most MOST_OPEN after each row. */
	private memory = 0;

	constructor(
		private readonly limit: RequestLimit,
		private readonly sizeOf: RequestFormat['sizeOf'],
		private readonly known: Known,
	) {}

	add(row: Row, earlier?: LedgerEntry): void {
		if (earlier) return this.addEarlier(row, earlier);
		const shop = row.problem ? '' : row.shop;
		const most = row.problem ? MOST_REFUSED : this.limit;
		const size = this.sizeOf(row);
		const open = this.byShop.get(shop);
		const isFull = open && (open.rows.length >= most.rows || open.size + size > most.size);
		if (isFull) this.close(shop, open);
		const batch = this.byShop.get(shop) ?? new OpenBatch();
		this.byShop.set(shop, batch);
		batch.rows.push(row);
		batch.size += size;
		const memory = ROW_BYTES + row.bytes;
		batch.memory += memory;
		this.memory += memory;
		if (this.memory > MOST_OPEN) this.closeShops();
	}

	closeAll(): Batch[] {
		for (const batch of this.byEarlier.values()) this.closeEarlier(batch);
		this.closeShops();
		return this.closed;
	}

	private addEarlier(row: Row, earlier: LedgerEntry): void {
		const batch = this.byEarlier.get(earlier) ?? new OpenBatch(earlier);
		this.byEarlier.set(earlier, batch);
		if (batch.rows.push(row) === earlier.stored.count) this.closeEarlier(batch);
	}

	/** If the earlier request does not count for its rows, they are sent like all others. */
	private closeEarlier(batch: OpenBatch): void {
		this.byEarlier.delete(batch.earlier!);
		if (this.known.counts(batch.earlier!, batch.rows)) this.closed.push(batch);
		else for (const row of batch.rows) if (!this.known.leaveOut(row)) this.add(row);
	}

	private closeShops(): void {
		for (const [shop, batch] of this.byShop) this.close(shop, batch);
	}

	private close(shop: string, batch: OpenBatch): void {
		this.byShop.delete(shop);
		this.memory -= batch.memory;
		this.closed.push(batch);
	}
}
