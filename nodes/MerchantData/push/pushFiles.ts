import type { IDataObject } from 'n8n-workflow';
import { type LedgerEntry, openLedger } from '../delivery/ledger';
import { hintAtNotAccepted } from '../delivery/notAccepted';
import type { Output } from '../n8n/output';
import type { EndpointName } from '../service/endpoints';
import type { PushExecution } from './fields/fields';
import { createFileReport, isCancelled } from './fileReport';
import { openFiles } from './files/openFiles';
import type { RowFile } from './files/rowFile';
import { SentRows } from './files/sentRows';
import { hintAtFileColumns } from './hints/inputHints';
import { createColumnSample } from './hints/sentColumns';
import type { PushOptions } from './options';
import { createPreview } from './preview';
import { OTHER_FILE } from './rowFailures';
import { cutBatches, type Piece } from './rows/batches';
import type { RowRecord } from './rows/row';
import { createBatchSender, type Push, receiptOfRequest } from './sendBatch';
import { sendPieces } from './sendPieces';

/** Most rows of an earlier try in one piece. */
const COVERED_ROWS = 10_000;

/**
 * Pushes the rows of files, one file after another. Only the requests in flight, the ranges of rows by
 * their outcome, and the output of the node are held in memory.
 */
export async function pushFiles(
	execution: PushExecution,
	output: Output,
	endpoint: EndpointName,
	options: PushOptions,
): Promise<void> {
	const { client, context } = execution;
	const preview = options.preview ? createPreview(execution, options, output) : undefined;
	const fail = (error: unknown, item: number, shop: string | null) =>
		preview
			? preview.fail(error, item, shop)
			: output.fail(error, item, { outcome: 'notSent', status: null, shop });
	const opened = await openFiles(execution, options, fail);
	hintAtFileColumns(execution, opened);
	const isUpToUnreadable = !options.skipRecordsWithErrors;
	if (preview) {
		for (const file of opened) await preview.add(file.records(isUpToUnreadable));
		preview.finish();
		return;
	}

	const isByFile = options.output === 'files';
	const join = isByFile ? joinReceipts : undefined;
	const ledger = openLedger(context, endpoint, await client.target(endpoint), [], join);
	const files = opened.filter(({ item, shop, fingerprint, earlierFingerprint }) => {
		const isKnown = ledger.knows(item, fingerprint, earlierFingerprint);
		if (!isKnown) fail(OTHER_FILE, item, shop);
		return isKnown;
	});
	const { continues } = output;
	const receiptOf = isByFile ? receiptOfPart : receiptOfRequest;
	const shared: Push = { execution, endpoint, options, ledger, continues, receiptOf };
	const sender = createBatchSender(shared);

	const isOver = () => sender.isStopped() || isCancelled(context);

	const sample = createColumnSample();
	async function* pieces(): AsyncGenerator<Piece<LedgerEntry>> {
		for (const file of files) {
			if (isOver()) return;
			yield* cutBatches(
				until(isOver, file.records(isUpToUnreadable)),
				sender.size,
				({ shop, item, ordinal }) => ledger.covering(shop, [item, ordinal]),
				{ mostCovered: isByFile ? COVERED_ROWS : Infinity, held: SentRows.of },
			);
		}
	}
	const report = createFileReport(execution, output, options, files);
	for await (const settled of sendPieces(shared, sender, sample.watch(pieces()), report.take))
		settled.forEach(report.add);
	sample.hint(execution);
	const all = context.getInputData().length;
	hintAtNotAccepted(execution, all - files.length, all, 'files');
	await report.finish();
}

async function* until(
	isOver: () => boolean,
	chunks: ReturnType<RowFile['records']>,
): AsyncGenerator<readonly RowRecord[]> {
	for await (const chunk of chunks) {
		if (isOver()) return;
		yield chunk;
	}
}

/** What a request adds to the item of its file. */
const receiptOfPart: Push['receiptOf'] = ({ body }) => ({ requests: 1, bytes: body.length });

function joinReceipts(first: IDataObject, second: IDataObject): IDataObject {
	const sum = (name: string) => Number(first[name] ?? 0) + Number(second[name] ?? 0);
	return { requests: sum('requests'), bytes: sum('bytes') };
}
