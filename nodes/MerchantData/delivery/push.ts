import { cutBatches, type Piece } from '../rows/batches';
import { readItems } from '../rows/items';
import type { Execution } from '../runtime/execution';
import { inOrder } from '../runtime/inOrder';
import type { Output } from '../runtime/output';
import type { Permit } from '../transport/call';
import type { EndpointName } from '../transport/endpoints';
import { unknownSinceEarlierTry, unsendable } from './failures';
import { type LedgerEntry, openLedger } from './ledger';
import { PREVIEWED, previewPush } from './previewPush';
import { hintAtInput } from './pushHints';
import { batchLimits, readPushOptions } from './pushOptions';
import { createPushReport, type Settled } from './pushReport';
import { createBatchSender, type Push } from './sendBatch';
import { createTurns } from './turns';

/**
 * Pushes the rows of all items ("Endpoints" 5 and 6). Requests start in the order of their rows and
 * may overlap. Every row ends as accepted, rejected, unknown or notSent.
 */
export async function push(
	execution: Execution,
	output: Output,
	endpoint: EndpointName,
): Promise<void> {
	const { client, context } = execution;
	const node = context.getNode();
	const options = readPushOptions(execution);
	const unread: number[] = [];
	const rows = readItems(execution, (error, item, shop) => {
		unread.push(item);
		const row = context.getInputData()[item].json;
		output.fail(error, item, { outcome: 'notSent', status: null, shop, rowIndex: 0, row });
	});
	hintAtInput(execution);
	const limits = batchLimits(options);
	if (options.preview) {
		execution.hint(PREVIEWED, true);
		await previewPush(rows, limits, output);
		return;
	}

	const ledger = openLedger(context, endpoint, await client.target(endpoint), unread);
	const { continues } = output;
	const shared: Push = {
		execution,
		endpoint,
		options,
		ledger,
		limits,
		tooLargeBytes: Infinity,
		continues,
		isStopped: false,
	};
	const send = createBatchSender(shared);
	const turns = createTurns();

	let total = 0;

	async function settle(piece: Piece<LedgerEntry>, permit?: Permit): Promise<Settled[]> {
		const { kind, shop, records } = piece;
		total += records.length;
		if (kind === 'batch') {
			if (!options.keepRowOrder) return await send(piece, permit);
			return await turns.take(shop, async () => await send(piece));
		}
		permit?.leave();
		if (kind === 'covered') {
			const { state, receipt = {} } = piece.entry;
			if (state === 'accepted') return [{ records, outcome: state, receipt }];
			// The rest is sent all the same: it was not this try that failed.
			return [{ records, ...unknownSinceEarlierTry(node, records[0].item) }];
		}
		shared.isStopped ||= !continues;
		return [{ records, ...unsendable(node, piece) }];
	}

	async function admit(): Promise<Permit | undefined> {
		// With an order to keep, a request waits for its shop's turn before it waits for its place.
		const waitsLater = options.keepRowOrder || shared.isStopped;
		return waitsLater ? undefined : await client.admit(endpoint, options);
	}

	const pieces = cutBatches(
		rows,
		() => limits,
		({ shop, item, ordinal }) => ledger.covering(shop, [item, ordinal]),
	);
	const report = createPushReport(execution, output, options.output);
	for await (const settled of inOrder(pieces, options.maxParallelRequests, admit, settle)) {
		for (const each of settled) report.add(each);
	}
	report.finish(total);
}
