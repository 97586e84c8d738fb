import type { Row, Source } from '../rows/row';
import type { Batch, BatchLimit, Kind } from './kind';
import type { Ledger, LedgerEntry } from './ledger';

/** Rows that are not sent are reported together, but not all rows of a file. */
const REFUSED: BatchLimit = { rows: 1_000, size: 0 };
/** As many as the earlier request carried. */
const EARLIER: BatchLimit = { rows: Infinity, size: 0 };

/** Rows of a shop to which its next row may be added. */
interface Open {
	rows: Row[];
	size: number;
	earlier?: LedgerEntry;
	isRefused: boolean;
}

/**
 * Cuts rows into batches, in input order. A shop has one open at a time. It is closed when the shop's
 * next row does not fit, was sent by an earlier try, or cannot be sent: a request spans no such row. A row
 * whose shop is not known closes all.
 * @param limit called for every row, because a 413 lowers it while rows are cut
 * @param ledger tells what earlier tries of the execution have sent
 */
export async function* cut(
	source: Source,
	limit: () => BatchLimit,
	{ sizeOf }: Pick<Kind, 'sizeOf'>,
	ledger?: Pick<Ledger, 'earlier'>,
): AsyncGenerator<Batch, void> {
	const pending = new Map<string, Open>();

	for await (const chunk of source.rows()) {
		for (const row of chunk) {
			const { shop } = row;
			const isRefused = row.problem !== undefined;
			const earlier = isRefused ? undefined : ledger?.earlier(row);
			const size = isRefused || earlier ? 0 : sizeOf(row);
			if (shop === '') {
				for (const [of, open] of pending) yield batchOf(of, open);
				pending.clear();
			}
			const last = pending.get(shop);
			const isAlike =
				last &&
				last.earlier === earlier &&
				last.isRefused === isRefused &&
				// Each file is reported for itself.
				(!source.files || last.rows[0].item === row.item);
			const most = isRefused ? REFUSED : earlier ? EARLIER : limit();
			if (isAlike && last.rows.length < most.rows && last.size + size <= most.size) {
				last.rows.push(row);
				last.size += size;
				continue;
			}
			if (last) yield batchOf(shop, last);
			pending.set(shop, { rows: [row], size, earlier, isRefused });
		}
	}
	for (const [shop, open] of pending) yield batchOf(shop, open);
}

const batchOf = (shop: string, { rows, earlier }: Open): Batch => ({
	shop,
	rows,
	...(earlier ? { earlier } : {}),
});

/** The two halves of a batch of several rows. */
export function halves({ shop, rows }: Batch): [Batch, Batch] {
	const middle = Math.ceil(rows.length / 2);
	return [
		{ shop, rows: rows.slice(0, middle) },
		{ shop, rows: rows.slice(middle) },
	];
}
