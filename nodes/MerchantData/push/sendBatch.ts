import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../delivery/deliver';
import type { Ledger, Place } from '../delivery/ledger';
import type { Execution } from '../n8n/execution';
import { answerValue } from '../service/answers/answerItem';
import type { Answer } from '../service/answers/attempt';
import type { Permission } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import { createIsolation, type Isolation, NOT_TRIED_ALONE } from './isolation';
import { batchSize, type PushOptions } from './options';
import type { Settled } from './rowReport';
import { type Batch, type BatchSize, halves } from './rows/batches';
import { fieldTypes } from './rows/fieldTypes';
import type { RowRecord } from './rows/row';

/** What the requests of one push share. */
export interface Push {
	execution: Execution;
	endpoint: EndpointName;
	options: PushOptions;
	ledger: Ledger;
	/** What batches are cut by. A 413 lowers it for the rest of the execution. */
	size: BatchSize;
	/** The smallest body that the service found too large: what is no smaller is not tried. */
	tooLargeBytes: number;
	/** Whether the node goes on after a failure. */
	continues: boolean;
	/** What is kept and put out of the answer to an accepted request. */
	receiptOf: (batch: Batch, answer: Answer) => IDataObject;
	isolation: Isolation;
	/** Whether nothing new starts, because there was a failure after which the node stops. */
	isStopped: boolean;
}

/** A push before its first request. */
export function createPush(
	given: Omit<Push, 'isolation' | 'isStopped' | 'size' | 'tooLargeBytes'>,
): Push {
	const size = batchSize(given.options);
	const isolation = createIsolation();
	return { ...given, size, isolation, tooLargeBytes: Infinity, isStopped: false };
}

/** The receipt of a request that is an item of its own. */
export const receiptOfRequest: Push['receiptOf'] = ({ shop, records, body }, answer) => ({
	shop,
	rows: records.length,
	bytes: body.length,
	status: answer.status,
	response: answerValue(answer.text) as IDataObject,
});

/**
 * Makes what sends a batch, or its halves where the service finds it too large or the rows that it
 * refuses are to be isolated. That does not throw. Rows that it says nothing of were not sent.
 */
export function createBatchSender(shared: Push) {
	const { execution, endpoint, options, ledger, size, isolation, continues, receiptOf } = shared;
	const { isolateRejectedRows, retryServerErrors } = options;

	async function sendWhole(batch: Batch, permit?: Permission): Promise<Settled> {
		const { shop, records, body } = batch;
		const [first] = records;
		const call = {
			shop,
			body,
			permit,
			limits: options,
			retryServerErrors,
			itemIndex: first.item,
			supportPayload: () => `${records.length} rows. Fields of the first: ${fieldTypes(first)}`,
		};
		const from = placeOf(first);
		const to = placeOf(records.at(-1)!);
		const entry = ledger.handle({ shop, from, to });
		const delivered = await deliver(execution, endpoint, call, entry, (answer) =>
			receiptOf(batch, answer),
		);
		return { records, ...delivered };
	}

	/** Halving was given up: the rows of the request are rejected together. */
	function tellNotTried(settled: Settled, shop: string): void {
		if (settled.outcome === 'accepted') return;
		const { error } = settled;
		error.description = [error.description, NOT_TRIED_ALONE].filter(Boolean).join(' ');
		execution.hint(
			`Rows of ${shop} were rejected together with others of their request. ${NOT_TRIED_ALONE}`,
		);
	}

	async function send(batch: Batch, permit?: Permission, isIsolating = false): Promise<Settled[]> {
		const { shop, records, body } = batch;
		const isDivisible = records.length > 1;
		let isRefused = isIsolating;
		/** For the first half, where the whole is not sent. */
		let unused = permit;
		// The 413 may have come to another batch, after this one was cut.
		if (!isDivisible || body.length < shared.tooLargeBytes) {
			unused = undefined;
			const settled = await sendWhole(batch, permit);
			isolation.note(shop, settled);
			const status = settled.outcome === 'accepted' ? null : settled.status;
			const isTooLarge = isDivisible && status === 413;
			const isRefusal = isDivisible && status === 400 && isolateRejectedRows;
			const isToIsolate = isRefusal && isolation.isWorthwhile(shop);
			if (isRefusal && !isToIsolate) tellNotTried(settled, shop);
			if (!isTooLarge && !isToIsolate) {
				shared.isStopped ||= !continues && settled.outcome !== 'accepted';
				return [settled];
			}
			if (isTooLarge) shared.tooLargeBytes = Math.min(shared.tooLargeBytes, body.length);
			isRefused ||= isToIsolate;
		}

		const parts: Settled[] = [];
		const both = halves(batch);
		if (body.length >= shared.tooLargeBytes) {
			size.bytes = Math.min(size.bytes, Math.max(...both.map((half) => half.body.length)));
		}
		for (const half of both) {
			// A node that stops still sends the good rows of a request whose bad ones it isolates.
			if (shared.isStopped && !(isRefused && parts.every(isAnswerToRows))) break;
			parts.push(...(await send(half, unused, isRefused)));
			unused = undefined;
		}
		return parts;
	}

	return async (batch: Batch, permit?: Permission): Promise<Settled[]> =>
		shared.isStopped ? [] : await send(batch, permit);
}

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
function isAnswerToRows(settled: Settled): boolean {
	return settled.outcome === 'accepted' || settled.status === 400;
}

function placeOf({ item, ordinal }: RowRecord): Place {
	return [item, ordinal];
}
