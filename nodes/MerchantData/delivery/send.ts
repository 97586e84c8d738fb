import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../rows/row';
import { answerValue } from '../service/answers/goodAnswer';
import type { Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';
import { halves } from './cut';
import type { Batch, DeliveryOptions, Kind, Settled } from './kind';
import type { Ledger } from './ledger';

/**
 * Sends the batches of one execution, and knows what their answers mean for the next ones.
 * @param continues whether the node goes on after a failure
 */
export function createSender(
	execution: Execution,
	kind: Kind,
	options: DeliveryOptions,
	ledger: Pick<Ledger, 'begin'>,
	continues: boolean,
) {
	const { client, context, hint } = execution;
	const node = context.getNode();
	let limit = kind.limit;
	let isStopped = false;

	/** The error is made when it is asked for: nobody asks for those of a million rows. */
	const failure = (
		rows: readonly Row[],
		outcome: FailedOutcome,
		message: string,
		description: string,
	): Settled => ({
		rows,
		outcome,
		status: null,
		get error() {
			return new ServiceError(node, { message, description, outcome, itemIndex: rows[0].item });
		},
	});

	async function sendWhole(rows: readonly Row[], permit?: Permission): Promise<Settled> {
		const [{ item, shop }] = rows;
		const entry = ledger.begin(rows);
		const body = kind.bodyOf(rows);
		const result = await client.call(kind.endpoint, {
			shop,
			body,
			permit,
			limits: options,
			retryServerErrors: options.retryServerErrors,
			itemIndex: item,
			confidential: kind.confidentialOf?.(rows),
			supportPayload: () => kind.supportPayloadOf(rows),
			sending: entry,
		});
		entry.state = result.outcome;
		if (result.outcome !== 'accepted') return { rows, ...result };
		const { status, text, isUndecodable } = result.answer;
		if (isUndecodable)
			hint(`${rows.length} ${kind.noun} were accepted, but the answer to them cannot be decoded`);
		const response = answerValue(text) as IDataObject;
		entry.receipt = kind.receiptOf(rows, body.length, status, response);
		return { rows, outcome: 'accepted', receipt: entry.receipt };
	}

	/**
	 * Notes what an answer means for the requests that follow.
	 * @returns whether the rows are to be sent once more, in halves
	 */
	function heed({ rows, size }: Batch, settled: Settled): boolean {
		if (settled.outcome === 'accepted') return false;
		if (rows.length > 1 && settled.status === 413) {
			limit = { ...limit, size: Math.min(limit.size, Math.floor(size / 2)) };
			return true;
		}
		if (rows.length > 1 && settled.status === 400 && options.isolateRejectedRows) return true;
		isStopped ||= !continues;
		return false;
	}

	async function send(batch: Batch, permit?: Permission): Promise<Settled[]> {
		const sent: Settled[] = [];
		const parts = [batch];
		let unused = permit;
		while (parts.length > 0 && !isStopped) {
			const part = parts.shift()!;
			// Such a size may have been found too large after the batch was cut.
			const isTooLarge = part.rows.length > 1 && part.size >= 2 * limit.size;
			const settled = isTooLarge ? undefined : await sendWhole(part.rows, unused);
			if (settled) unused = undefined;
			if (!settled || heed(part, settled)) parts.unshift(...halves(part, kind));
			else sent.push(settled);
		}
		return sent;
	}

	return {
		/** What batches are to be cut by. A 413 lowers it for the rest of the execution. */
		limit: () => limit,

		/** Whether nothing new is sent, because of a failure at which the node stops. */
		isStopped: () => isStopped,

		/**
		 * Settles a batch: sends it as it is, or in halves where the service finds it too large or refuses
		 * rows that are to be isolated. It does not throw.
		 * @returns what became of its rows; those that are missing were not sent
		 */
		async settle(batch: Batch, permit?: Permission): Promise<Settled[]> {
			const { rows, earlier } = batch;
			if (earlier?.state === 'accepted')
				return [{ rows, outcome: 'accepted', receipt: earlier.receipt ?? {} }];
			// The rest is sent all the same, because it was an earlier try that failed.
			if (earlier) return [failure(rows, 'unknown', SENT_EARLIER, LOOK_IT_UP)];
			if (!rows[0].problem) return isStopped ? [] : await send(batch, permit);
			return rows.map((row) => {
				const { message, remedy } = row.problem!;
				return failure([row], 'rejected', message, remedy);
			});
		},
	};
}

const SENT_EARLIER =
	'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again';
const LOOK_IT_UP = 'Check at the service whether it is there before you send it again.';
