import type { Row } from '../rows/row';
import type { Inspection, Source } from '../rows/source';
import type { Ledger, LedgerEntry } from './ledger';
import type { Batch, RequestFormat } from './requestFormat';

/** How many rows that cannot be sent are reported together. */
const MOST_REFUSED = 1_000;
/** Most bytes of memory that rows in open batches hold. With thousands of shops in turn, each has one open. */
const MOST_OPEN = 32 * 1_024 * 1_024;
/** About what a row holds in memory beside its text. */
const ROW_BYTES = 100;

/** What is asked while rows are cut. */
interface Cutting {
	/** What a request holds at most. Asked for every row, because a 413 lowers it meanwhile. */
	limit(): RequestFormat['limit'];
	/** Whether the rest is not needed. */
	isOver?(): boolean;
	/** Knows what earlier tries of the execution have sent. */
	ledger?: Pick<Ledger, 'earlier'>;
}

/**
 * Cuts rows into batches, in input order, as many rows as the inspection counts. Each file is cut for itself,
 * because it is reported for itself.
 */
export async function* cut(
	source: Source,
	inspection: Inspection,
	{ sizeOf }: Pick<RequestFormat, 'sizeOf'>,
	{ limit, isOver = () => false, ledger }: Cutting,
): AsyncGenerator<Batch, void> {
	const open = new OpenBatches(limit, sizeOf);
	let left = inspection.total;
	let item = 0;
	for await (const chunk of source.rows(inspection)) {
		for (const row of chunk) {
			if (left-- <= 0) return yield* open.closeAll();
			const complete = source.files && row.item !== item ? open.closeAll() : [];
			({ item } = row);
			complete.push(...open.add(row, earlierOf(row, inspection, ledger)));
			for (const batch of complete) {
				yield batch;
				if (isOver()) return;
			}
		}
	}
	yield* open.closeAll();
}

/** The request of an earlier try that sent a row, if it is certain that it was this row. */
function earlierOf(
	row: Row,
	{ inputs }: Inspection,
	ledger?: Pick<Ledger, 'earlier'>,
): LedgerEntry | undefined {
	// An unread row stands for others as well.
	const earlier = row.isUnread ? undefined : ledger?.earlier(row);
	return earlier && !inputs.get(row.item)?.isOther ? earlier : undefined;
}

/** A batch that takes rows until it is closed. */
class OpenBatch implements Batch {
	readonly rows: Row[] = [];
	size = 0;
	/** What its rows hold in memory, in bytes. */
	memory = 0;

	constructor(readonly earlier?: LedgerEntry) {}

	add(row: Row, size: number): void {
		this.rows.push(row);
		this.size += size;
		this.memory += memoryOf(row);
	}
}

const memoryOf = ({ bytes, json }: Row): number => ROW_BYTES + Math.max(bytes, json.length);

/** The batches that are open, in three groups. A row of one group ends no batch of another. */
class OpenBatches {
	/** Rows to be sent: one batch for each shop. */
	private readonly byShop = new Map<string, OpenBatch>();
	/** Rows that cannot be sent. */
	private refused?: OpenBatch;
	/**
	 * Rows that requests of earlier tries carried, put together as they were then. So they hold no more memory
	 * than they did then.
	 */
	private readonly byEarlier = new Map<LedgerEntry, OpenBatch>();
	/** What the rows of the first two groups hold in memory, in bytes: no more than MOST_OPEN after each row. */
	private memory = 0;

	constructor(
		private readonly limit: Cutting['limit'],
		private readonly sizeOf: RequestFormat['sizeOf'],
	) {}

	/**
	 * Adds a row to its group.
	 * @param earlier the request of an earlier try that sent it
	 * @returns the batches that take no more rows
	 */
	add(row: Row, earlier?: LedgerEntry): Batch[] {
		if (earlier) return this.addEarlier(row, earlier);
		const closed = row.problem ? this.addRefused(row) : this.addToShop(row);
		this.memory += memoryOf(row);
		return this.memory > MOST_OPEN ? [...closed, ...this.closeFullest()] : closed;
	}

	closeAll(): Batch[] {
		const all = [...this.byEarlier.values(), ...this.bounded()];
		this.byEarlier.clear();
		this.byShop.clear();
		this.refused = undefined;
		this.memory = 0;
		return all;
	}

	private addToShop(row: Row): Batch[] {
		const { rows: most, size: mostSize } = this.limit();
		const size = this.sizeOf(row);
		let batch = this.byShop.get(row.shop);
		const isFull = batch && (batch.rows.length >= most || batch.size + size > mostSize);
		const closed = isFull ? this.close(batch!) : [];
		if (isFull || !batch) this.byShop.set(row.shop, (batch = new OpenBatch()));
		batch.add(row, size);
		return closed;
	}

	private addRefused(row: Row): Batch[] {
		const isFull = this.refused?.rows.length === MOST_REFUSED;
		const closed = isFull ? this.close(this.refused!) : [];
		this.refused ??= new OpenBatch();
		this.refused.add(row, this.sizeOf(row));
		return closed;
	}

	/** Its batch is complete with the last row of that request. */
	private addEarlier(row: Row, earlier: LedgerEntry): Batch[] {
		const batch = this.byEarlier.get(earlier) ?? new OpenBatch(earlier);
		this.byEarlier.set(earlier, batch);
		batch.add(row, this.sizeOf(row));
		if (batch.rows.length < earlier.count) return [];
		this.byEarlier.delete(earlier);
		return [batch];
	}

	/** Closes the fullest batches until half of the memory is free, so that few rows make it look for them. */
	private closeFullest(): Batch[] {
		const fullest = this.bounded().sort((a, b) => b.memory - a.memory);
		return fullest.flatMap((batch) => (this.memory > MOST_OPEN / 2 ? this.close(batch) : []));
	}

	private bounded(): OpenBatch[] {
		return [...this.byShop.values(), ...(this.refused ? [this.refused] : [])];
	}

	private close(batch: OpenBatch): Batch[] {
		this.memory -= batch.memory;
		if (batch === this.refused) this.refused = undefined;
		else this.byShop.delete(batch.rows[0].shop);
		return [batch];
	}
}

/** A batch of rows of one shop. */
export const batchOf = (
	rows: readonly Row[],
	{ sizeOf }: Pick<RequestFormat, 'sizeOf'>,
): Batch => ({
	rows,
	size: rows.reduce((sum, row) => sum + sizeOf(row), 0),
});

/** Halves a batch. The first half has the row in the middle, if there is one. */
export function halves({ rows }: Batch, format: Pick<RequestFormat, 'sizeOf'>): [Batch, Batch] {
	const middle = Math.ceil(rows.length / 2);
	return [batchOf(rows.slice(0, middle), format), batchOf(rows.slice(middle), format)];
}
