import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../delivery/deliver';
import type { Ledger, Place } from '../delivery/ledger';
import type { Execution } from '../n8n/execution';
import type { Permission } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import { createIsolation, NOT_TRIED_ALONE } from './isolation';
import { batchSize, type PushOptions } from './options';
import type { Settled } from './rowReport';
import { type Batch, type BatchSize, halves } from './rows/batches';
import { fieldTypes } from './fieldTypes';
import type { PlacedRow } from './rows/row';

/** What the requests of one push have in common. */
export interface Push {
	readonly execution: Execution;
	readonly endpoint: EndpointName;
	readonly options: PushOptions;
	readonly ledger: Ledger;
	/** Whether the node goes on after a failure. */
	readonly continues: boolean;
	/** What is kept and put out of the answer to an accepted request. */
	readonly receiptOf: (batch: Batch, status: number, response: IDataObject) => IDataObject;
}

/** Sends the batches of one push, and knows what their answers mean for the next ones. */
export interface BatchSender {
	/** What batches are to be cut by. A 413 lowers it for the rest of the execution. */
	size(): BatchSize;
	/** Whether nothing new is sent, because of a failure at which the node stops. */
	isStopped(): boolean;
	stop(): void;
	/**
	 * Sends a batch: as it is, or in halves where the service finds it too large or refuses rows that are
	 * to be isolated. It does not throw.
	 * @returns what became of its rows; those that are missing were not sent
	 */
	send(batch: Batch, permit?: Permission): Promise<Settled[]>;
}

/** The receipt of a request that is an item of its own. */
export const receiptOfRequest: Push['receiptOf'] = ({ shop, records, body }, status, response) => ({
	shop,
	rows: records.length,
	bytes: body.length,
	status,
	response,
});

export function createBatchSender(push: Push): BatchSender {
	const { execution, endpoint, options, ledger, continues, receiptOf } = push;
	const isolation = createIsolation();
	let size = batchSize(options);
	/** The smallest body that the service found too large. */
	let tooLargeBytes = Infinity;
	let isStopped = false;

	async function sendWhole(batch: Batch, permit?: Permission): Promise<Settled> {
		const { shop, records, body } = batch;
		const [first] = records;
		const call = {
			shop,
			body,
			permit,
			limits: options,
			retryServerErrors: options.retryServerErrors,
			itemIndex: first.item,
			supportPayload: () => `${records.length} rows. Fields of the first: ${fieldTypes(first)}`,
		};
		const from = placeOf(first);
		const to = placeOf(records.at(-1)!);
		const entry = ledger.handle({ shop, from, to });
		const delivered = await deliver(execution, endpoint, call, entry, (...answer) =>
			receiptOf(batch, ...answer),
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
		// The 413 may have come to another batch, after this one was cut.
		if (isDivisible && body.length >= tooLargeBytes)
			return await sendHalves(halves(batch), isIsolating, permit);

		const settled = await sendWhole(batch, permit);
		isolation.note(shop, settled);
		if (isDivisible && isAnswered(settled, 413)) {
			tooLargeBytes = Math.min(tooLargeBytes, body.length);
			const both = halves(batch);
			const larger = Math.max(...both.map((half) => half.body.length));
			size = { ...size, bytes: Math.min(size.bytes, larger) };
			return await sendHalves(both, isIsolating);
		}
		if (isDivisible && isAnswered(settled, 400) && options.isolateRejectedRows) {
			if (isolation.isWorthwhile(shop)) return await sendHalves(halves(batch), true);
			tellNotTried(settled, shop);
		}
		if (settled.outcome !== 'accepted' && !continues) isStopped = true;
		return [settled];
	}

	/** @param permit for the first half, where the whole was not sent */
	async function sendHalves(
		both: [Batch, Batch],
		isIsolating: boolean,
		permit?: Permission,
	): Promise<Settled[]> {
		const sent: Settled[] = [];
		for (const half of both) {
			// A node that stops still sends the good rows of a request whose bad ones it isolates.
			if (isStopped && !(isIsolating && sent.every(isAnswerToRows))) break;
			sent.push(...(await send(half, half === both[0] ? permit : undefined, isIsolating)));
		}
		return sent;
	}

	return {
		size: () => size,
		isStopped: () => isStopped,
		stop() {
			isStopped = true;
		},
		send: async (batch, permit) => (isStopped ? [] : await send(batch, permit)),
	};
}

const isAnswered = (settled: Settled, status: number): boolean =>
	settled.outcome !== 'accepted' && settled.status === status;

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
function isAnswerToRows(settled: Settled): boolean {
	return settled.outcome === 'accepted' || isAnswered(settled, 400);
}

function placeOf({ item, ordinal }: PlacedRow): Place {
	return [item, ordinal];
}
