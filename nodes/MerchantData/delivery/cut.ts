import type { Row, Source } from '../rows/row';
import type { Batch, Kind } from './kind';
import type { Ledger, LedgerEntry } from './ledger';

/** How many of the rows that cannot be sent an error names. */
const MOST_NAMED = 10;
/** What rows that cannot be sent have in common, and how many of them are reported together. */
const REFUSED = Symbol('refused');
const MOST_REFUSED = 1_000;

/**
 * Reads all rows once, before anything is sent. Of files, it also learns what is wrong with one as a whole.
 * @returns how many rows there are, how many of them cannot be sent, and the first of those
 */
export async function check(source: Source) {
	const first: Row[] = [];
	let total = 0;
	let refused = 0;
	for await (const chunk of source.rows()) {
		for (const row of chunk) {
			total++;
			if (!row.problem) continue;
			refused++;
			if (first.length < MOST_NAMED) first.push(row);
		}
	}
	return { total, refused, first };
}

/**
 * Cuts rows into batches, in input order. A shop has one open at a time, which is closed when its next row
 * does not fit. Rows that an earlier try sent are put together again as it sent them, and rows that cannot
 * be sent are put together as well: neither end a batch of others.
 * @param limit called for every row, because a 413 lowers it while rows are cut
 * @param ledger knows what earlier tries of the execution have sent
 */
export async function* cut(
	source: Source,
	limit: () => Kind['limit'],
	{ sizeOf }: Pick<Kind, 'sizeOf'>,
	ledger?: Pick<Ledger, 'earlier'>,
): AsyncGenerator<Batch, void> {
	/** By what their rows have in common: their shop, the request that sent them, that they cannot be sent. */
	const open = new Map<string | symbol | LedgerEntry, Batch & { rows: Row[]; size: number }>();
	for await (const chunk of source.rows()) {
		for (const row of chunk) {
			const earlier = ledger?.earlier(row);
			const key = earlier ?? (row.problem ? REFUSED : row.shop);
			const most =
				typeof key === 'string'
					? limit()
					: { rows: earlier?.count ?? MOST_REFUSED, size: Infinity };
			const size = sizeOf(row);
			const last = open.get(key);
			const fits =
				last &&
				last.rows.length < most.rows &&
				last.size + size <= most.size &&
				// Each file is reported for itself.
				(!source.files || last.rows[0].item === row.item);
			if (last && !fits) yield last;
			const batch = fits ? last : { rows: [], size: 0, earlier };
			batch.rows.push(row);
			batch.size += size;
			open.set(key, batch);
			if (earlier?.count !== batch.rows.length) continue;
			yield batch;
			open.delete(key);
		}
	}
	yield* open.values();
}

export function halves({ rows }: Batch, { sizeOf }: Pick<Kind, 'sizeOf'>): [Batch, Batch] {
	const middle = Math.ceil(rows.length / 2);
	const batchOf = (part: readonly Row[]) => ({
		rows: part,
		size: part.reduce((sum, row) => sum + sizeOf(row), 0),
	});
	return [batchOf(rows.slice(0, middle)), batchOf(rows.slice(middle))];
}
