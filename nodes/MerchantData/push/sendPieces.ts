import { unknownSinceEarlierTry } from '../delivery/failures';
import type { LedgerEntry } from '../delivery/ledger';
import type { Permission } from '../service/call';
import { orderedMap } from '../shared/orderedMap';
import { createPerShopQueue } from './perShopQueue';
import { unsendable } from './rowFailures';
import type { Settled } from './rowReport';
import type { Piece } from './rows/batches';
import type { BatchSender, Push } from './sendBatch';

/**
 * Sends what is to be sent of the pieces that rows were cut into. Requests start in the order of the
 * pieces and may overlap.
 * @param take is given the outcome of a piece as soon as it is known, in any order
 * @returns the results of `take`, in the order of the pieces
 */
export function sendPieces<Taken>(
	{ execution, endpoint, options, continues }: Push,
	sender: BatchSender,
	pieces: AsyncIterable<Piece<LedgerEntry>>,
	take: (settled: Settled[], piece: Piece<LedgerEntry>) => Taken,
): AsyncGenerator<Taken> {
	const { client, context } = execution;
	const perShop = createPerShopQueue();

	async function settle(piece: Piece<LedgerEntry>, permit?: Permission): Promise<Settled[]> {
		const { kind, shop, records } = piece;
		if (kind === 'batch') {
			if (!options.keepRowOrder) return await sender.send(piece, permit);
			return await perShop.take(shop, async () => await sender.send(piece));
		}
		if (kind === 'covered') {
			const { state, receipt = {} } = piece.entry;
			if (state === 'accepted') return [{ records, outcome: state, receipt }];
			// The rest is sent all the same, because it was an earlier try that failed.
			const [{ item }] = records;
			return [{ records, ...unknownSinceEarlierTry(context.getNode(), item) }];
		}
		const isSkipped = options.skipRecordsWithErrors && !records[0].endsReading;
		if (!continues && !isSkipped) sender.stop();
		return [{ records, ...unsendable(context.getNode(), piece), isSkipped }];
	}

	// With an order to keep, a request waits for its shop's turn before it waits for its permit.
	const isNeeded = () => !options.keepRowOrder && !sender.isStopped();
	const permits = client.permits(endpoint, options, isNeeded);
	return orderedMap(pieces, permits, async (piece, permit) =>
		take(await settle(piece, permit), piece),
	);
}
