import { type LedgerEntry, openLedger } from '../delivery/ledger';
import { isAgentCall } from '../n8n/agentCall';
import type { Output } from '../n8n/output';
import type { EndpointName } from '../service/endpoints';
import type { PushExecution } from './fields/fields';
import { hintAtInput } from './hints/inputHints';
import { createColumnSample } from './hints/sentColumns';
import { type PushOptions, readPushOptions } from './options';
import { createPreview } from './preview';
import { pushFiles } from './pushFiles';
import { unsendable } from './rowFailures';
import { createPushReport, isJoinedWithRow } from './rowReport';
import { cutBatches, type Piece } from './rows/batches';
import { rowsOfItems } from './rows/items';
import { rowsOfOtherShops } from './rows/otherShop';
import { createBatchSender, type Push, receiptOfRequest } from './sendBatch';
import { sendPieces } from './sendPieces';

/**
 * Pushes the rows of all items ("Endpoints" 5 and 6). Requests start in the order of their rows and
 * may overlap. Every row ends as accepted, rejected, unknown or notSent.
 */
export async function push(
	execution: PushExecution,
	output: Output,
	endpoint: EndpointName,
): Promise<void> {
	const options = readPushOptions(execution);
	const pushAll = options.dataMode === 'binary' ? pushFiles : pushItems;
	await pushAll(execution, output, endpoint, options);
}

async function pushItems(
	execution: PushExecution,
	output: Output,
	endpoint: EndpointName,
	options: PushOptions,
): Promise<void> {
	const { client, context } = execution;
	const unread: number[] = [];
	const items = context.getInputData();
	const preview = options.preview ? createPreview(execution, options, output) : undefined;
	const rows = rowsOfItems(execution, (error, item, shop) => {
		unread.push(item);
		if (preview) return preview.fail(error, item, shop);
		const row = isJoinedWithRow(context, item) ? {} : { row: items[item].json };
		output.fail(error, item, { outcome: 'notSent', status: null, shop, rowIndex: 0, ...row });
	});
	if (unread.length < items.length) hintAtInput(execution, options.preview);
	if (preview) {
		await preview.add(rows);
		preview.finish();
		return;
	}

	const report = createPushReport(execution, output, options.output);
	const { continues } = output;
	// A node that stops says so before its first request, so that nothing has to be undone.
	const others = continues ? undefined : rowsOfOtherShops(rows);
	if (others) {
		report.add({ records: others.records, ...unsendable(context.getNode(), others) });
		report.finish(others.total);
	}

	const ledger = openLedger(context, endpoint, await client.target(endpoint), unread);
	const receiptOf = receiptOfRequest;
	const shared: Push = { execution, endpoint, options, ledger, continues, receiptOf };
	const sender = createBatchSender(shared);
	let total = unread.length;
	const sample = createColumnSample();
	async function* counted(): AsyncGenerator<Piece<LedgerEntry>> {
		const pieces = cutBatches(rows, sender.size, ({ shop, item, ordinal }) =>
			ledger.covering(shop, [item, ordinal]),
		);
		for await (const piece of sample.watch(pieces)) {
			total += piece.records.length;
			yield piece;
		}
	}
	for await (const settled of sendPieces(shared, sender, counted(), (each) => each)) {
		for (const each of settled) report.add(each);
	}
	// An agent could take it for a reason to push the rows once more.
	if (!isAgentCall(context)) sample.hint(execution);
	report.finish(total);
}
