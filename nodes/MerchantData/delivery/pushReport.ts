import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Output } from '../runtime/output';
import { ServiceError } from '../transport/serviceError';
import type { NotDelivered } from './deliver';
import { unknownSinceEarlierTry } from './earlierTry';
import type { LedgerEntry } from './ledger';
import type { PushOptions } from './push';
import type { RowQueue } from './rowQueue';
import { createTally } from './tally';

/** Tells what became of every row: on the branches of the node, or in the error that stops it. */
export interface PushReport {
	/** Whether the node stops: its error output is off, and a request of this try has failed. */
	readonly isStopped: boolean;
	/** Rows `start` to `end` of a queue were accepted. */
	accept(queue: RowQueue, start: number, end: number, receipt: IDataObject): void;
	/** Rows were not accepted. */
	fail(queue: RowQueue, start: number, end: number, failure: NotDelivered): void;
	/** A row is larger than a request may be. */
	failTooLarge(queue: RowQueue, index: number, maxBodyKb: number): void;
	/** Rows were sent by an earlier try. */
	recall(queue: RowQueue, start: number, end: number, entry: LedgerEntry): void;
	/** @throws ServiceError where the error output is off and something was not accepted */
	finish(): void;
}

export function createPushReport(
	context: IExecuteFunctions,
	output: Output,
	queues: readonly RowQueue[],
	outputOf: PushOptions['output'],
): PushReport {
	const total = queues.reduce((sum, queue) => sum + queue.length, 0);
	const tally = createTally(total, 'rows');
	let isStopped = false;

	/** Held back while the node may still stop: then nothing is put out. */
	const held: INodeExecutionData[] = [];
	const putOut = (item: INodeExecutionData) => {
		if (output.continues) output.accept(item);
		else held.push(item);
	};

	function accept(queue: RowQueue, start: number, end: number, receipt: IDataObject): void {
		tally.count('accepted', end - start);
		if (outputOf === 'requests') {
			putOut({ json: receipt, pairedItem: queue.pairedItems(start, end) });
			return;
		}
		const { shop, status } = receipt;
		for (let index = start; index < end; index++) {
			putOut({
				json: { row: queue.row(index), outcome: 'accepted', shop, status },
				pairedItem: { item: queue.item(index) },
			});
		}
	}

	function report(queue: RowQueue, start: number, end: number, failure: NotDelivered): void {
		const [item, ordinal] = queue.place(start);
		tally.fail(failure, end - start, `row ${ordinal} of item ${item}, shop ${queue.shop}`);
		if (!output.continues) return;
		const { outcome, status } = failure;
		for (let index = start; index < end; index++) {
			const [itemOfRow, rowIndex] = queue.place(index);
			output.fail(failure.error, itemOfRow, {
				outcome,
				status,
				shop: queue.shop,
				rowIndex,
				row: queue.row(index),
			});
		}
	}

	function fail(queue: RowQueue, start: number, end: number, failure: NotDelivered): void {
		report(queue, start, end, failure);
		isStopped = !output.continues;
	}

	return {
		get isStopped() {
			return isStopped;
		},
		accept,
		fail,
		failTooLarge(queue, index, maxBodyKb) {
			const [itemIndex, row] = queue.place(index);
			const outcome = 'rejected';
			const error = new ServiceError(context.getNode(), {
				message: `Item ${itemIndex}: row ${row} is larger than "Max Body Size (KB)" (${maxBodyKb}), so it was not sent`,
				description: 'Raise "Max Body Size (KB)" in the options, or send a smaller row.',
				outcome,
				itemIndex,
			});
			fail(queue, index, index + 1, { outcome, status: null, error });
		},
		recall(queue, start, end, { state, receipt }) {
			if (state === 'accepted') {
				accept(queue, start, end, receipt ?? {});
				return;
			}
			// The rest is sent all the same: it was not this try that failed.
			report(queue, start, end, unknownSinceEarlierTry(context.getNode(), queue.item(start)));
		},
		finish() {
			if (tally.hasFailed && !output.continues) throw tally.error(context.getNode());
			for (const item of held) output.accept(item);
		},
	};
}
