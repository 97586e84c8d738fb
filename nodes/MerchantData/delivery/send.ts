import type { IDataObject, INode } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../rows/row';
import { answerValue } from '../service/answers/goodAnswer';
import type { Failure, Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/errorTable';
import { ServiceError } from '../service/errors/serviceError';
import { halves } from './cut';
import { type Ledger, mayHaveArrived } from './ledger';
import type { Batch, DeliveryOptions, RequestFormat, Sent } from './requestFormat';

/**
 * Isolation is given up for a shop after so many of its rows were refused alone, one after another and
 * for one reason. If all rows are wrong in the same way, it would take two requests per row.
 */
const ENOUGH = 100;
const NOT_TRIED_ALONE = `Its rows were not tried one by one, because before them ${ENOUGH} rows of the shop were refused alone, one after another and for the same reason.`;

/** Rows that failed on this side of the service. */
class OwnFailure implements Failure {
	readonly status = null;

	constructor(
		private readonly node: INode,
		readonly rows: readonly Row[],
		readonly outcome: FailedOutcome,
		private readonly problem: { message: string; remedy?: string },
	) {}

	/** It is made when it is asked for: nobody asks for those of a million rows. */
	get error(): ServiceError {
		const { node, rows, outcome, problem } = this;
		const { message, remedy: description = '' } = problem;
		return new ServiceError(node, { message, description, outcome, itemIndex: rows[0].item });
	}
}

/** Sends the batches of one execution, and knows what their answers mean for the next ones. */
export class Sender {
	/** What a request holds at most. A 413 lowers it for the rest of the execution; nothing raises it. */
	private lowered: RequestFormat['limit'];
	/** Whether nothing new is sent, because of a failure at which the node stops. It stays so. */
	private hasStopped = false;
	/** By shop, how many rows were refused alone since one was accepted, and the reason that they have in common. */
	private readonly refusedAlone = new Map<string, { reason: string; rows: number }>();
	private readonly node: INode;

	/** @param continues whether the node goes on after a failure */
	constructor(
		private readonly execution: Execution,
		private readonly format: RequestFormat,
		private readonly options: DeliveryOptions,
		private readonly ledger: Pick<Ledger, 'begin'>,
		private readonly continues: boolean,
	) {
		this.node = execution.context.getNode();
		this.lowered = format.limit;
	}

	/** What batches are to be cut by. */
	get limit(): RequestFormat['limit'] {
		return this.lowered;
	}

	/** Whether nothing new is sent. */
	get isStopped(): boolean {
		return this.hasStopped;
	}

	/**
	 * Settles a batch: sends it as it is, or in halves if the service finds it too large or refuses
	 * rows that are to be isolated. It does not throw.
	 * @returns what became of its rows; those that are missing were not sent
	 */
	async settle(batch: Batch, permit?: Permission): Promise<Sent[]> {
		const { rows, earlier } = batch;
		if (earlier?.state === 'accepted')
			return [{ rows, outcome: 'accepted', receipt: earlier.receipt ?? {} }];
		// The rest is sent all the same, because it was an earlier try that failed.
		if (earlier) return [new OwnFailure(this.node, rows, 'unknown', SENT_EARLIER)];
		if (!rows[0].problem) return this.hasStopped ? [] : await this.send(batch, permit);
		return rows.map((row) => {
			const outcome = row.isUnread ? 'notSent' : 'rejected';
			return new OwnFailure(this.node, [row], outcome, row.problem!);
		});
	}

	private async send(batch: Batch, permit?: Permission): Promise<Sent[]> {
		const sent: Sent[] = [];
		const parts = [batch];
		let unused = permit;
		// A node that stops still sends the good rows of a batch whose bad ones it isolates.
		const isOver = () =>
			this.hasStopped && !(this.options.isolateRejectedRows && sent.every(isAnswerToRows));
		while (parts.length > 0 && !isOver()) {
			const part = parts.shift()!;
			// Such a size may have been found too large after the batch was cut.
			if (part.rows.length > 1 && part.size >= 2 * this.lowered.size) {
				parts.unshift(...halves(part, this.format));
				continue;
			}
			const settled = await this.sendWhole(part.rows, unused);
			unused = undefined;
			const step = this.nextStep(part, settled);
			this.learn(part, settled, step);
			if (step === 'split') parts.unshift(...halves(part, this.format));
			else sent.push(settled);
			if (step === 'stop') this.hasStopped = true;
		}
		return sent;
	}

	/** Rows that are not sent because something failed on this side. The node stops, unless it goes on after failures. */
	notSent(rows: readonly Row[], problem: { message: string; remedy?: string }): Sent {
		this.hasStopped ||= !this.continues;
		return new OwnFailure(this.node, rows, 'notSent', problem);
	}

	/** Sends rows in one request. It does not throw. */
	private async sendWhole(rows: readonly Row[], permit?: Permission): Promise<Sent> {
		const { client } = this.execution;
		const format = this.format;
		const [{ item, shop }] = rows;
		const entry = this.ledger.begin(rows);
		try {
			const body = format.bodyOf(rows);
			const result = await client.call(format.endpoint, {
				shop,
				body,
				permit,
				limits: this.options,
				retryServerErrors: this.options.retryServerErrors,
				itemIndex: item,
				confidential: format.confidentialOf?.(rows),
				supportPayload: () => format.supportPayloadOf(rows),
				sending: entry,
			});
			if (result.outcome !== 'accepted') return { rows, ...result };
			const { status, text } = result.answer;
			const response = answerValue(text) as IDataObject;
			entry.receipt = format.receiptOf(rows, body.length, status, response);
			return { rows, outcome: 'accepted', receipt: entry.receipt };
		} catch (error) {
			// This is a bug in this package. If the request was handed over, it may have arrived.
			const outcome = mayHaveArrived(entry) ? 'unknown' : 'notSent';
			entry.state = outcome;
			const message = client.context.redactor.redact(String((error as Error).message));
			return new OwnFailure(this.node, rows, outcome, { message });
		}
	}

	/** What is to be done after an answer: to send its rows once more, in halves, to go on, or to stop. */
	private nextStep({ rows }: Batch, settled: Sent): 'done' | 'split' | 'stop' {
		if (settled.outcome === 'accepted') return 'done';
		const { status } = settled;
		if (rows.length > 1 && status === 413) return 'split';
		if (this.isToIsolate(rows, status) && !this.hasEnough(rows[0].shop)) return 'split';
		return this.continues ? 'done' : 'stop';
	}

	/** Notes what an answer says of the requests that follow, and in its error if rows were not tried alone. */
	private learn({ rows, size }: Batch, settled: Sent, step: 'done' | 'split' | 'stop'): void {
		const [{ shop }] = rows;
		if (settled.outcome === 'accepted') {
			this.refusedAlone.delete(shop);
			return;
		}
		const { status, error } = settled;
		if (status === 413 && step === 'split') {
			const half = Math.floor(size / 2);
			this.lowered = { ...this.lowered, size: Math.min(this.lowered.size, half) };
		}
		if (this.isToIsolate(rows, status) && step !== 'split')
			error.description = `${error.description ?? ''} ${NOT_TRIED_ALONE}`;
		if (rows.length === 1 && status === 400) {
			// A service may name the row, the time or the request: words with digits are left out.
			const reason = error.message.replace(/\w*\d\w*/g, '#');
			const alone = this.refusedAlone.get(shop);
			const before = alone?.reason === reason ? alone.rows : 0;
			this.refusedAlone.set(shop, { reason, rows: before + 1 });
		}
	}

	private isToIsolate(rows: readonly Row[], status: number | null): boolean {
		return rows.length > 1 && status === 400 && this.options.isolateRejectedRows === true;
	}

	private hasEnough(shop: string): boolean {
		return (this.refusedAlone.get(shop)?.rows ?? 0) >= ENOUGH;
	}
}

const SENT_EARLIER = {
	message:
		'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again',
	remedy: 'Check at the service whether it is there before you send it again.',
};

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
const isAnswerToRows = (settled: Sent): boolean =>
	settled.outcome === 'accepted' || settled.status === 400;
