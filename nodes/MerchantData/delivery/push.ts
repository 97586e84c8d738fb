import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../runtime/execution';
import type { Output } from '../runtime/output';
import { answerValue } from '../shared/answerItem';
import { InvalidValue } from '../shared/invalidValue';
import type { Limits } from '../transport/client';
import type { EndpointName } from '../transport/endpoints';
import { type Batch, type BatchLimits, cutBatch } from './batch';
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

const UNLIMITED: BatchLimits = { rows: Infinity, bytes: Infinity, bytesOfOneRow: Infinity };

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

	async function send(queue: RowQueue, start: number, { rows, body }: Batch) {
		const { shop } = queue;
		return await deliver(
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
				to: queue.place(start + rows - 1),
				supportPayload: () => `${rows} rows, the first: ${JSON.stringify(queue.row(start))}`,
			},
			({ status, text }) => ({
				shop,
				rows,
				bytes: body.length,
				status,
				response: answerValue(text) as IDataObject,
			}),
		);
	}

	async function pushQueue(queue: RowQueue): Promise<void> {
		const { shop } = queue;
		const jsonOf = rowJson(queue);
		/** Where the halves of refused requests end, the next one last: no request goes beyond. */
		const halves: number[] = [];
		for (let start = 0; start < queue.length; ) {
			while (halves.length > 0 && halves[halves.length - 1] <= start) halves.pop();
			const known = ledger.covering(shop, queue.place(start));
			if (known) {
				const end = queue.indexAfter(known.to);
				report.recall(queue, start, end, known);
				start = end;
				continue;
			}
			const covered = ledger.nextCovered(shop, queue.place(start));
			const uncovered = covered ? queue.indexOf(covered) : queue.length;
			if (report.isStopped && halves.length === 0) {
				start = uncovered;
				continue;
			}
			const most = Math.min(uncovered, halves[halves.length - 1] ?? queue.length);
			const batch = cutBatch(shop, start, most, jsonOf, limits);
			if (batch.rows === 0) {
				report.failTooLarge(queue, start, options.maxBodyKb);
				start++;
				continue;
			}

			const result = await send(queue, start, batch);
			const end = start + batch.rows;
			if (result.outcome === 'accepted') {
				report.accept(queue, start, end, result.receipt);
			} else if (result.status === 413 && batch.rows > 1) {
				// The smaller size holds for the rest of the execution.
				limits.bytes = Math.floor(batch.body.length / 2);
				continue;
			} else if (result.status === 400 && batch.rows > 1 && options.isolateRejectedRows) {
				halves.push(end, start + Math.ceil(batch.rows / 2));
				continue;
			} else {
				report.fail(queue, start, end, result);
				// A node that stops still sends the good rows of the request it isolates the bad ones of.
				if (report.isStopped && result.status !== 400) halves.length = 0;
			}
			start = end;
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
		let shop: string | null = null;
		try {
			shop = execution.shop(item);
			const { rows, ignore } = source(item);
			let queue = queues.get(shop);
			if (!queue) queues.set(shop, (queue = new RowQueue(shop)));
			queue.add(item, rows, ignore);
		} catch (error) {
			const outcome = { outcome: 'notSent', status: null };
			output.fail(error, item, { ...outcome, shop, rowIndex: 0, row: json });
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
	const { shop } = queue;
	const limits = batchLimits(options);
	const jsonOf = rowJson(queue);
	for (let start = 0; start < queue.length; ) {
		let { rows, body } = cutBatch(shop, start, queue.length, jsonOf, limits);
		const isTooLarge = rows === 0;
		if (isTooLarge) ({ rows, body } = cutBatch(shop, start, start + 1, jsonOf, UNLIMITED));
		output.accept({
			json: {
				preview: true,
				shop,
				rows,
				bytes: body.length,
				firstRow: queue.row(start),
				...(isTooLarge ? { problem: `larger than Max Body Size (${options.maxBodyKb} KB)` } : {}),
			},
			pairedItem: queue.pairedItems(start, start + rows),
		});
		start += rows;
	}
}
