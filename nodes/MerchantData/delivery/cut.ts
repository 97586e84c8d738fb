import type { Row, Source } from '../rows/row';
import type { Batch, Kind } from './kind';
import type { Ledger, LedgerEntry } from './ledger';

/** How many of the rows that cannot be sent an error names. */
const MOST_NAMED = 10;
/** Rows that are not sent are reported together, but not all rows of a file. */
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
		total += chunk.length;
		for (const row of chunk) {
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
 * be sent go along with the next batch that is closed: neither end a batch.
 * @param limit called for every row, because a 413 lowers it while rows are cut
 * @param ledger tells what earlier tries of the execution have sent
 */
export async function* cut(
	source: Source,
	limit: () => Kind['limit'],
	{ sizeOf }: Pick<Kind, 'sizeOf'>,
	ledger?: Pick<Ledger, 'earlier'>,
): AsyncGenerator<Batch, void> {
	/** By what their rows have in common: their shop, or the request that sent them. */
	const open = new Map<string | LedgerEntry, Batch & { rows: Row[]; size: number }>();
	const refused: Row[] = [];
	const closed = (batch: Batch = { rows: [], size: 0 }): Batch => ({
		...batch,
		refused: refused.splice(0),
	});

	for await (const chunk of source.rows()) {
		for (const row of chunk) {
			const earlier = ledger?.earlier(row);
			if (row.problem && !earlier) {
				refused.push(row);
				if (refused.length === MOST_REFUSED) yield closed();
				continue;
			}
			const key = earlier ?? row.shop;
			const size = sizeOf(row);
			const last = open.get(key);
			const most = limit();
			const fits =
				last &&
				(earlier || (last.rows.length < most.rows && last.size + size <= most.size)) &&
				// Each file is reported for itself.
				(!source.files || last.rows[0].item === row.item);
			if (last && !fits) yield closed(last);
			const batch = fits ? last : { rows: [], size: 0, earlier };
			batch.rows.push(row);
			batch.size += size;
			open.set(key, batch);
			if (earlier?.count !== batch.rows.length) continue;
			yield closed(batch);
			open.delete(key);
		}
	}
	for (const batch of open.values()) yield closed(batch);
	if (refused.length > 0) yield closed();
}

/** The two halves of a batch of several rows. */
export function halves({ rows }: Batch, { sizeOf }: Pick<Kind, 'sizeOf'>): [Batch, Batch] {
	const middle = Math.ceil(rows.length / 2);
	const batchOf = (part: readonly Row[]) => ({
		rows: part,
		size: part.reduce((sum, row) => sum + sizeOf(row), 0),
	});
	return [batchOf(rows.slice(0, middle)), batchOf(rows.slice(middle))];
}
