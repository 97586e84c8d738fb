import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../runtime/execution';
import type { Output } from '../runtime/output';
import { answerValue } from '../shared/answerItem';
import { InvalidValue } from '../shared/invalidValue';
import type { Limits } from '../transport/client';
import type { EndpointName } from '../transport/endpoints';
import { batchBody, type BatchLimits, cutBatch } from './batch';
import { deliver } from './deliver';
import { openLedger } from './ledger';
import { createPushReport } from './pushReport';
import { RowQueue } from './rowQueue';
import { rowSource } from './rows';

export interface PushOptions {
	batchSize: number;
	maxBodyKb: number;
	output: 'requests' | 'rows';
	preview: boolean;
	isolateRejectedRows: boolean;
	retryServerErrors: boolean;
}

type Options = PushOptions & Limits;

const DEFAULTS: PushOptions = {
	batchSize: 500,
	maxBodyKb: 1024,
	output: 'requests',
	preview: false,
	isolateRejectedRows: false,
	retryServerErrors: false,
};

/**
 * Pushes the rows of all items, shop by shop in input order ("Endpoints" 5 and 6). Every row ends as
 * accepted, rejected, unknown or notSent.
 */
export async function push(
	execution: Execution,
	output: Output,
	endpoint: EndpointName,
): Promise<void> {
	const options = readOptions(execution);
	const queues = collectRows(execution, output);
	if (options.preview) {
		for (const queue of queues) previewQueue(queue, options, output);
		return;
	}

	const { context } = execution;
	const ledger = openLedger(context, endpoint);
	const report = createPushReport(context, output, queues, options.output);
	const limits = batchLimits(options);

	/** Sends rows, in parts where the service refuses them as too large or for some of them. */
	async function pushRows(queue: RowQueue, start: number, rows: string[]): Promise<void> {
		const { shop } = queue;
		const end = start + rows.length;
		const body = batchBody(shop, rows);
		const result = await deliver(
			execution,
			ledger,
			endpoint,
			{
				shop,
				body,
				limits: options,
				retryServerErrors: options.retryServerErrors,
				itemIndex: queue.item(start),
				from: queue.place(start),
				to: queue.place(end - 1),
				supportPayload: () => `${rows.length} rows, the first: ${rows[0]}`,
			},
			({ status, text }) => ({
				shop,
				rows: rows.length,
				bytes: body.length,
				status,
				response: answerValue(text) as IDataObject,
			}),
		);
		if (result.outcome === 'accepted') {
			report.accept(queue, start, end, result.receipt);
			return;
		}
		const isTooLarge = result.status === 413;
		const mayIsolate = result.status === 400 && options.isolateRejectedRows;
		if (rows.length === 1 || !(isTooLarge || mayIsolate)) {
			report.fail(queue, start, end, result);
			return;
		}
		// The smaller size holds for the rest of the execution.
		if (isTooLarge) limits.bytes = Math.floor(body.length / 2);
		const middle = Math.ceil(rows.length / 2);
		await pushRows(queue, start, rows.slice(0, middle));
		await pushRows(queue, start + middle, rows.slice(middle));
	}

	async function pushQueue(queue: RowQueue): Promise<void> {
		const jsonOf = rowJson(queue);
		for (let start = 0; start < queue.length && !report.isStopped; ) {
			const known = ledger.covering(queue.shop, queue.place(start));
			if (known) {
				const end = queue.indexAfter(known.to, start);
				report.recall(queue, start, end, known);
				start = end;
				continue;
			}
			const covered = ledger.nextCovered(queue.shop, queue.place(start));
			const end = covered ? queue.indexOf(covered, start) : queue.length;
			const rows = cutBatch(queue.shop, start, end, jsonOf, limits);
			if (rows.length === 0) report.failTooLarge(queue, start, options.maxBodyKb);
			else await pushRows(queue, start, rows);
			start += Math.max(rows.length, 1);
		}
	}

	for (const queue of queues) await pushQueue(queue);
	report.finish();
}

function readOptions(execution: Execution): Options {
	const options = { ...DEFAULTS, ...execution.options<PushOptions>(0) };
	if (!(options.batchSize >= 1)) throw new InvalidValue('Batch Size', 'must be 1 or more');
	if (!(options.maxBodyKb > 0)) throw new InvalidValue('Max Body Size (KB)', 'must be more than 0');
	return options;
}

function batchLimits({ batchSize, maxBodyKb }: Options): BatchLimits {
	const bytes = maxBodyKb * 1_024;
	return { rows: Math.floor(batchSize), bytes, bytesOfOneRow: bytes };
}

/** Reads the rows of all items, so that bad input is found before anything is sent. */
function collectRows(execution: Execution, output: Output): RowQueue[] {
	const queues = new Map<string, RowQueue>();
	const source = rowSource(execution);
	execution.context.getInputData().forEach(({ json }, item) => {
		try {
			const shop = execution.shop(item);
			const { rows, ignore } = source(item);
			let queue = queues.get(shop);
			if (!queue) queues.set(shop, (queue = new RowQueue(shop)));
			for (let row = 0; row < rows.length; row++) queue.add(item, row, rows[row], ignore);
		} catch (error) {
			output.fail(error, item, { outcome: 'notSent', status: null, rowIndex: 0, row: json });
		}
	});
	return [...queues.values()];
}

/** The JSON of a row, kept for the moment: a row that did not fit is the next request's first. */
function rowJson(queue: RowQueue): (index: number) => string {
	let last = { index: -1, json: '' };
	return (index) => {
		if (index !== last.index) last = { index, json: JSON.stringify(queue.row(index)) };
		return last.json;
	};
}

function previewQueue(queue: RowQueue, options: Options, output: Output): void {
	const limits = batchLimits(options);
	const jsonOf = rowJson(queue);
	for (let start = 0; start < queue.length; ) {
		const rows = cutBatch(queue.shop, start, queue.length, jsonOf, limits);
		const end = start + Math.max(rows.length, 1);
		const isTooLarge = rows.length === 0;
		output.accept({
			json: {
				preview: true,
				shop: queue.shop,
				rows: end - start,
				bytes: batchBody(queue.shop, isTooLarge ? [jsonOf(start)] : rows).length,
				firstRow: queue.row(start),
				...(isTooLarge ? { problem: `larger than Max Body Size (${options.maxBodyKb} KB)` } : {}),
			},
			pairedItem: queue.pairedItems(start, end),
		});
		start = end;
	}
}
