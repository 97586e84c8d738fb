import type { IDataObject, INode } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../rows/row';
import { answerValue } from '../service/answers/goodAnswer';
import type { Failure, Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/errorTable';
import { ServiceError } from '../service/errors/serviceError';
import { type Ledger, mayHaveArrived } from './ledger';
import type { Batch, DeliveryOptions, RequestFormat, Sent } from './requestFormat';

/** After so many, isolation is given up: if all rows are wrong in one way, it takes two requests per row. */
const ENOUGH = 100;

const SENT_EARLIER = {
	message: 'Sent by an earlier try that did not learn what became of it, so not sent again',
	remedy: 'Check at the service whether it is there before you send it again.',
};

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
	/** What batches are cut by. A 413 lowers it for the rest of the execution; nothing raises it. */
	limit: RequestFormat['limit'];
	/** Whether nothing new is sent, because of a failure at which the node stops. It stays so. */
	isStopped = false;
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
		this.limit = format.limit;
	}

	/** Settles a batch. It does not throw. @returns what became of its rows; those that are missing were not sent */
	async settle({ rows, earlier }: Batch, permit?: Permission): Promise<Sent[]> {
		if (earlier?.state === 'accepted')
			return [{ rows, outcome: 'accepted', receipt: earlier.receipt ?? {} }];
		// Nobody saw the answer. The rest is sent all the same, because it was an earlier try that failed.
		if (earlier) return [new OwnFailure(this.node, rows, 'unknown', SENT_EARLIER)];
		if (!rows[0].problem) return this.isStopped ? [] : await this.send(rows, permit);
		return rows.map((row) => {
			const outcome = row.isUnread ? 'notSent' : 'rejected';
			return new OwnFailure(this.node, [row], outcome, row.problem!);
		});
	}

	/** Rows that are not sent because something failed on this side: a failure, as others are. */
	notSent(rows: readonly Row[], problem: { message: string; remedy?: string }): Sent {
		this.isStopped ||= !this.continues;
		return new OwnFailure(this.node, rows, 'notSent', problem);
	}

	/** Sends rows as they are, or in halves if they are too large for the service, or are to be isolated. */
	private async send(rows: readonly Row[], permit?: Permission): Promise<Sent[]> {
		const sent: Sent[] = [];
		const parts = [rows];
		let unused = permit;
		// A node that stops still sends the good rows of a batch whose bad ones it isolates.
		const isOver = () =>
			this.isStopped && !(this.options.isolateRejectedRows && sent.every(isAnswerToRows));
		while (parts.length > 0 && !isOver()) {
			const part = parts.shift()!;
			const settled = await this.sendWhole(part, unused);
			unused = undefined;
			const step = this.nextStep(settled);
			this.learn(settled);
			// The first half has the row in the middle, if there is one.
			const middle = Math.ceil(part.length / 2);
			if (step === 'split') parts.unshift(part.slice(0, middle), part.slice(middle));
			else sent.push(settled);
			if (step === 'stop') this.isStopped = true;
		}
		return sent;
	}

	/** Sends rows in one request. It does not throw. */
	private async sendWhole(rows: readonly Row[], permit?: Permission): Promise<Sent> {
		const { execution, format, options } = this;
		const [{ item, shop }] = rows;
		const entry = this.ledger.begin(rows);
		try {
			const body = format.bodyOf(rows);
			const result = await execution.client.call(format.endpoint, {
				shop,
				body,
				permit,
				limits: options,
				retryServerErrors: options.retryServerErrors,
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
			const outcome = mayHaveArrived(entry.state) ? 'unknown' : 'notSent';
			entry.state = outcome;
			const message = execution.client.context.redactor.redact(String((error as Error).message));
			return new OwnFailure(this.node, rows, outcome, { message });
		}
	}

	/** What is to be done after an answer: to send its rows once more, in halves, to go on, or to stop. */
	private nextStep(settled: Sent): 'done' | 'split' | 'stop' {
		if (settled.outcome === 'accepted') return 'done';
		const { rows, status } = settled;
		const alone = this.refusedAlone.get(rows[0].shop)?.rows ?? 0;
		const isToIsolate = status === 400 && this.options.isolateRejectedRows && alone < ENOUGH;
		if (rows.length > 1 && (status === 413 || isToIsolate)) return 'split';
		return this.continues ? 'done' : 'stop';
	}

	/** Notes what an answer says of the requests that follow. */
	private learn(settled: Sent): void {
		const { rows } = settled;
		const [{ shop }] = rows;
		if (settled.outcome === 'accepted') this.refusedAlone.delete(shop);
		else if (settled.status === 413 && rows.length > 1) {
			const size = rows.reduce((sum, row) => sum + this.format.sizeOf(row), 0);
			this.limit = { ...this.limit, size: Math.min(this.limit.size, Math.floor(size / 2)) };
		} else if (settled.status === 400 && rows.length === 1) {
			// A service may name the row, the time or the request: words with digits are left out.
			const reason = settled.error.message.replace(/\w*\d\w*/g, '#');
			const alone = this.refusedAlone.get(shop);
			const before = alone?.reason === reason ? alone.rows : 0;
			this.refusedAlone.set(shop, { reason, rows: before + 1 });
		}
	}
}

/** Whether the service looked at the rows themselves, so that the next half may fare otherwise. */
const isAnswerToRows = (sent: Sent): boolean => sent.outcome === 'accepted' || sent.status === 400;
