import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import { answerValue } from '../service/answers/goodAnswer';
import type { Failure, Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';
import { halves } from './cut';
import { createIsolation, NOT_TRIED_ALONE } from './isolation';
import type { Batch, BatchLimit, DeliveryOptions, Kind, Settled } from './kind';
import type { Ledger } from './ledger';

/** Sends the batches of one execution, and knows what their answers mean for the next ones. */
export interface Sender {
	/** What batches are to be cut by. A 413 lowers it for the rest of the execution. */
	limit(): BatchLimit;
	/** Whether nothing new is sent, because of a failure at which the node stops. */
	isStopped(): boolean;
	/**
	 * Settles a batch: sends it as it is, or in halves where the service finds it too large or refuses rows
	 * that are to be isolated. It does not throw.
	 * @returns what became of its rows; those that are missing were not sent
	 */
	settle(batch: Batch, permit?: Permission): Promise<Settled[]>;
}

/** @param continues whether the node goes on after a failure */
export function createSender(
	execution: Execution,
	kind: Kind,
	options: DeliveryOptions,
	ledger: Ledger,
	continues: boolean,
): Sender {
	const { client, context, hint } = execution;
	const node = context.getNode();
	const isolation = createIsolation();
	let limit = kind.limit;
	/** The smallest size that the service found too large. */
	let tooLarge = Infinity;
	let isStopped = false;

	/** The error is made when it is asked for: nobody asks for those of a million rows. */
	const failure = (
		{ shop, rows }: Pick<Batch, 'shop' | 'rows'>,
		outcome: FailedOutcome,
		message: string,
		description: string,
	): Settled & Failure => ({
		shop,
		rows,
		outcome,
		status: null,
		get error() {
			return new ServiceError(node, { message, description, outcome, itemIndex: rows[0].item });
		},
	});

	/** What is known of rows that are not sent now. */
	function unsent(batch: Batch): Settled[] | undefined {
		const { shop, rows, earlier } = batch;
		const [first] = rows;
		if (earlier?.state === 'accepted')
			return [{ shop, rows, outcome: 'accepted', receipt: earlier.receipt ?? {} }];
		// The rest is sent all the same, because it was an earlier try that failed.
		if (earlier) return [failure(batch, 'unknown', SENT_EARLIER, LOOK_IT_UP)];
		if (!first.problem) return undefined;
		return rows.map((row) => {
			const { message, remedy } = row.problem!;
			return failure({ shop, rows: [row] }, 'rejected', message, remedy);
		});
	}

	async function sendWhole(batch: Batch, permit?: Permission): Promise<Settled> {
		const { shop, rows } = batch;
		const entry = ledger.handle(batch);
		try {
			const body = kind.bodyOf(batch);
			const result = await client.call(kind.endpoint, {
				shop,
				body,
				permit,
				limits: options,
				retryServerErrors: options.retryServerErrors,
				itemIndex: rows[0].item,
				confidential: kind.confidentialOf?.(batch),
				supportPayload: () => kind.supportPayloadOf(batch),
				track: (state) => entry.track(state),
			});
			if (result.outcome !== 'accepted') {
				entry.track(result.outcome);
				return { shop, rows, ...result };
			}
			const { status, text, isUndecodable } = result.answer;
			if (isUndecodable)
				hint(`${rows.length} ${kind.noun} were accepted, but the answer to them cannot be decoded`);
			const response = answerValue(text) as IDataObject;
			const receipt = kind.receiptOf(batch, body.length, status, response);
			entry.track('accepted', receipt);
			return { shop, rows, outcome: 'accepted', receipt };
		} catch (error) {
			// This is a bug in this package. If the request was handed over, it may have arrived.
			const outcome = entry.isKept ? 'unknown' : 'notSent';
			entry.track(outcome);
			const message = client.context.redactor.redact(String((error as Error).message));
			return failure(batch, outcome, message, '');
		}
	}

	async function send(batch: Batch, permit?: Permission, isIsolating = false): Promise<Settled[]> {
		const { shop, rows } = batch;
		const isDivisible = rows.length > 1;
		const size = rows.reduce((sum, row) => sum + kind.sizeOf(row), 0);
		// The 413 may have come to another batch, after this one was cut.
		if (isDivisible && size >= tooLarge) return await sendHalves(batch, isIsolating, permit);

		const settled = await sendWhole(batch, permit);
		isolation.note(shop, settled);
		if (settled.outcome === 'accepted') return [settled];
		const { status, error } = settled;
		if (isDivisible && status === 413) {
			tooLarge = Math.min(tooLarge, size);
			limit = { ...limit, size: Math.min(limit.size, Math.ceil(size / 2)) };
			return await sendHalves(batch, isIsolating);
		}
		if (isDivisible && status === 400 && options.isolateRejectedRows) {
			if (isolation.isWorthwhile(shop)) return await sendHalves(batch, true);
			error.description = `${error.description ?? ''} ${NOT_TRIED_ALONE}`;
			hint(
				`Rows of ${shop} were rejected together with others of their request. ${NOT_TRIED_ALONE}`,
			);
		}
		if (!continues) isStopped = true;
		return [settled];
	}

	/** @param permit for the first half, where the whole was not sent */
	async function sendHalves(
		batch: Batch,
		isIsolating: boolean,
		permit?: Permission,
	): Promise<Settled[]> {
		const sent: Settled[] = [];
		const both = halves(batch);
		for (const half of both) {
			// A node that stops still sends the good rows of a request whose bad ones it isolates.
			if (isStopped && !(isIsolating && sent.every(isAnswerToRows))) break;
			sent.push(...(await send(half, half === both[0] ? permit : undefined, isIsolating)));
		}
		return sent;
	}

	return {
		limit: () => limit,
		isStopped: () => isStopped,
		async settle(batch, permit) {
			const known = unsent(batch);
			if (known) return known;
			return isStopped ? [] : await send(batch, permit);
		},
	};
}

const SENT_EARLIER =
	'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again';
const LOOK_IT_UP = 'Check at the service whether it is there before you send it again.';

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
const isAnswerToRows = (settled: Settled): boolean =>
	settled.outcome === 'accepted' || settled.status === 400;
