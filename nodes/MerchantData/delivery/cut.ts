import type { Row } from '../rows/row';
import type { Inspection, Source } from '../rows/source';
import type { Ledger, LedgerEntry } from './ledger';
import type { Batch, RequestFormat } from './requestFormat';
import type { Sender } from './send';

/** How many rows that cannot be sent are reported together. */
const MOST_REFUSED = { rows: 1_000, size: Infinity };
/** Most bytes of memory that rows in open batches hold. With thousands of shops in turn, each has one open. */
const MOST_OPEN = 32 * 1_024 * 1_024;
/** About what a row holds in memory beside its text. */
const ROW_BYTES = 100;

/** It is asked at every row, because a 413 lowers the limit of a request meanwhile. */
type Cutter = Pick<Sender, 'limit' | 'isStopped'>;

/** Cuts as many rows as the inspection counts, in input order; each file for itself, because it is reported so. */
export async function* cut(
	source: Source,
	inspection: Inspection,
	{ sizeOf }: Pick<RequestFormat, 'sizeOf'>,
	sender: Cutter,
	ledger?: Pick<Ledger, 'earlier' | 'hasEarlier'>,
): AsyncGenerator<Batch, void> {
	const open = new OpenBatches(sender, sizeOf);
	let [left, item] = [inspection.total, 0];
	for await (const chunk of source.rows(inspection)) {
		for (const row of chunk) {
			if (left-- <= 0) return yield* open.closeAll();
			if (source.files && row.item !== item) open.closeAll();
			({ item } = row);
			// Of an unread row, which stands for others as well, and of another input item nothing is known.
			const isKnown = !row.isUnread && !inspection.inputs.get(item)?.isOther;
			open.add(row, isKnown ? ledger?.earlier(row) : undefined);
			while (open.closed.length > 0) {
				yield open.closed.shift()!;
				// What earlier tries have sent is counted all the same: it must not be sent once more.
				if (sender.isStopped && !ledger?.hasEarlier) return;
			}
		}
	}
	yield* open.closeAll();
}

class OpenBatch implements Batch {
	readonly rows: Row[] = [];
	size = 0;

	constructor(readonly earlier?: LedgerEntry) {}
}

const memoryOf = ({ rows }: Batch): number =>
	rows.reduce((sum, { bytes }) => sum + ROW_BYTES + bytes, 0);

class OpenBatches {
	/** The batches that take no more rows, until they are taken from here. */
	readonly closed: Batch[] = [];
	/** By shop; rows that cannot be sent are under no shop, which is ''. */
	private readonly byShop = new Map<string, OpenBatch>();
	/** Rows that requests of earlier tries carried, put together as then. So they hold no more memory than then. */
	private readonly byEarlier = new Map<LedgerEntry, OpenBatch>();
	/** What the batches by shop hold in memory: no more than MOST_OPEN after each row. */
	private memory = 0;

	constructor(
		private readonly sender: Cutter,
		private readonly sizeOf: RequestFormat['sizeOf'],
	) {}

	add(row: Row, earlier?: LedgerEntry): void {
		if (earlier) return this.addEarlier(row, earlier);
		const shop = row.problem ? '' : row.shop;
		const most = row.problem ? MOST_REFUSED : this.sender.limit;
		const size = this.sizeOf(row);
		const open = this.byShop.get(shop);
		const isFull = open && (open.rows.length >= most.rows || open.size + size > most.size);
		if (isFull) this.close(shop, open);
		const batch = this.byShop.get(shop) ?? new OpenBatch();
		this.byShop.set(shop, batch);
		batch.rows.push(row);
		batch.size += size;
		this.memory += ROW_BYTES + row.bytes;
		if (this.memory > MOST_OPEN) this.closeFullest();
	}

	closeAll(): Batch[] {
		this.closed.push(...this.byEarlier.values(), ...this.byShop.values());
		this.byEarlier.clear();
		this.byShop.clear();
		this.memory = 0;
		return this.closed;
	}

	/** Its batch is complete with the last row of that request. */
	private addEarlier(row: Row, earlier: LedgerEntry): void {
		const batch = this.byEarlier.get(earlier) ?? new OpenBatch(earlier);
		this.byEarlier.set(earlier, batch);
		if (batch.rows.push(row) < earlier.count) return;
		this.byEarlier.delete(earlier);
		this.closed.push(batch);
	}

	/** Closes the fullest batches until half of the memory is free, so that few rows make it look for them. */
	private closeFullest(): void {
		const fullest = [...this.byShop].sort(([, a], [, b]) => memoryOf(b) - memoryOf(a));
		for (const open of fullest) if (this.memory > MOST_OPEN / 2) this.close(...open);
	}

	private close(shop: string, batch: OpenBatch): void {
		this.byShop.delete(shop);
		this.memory -= memoryOf(batch);
		this.closed.push(batch);
	}
}
