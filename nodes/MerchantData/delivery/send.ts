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
	const { client, context, hint } = execution;
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
			const { status, text, isUndecodable } = result.answer;
			if (isUndecodable)
				hint(`${rows.length} ${kind.noun} were accepted, but the answer to them cannot be decoded`);
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

	function noteAlone(shop: string, settled: Settled): void {
		if (settled.outcome === 'accepted') refusedAlone.delete(shop);
		else if (settled.status === 400 && settled.rows.length === 1) {
			// A service may name the row, the time or the request: words with digits are left out.
			const reason = settled.error.message.replace(/\w*\d\w*/g, '#');
			const known = refusedAlone.get(shop);
			const rows = known?.reason === reason ? known.rows + 1 : 1;
			refusedAlone.set(shop, { reason, rows });
		}
	}

	async function send(batch: Batch, permit?: Permission, isIsolating = false): Promise<Settled[]> {
		const { rows, size } = batch;
		const [{ shop }] = rows;
		const isDivisible = rows.length > 1;
		// A batch of this size was found too large after this one was cut.
		if (isDivisible && size >= 2 * limit.size) return await sendHalves(batch, isIsolating, permit);

		const settled = await sendWhole(rows, permit);
		noteAlone(shop, settled);
		if (settled.outcome === 'accepted') return [settled];
		const { status, error } = settled;
		if (isDivisible && status === 413) {
			limit = { ...limit, size: Math.min(limit.size, Math.floor(size / 2)) };
			return await sendHalves(batch, isIsolating);
		}
		if (isDivisible && status === 400 && options.isolateRejectedRows) {
			if ((refusedAlone.get(shop)?.rows ?? 0) < ENOUGH) return await sendHalves(batch, true);
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
		const both = halves(batch, kind);
		for (const half of both) {
			// A node that stops still sends the good rows of a request whose bad ones it isolates.
			if (isStopped && !(isIsolating && sent.every(isAnswerToRows))) break;
			sent.push(...(await send(half, half === both[0] ? permit : undefined, isIsolating)));
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
			const { rows, earlier, refused = [] } = batch;
			const settled = refused.map((row) => {
				const { message, remedy } = row.problem!;
				return failure([row], 'rejected', message, remedy);
			});
			if (earlier?.state === 'accepted')
				settled.push({ rows, outcome: 'accepted', receipt: earlier.receipt ?? {} });
			// The rest is sent all the same, because it was an earlier try that failed.
			else if (earlier) settled.push(failure(rows, 'unknown', SENT_EARLIER, LOOK_IT_UP));
			else if (rows.length > 0 && !isStopped) settled.push(...(await send(batch, permit)));
			return settled;
		},
	};
}

const SENT_EARLIER =
	'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again';
const LOOK_IT_UP = 'Check at the service whether it is there before you send it again.';

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
const isAnswerToRows = (settled: Settled): boolean =>
	settled.outcome === 'accepted' || settled.status === 400;
