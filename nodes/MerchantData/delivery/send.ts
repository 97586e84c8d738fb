import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../rows/row';
import { answerValue } from '../service/answers/goodAnswer';
import type { Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';
import { halves } from './cut';
import type { Batch, DeliveryOptions, Kind, Settled } from './kind';
import { type Ledger, mayHaveArrived } from './ledger';

/**
 * Isolation is given up for a shop after so many of its rows were refused alone, one after another and
 * for one reason. Where all rows are wrong in the same way, it would take two requests per row.
 */
const ENOUGH = 100;
const NOT_TRIED_ALONE = `Its rows were not tried one by one, because before them ${ENOUGH} rows of the shop were refused alone, one after another and for the same reason.`;

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
	const { client, context } = execution;
	const node = context.getNode();
	let limit = kind.limit;
	let isStopped = false;
	/** By shop, how many rows were refused alone since one was accepted, and why. */
	const refusedAlone = new Map<string, { reason: string; rows: number }>();

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
		try {
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
			const { status, text } = result.answer;
			const response = answerValue(text) as IDataObject;
			entry.receipt = kind.receiptOf(rows, body.length, status, response);
			return { rows, outcome: 'accepted', receipt: entry.receipt };
		} catch (error) {
			// This is a bug in this package. If the request was handed over, it may have arrived.
			const outcome = mayHaveArrived(entry) ? 'unknown' : 'notSent';
			entry.state = outcome;
			const message = client.context.redactor.redact(String((error as Error).message));
			return failure(rows, outcome, message, '');
		}
	}

	/**
	 * Notes what an answer means for the requests that follow.
	 * @returns whether the rows are to be sent once more, in halves
	 */
	function heed({ rows, size }: Batch, settled: Settled): boolean {
		const [{ shop }] = rows;
		if (settled.outcome === 'accepted') {
			refusedAlone.delete(shop);
			return false;
		}
		const { status, error } = settled;
		const alone = refusedAlone.get(shop);
		if (rows.length > 1 && status === 413) {
			limit = { ...limit, size: Math.min(limit.size, Math.floor(size / 2)) };
			return true;
		}
		if (rows.length > 1 && status === 400 && options.isolateRejectedRows) {
			if (!alone || alone.rows < ENOUGH) return true;
			error.description = `${error.description ?? ''} ${NOT_TRIED_ALONE}`;
		}
		if (rows.length === 1 && status === 400) {
			// A service may name the row, the time or the request: words with digits are left out.
			const reason = error.message.replace(/\w*\d\w*/g, '#');
			const before = alone?.reason === reason ? alone.rows : 0;
			refusedAlone.set(shop, { reason, rows: before + 1 });
		}
		isStopped ||= !continues;
		return false;
	}

	async function send(batch: Batch, permit?: Permission): Promise<Settled[]> {
		const sent: Settled[] = [];
		const parts = [batch];
		let unused = permit;
		// A node that stops still sends the good rows of a batch whose bad ones it isolates.
		const isOver = () => isStopped && !(options.isolateRejectedRows && sent.every(isAnswerToRows));
		while (parts.length > 0 && !isOver()) {
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

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
const isAnswerToRows = (settled: Settled): boolean =>
	settled.outcome === 'accepted' || settled.status === 400;
