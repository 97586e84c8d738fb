import type { IDataObject, INode } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../mapping/row';
import { InvalidInput } from '../errors/invalidInput';
import { answerValue } from '../service/answers/goodAnswer';
import type { Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/statusRow';
import { ServiceError } from '../service/errors/serviceError';
import { namedRows } from './namedRows';
import type { Batch } from './batches';
import { Isolation } from './isolation';
import type {
	DeliveryOptions,
	Failed,
	RequestFormat,
	RequestLimit,
	Settled,
} from './requestFormat';
import type { LedgerEntry } from './sent/entry';
import type { Sent } from './sent/sent';

const CHECK_THERE = 'Check at the service whether it is there before you send it again.';
const LOST_EARLIER = 'Not sent again: an earlier answer was lost';
const SENT_EARLIER = new InvalidInput('sent.mayBeThere', LOST_EARLIER, CHECK_THERE);
const BESIDE_OTHERS = `The service names rows of this request that it refused, and may have stored this one. ${CHECK_THERE}`;

/** Rows that failed for another reason than an answer of the service. */
const ownFailure = (
	node: INode,
	rows: readonly Row[],
	outcome: FailedOutcome,
	{ code, message, remedy: description }: InvalidInput,
	status: number | null = null,
	isEarlier?: true,
): Failed => ({
	rows,
	outcome,
	status,
	isEarlier,
	/** Made on demand: most errors of a million rows are never read. */
	get error() {
		const [{ item: itemIndex }] = rows;
		const details = { code, message, description, outcome, itemIndex };
		return new ServiceError(node, { ...details, status: status ?? undefined });
	},
});

/** Sends the batches of one execution. Earlier answers decide how later rows are sent. */
export class Sender {
	private readonly node: INode;
	private readonly isolation: Isolation;

	constructor(
		private readonly execution: Execution,
		private readonly format: RequestFormat,
		private readonly limit: RequestLimit,
		private readonly options: DeliveryOptions,
		private readonly sent: Sent,
		private readonly continues: boolean,
	) {
		this.node = execution.context.getNode();
		this.isolation = new Isolation(options, continues, sent);
	}

	/** Settles a batch. It does not throw. @returns the outcomes; rows without one were not sent */
	async settle({ rows, earlier }: Batch, permit?: Permission): Promise<Settled[]> {
		if (earlier?.receipt) return [{ rows, outcome: 'accepted', receipt: earlier.receipt }];
		// The answer was lost. The other rows are sent anyway, because it was an earlier attempt that failed.
		if (earlier) return [ownFailure(this.node, rows, 'unknown', SENT_EARLIER, null, true)];
		if (!rows[0].problem) return await this.send(rows, permit);
		return rows.map((row) => {
			const outcome = row.isUnread ? 'notSent' : 'rejected';
			return ownFailure(this.node, [row], outcome, row.problem!);
		});
	}

	/** Sends rows in one request, or in parts if they are too large for the service or bad rows are isolated. */
	private async send(rows: readonly Row[], permit?: Permission): Promise<Settled[]> {
		const settled: Settled[] = [];
		let parts = [rows];
		let unused = permit;
		/** Whether these are parts of a refused request. Even a node that stops sends its good rows. */
		let isIsolating = false;
		while (parts.length > 0) {
			if (isIsolating) parts = this.isolation.nextParts(parts);
			const part = parts.shift()!;
			const result = await this.sendWhole(part, isIsolating, unused);
			if (!result) break;
			unused = undefined;
			this.isolation.learn(result);
			const status = result.outcome === 'accepted' ? undefined : result.status;
			const isBad = this.isolation.isNeeded(result, isIsolating);
			if (isBad) isIsolating = true;
			const isTooLarge = status === 413 && part.length > 1;
			if (isTooLarge) this.lowerLimit(part);
			if (isBad || isTooLarge) {
				const middle = Math.ceil(part.length / 2);
				parts.unshift(part.slice(0, middle), part.slice(middle));
				continue;
			}
			if (result.outcome !== 'accepted' && status !== 400) isIsolating = false;
			settled.push(...this.settledParts(result));
		}
		if (isIsolating) this.sent.endIsolation();
		return settled;
	}

	/** Sends rows in one request. It does not throw. @returns undefined if sending has stopped */
	private async sendWhole(
		rows: readonly Row[],
		isPart: boolean,
		permit?: Permission,
	): Promise<Settled | undefined> {
		const { execution, format, options, sent } = this;
		const [{ item, shop }] = rows;
		let entry: LedgerEntry | undefined;
		try {
			const body = format.bodyOf(rows);
			entry = sent.request(rows, body, isPart);
			if (!entry) return undefined;
			const result = await execution.client.call(format.endpoint, {
				shop,
				body,
				rows,
				permit,
				limits: options,
				replaces: options.ifSentAgain === 'replaces',
				itemIndex: item,
				confidential: format.confidentialOf?.(rows),
				supportPayload: () => format.supportPayloadOf(rows),
				sending: entry,
			});
			if (result.outcome !== 'accepted') return { rows, ...result };
			const { status, text } = result.answer;
			const response = answerValue(text) as IDataObject;
			const receipt = format.receiptOf(rows, body.length, status, response);
			sent.accept(entry, rows, receipt);
			return { rows, outcome: 'accepted', receipt };
		} catch (error) {
			// A bug in this package. The request may have arrived if it was handed over.
			const outcome = entry?.mayHaveArrived ? 'unknown' : 'notSent';
			entry?.end(outcome);
			const message = execution.client.context.redactor.redact(String((error as Error).message));
			return ownFailure(this.node, rows, outcome, new InvalidInput('node.unexpected', message));
		}
	}

	/** Makes later requests half as large as one with these rows. */
	private lowerLimit(rows: readonly Row[]): void {
		const size = rows.reduce((sum, row) => sum + this.format.sizeOf(row), 0);
		this.limit.size = Math.min(this.limit.size, Math.floor(size / 2));
	}

	/** Splits a result if its answer lists errors of single rows: rows that none of them names may have been stored. */
	private settledParts(result: Settled): Settled[] {
		if (result.outcome === 'accepted') return [result];
		if (!this.continues) this.sent.stop();
		const { rows, outcome, status, answer } = result;
		const errors = answer?.rowErrors ?? [];
		const isPartly = outcome === 'rejected' && errors.length > 0 && rows.length > 1;
		if (this.options.ifSentAgain !== 'mayDouble' || !isPartly) return [result];
		const named = namedRows(rows, errors);
		const others = rows.filter((row) => !named.has(row));
		if (others.length > 0) this.sent.mayBeStored(others);
		const doubtful = new InvalidInput('sent.mayBeThere', result.error.message, BESIDE_OTHERS);
		const unknown = ownFailure(this.node, others, 'unknown', doubtful, status);
		const refused = { ...result, rows: rows.filter((row) => named.has(row)) };
		return [refused, unknown].filter((part) => part.rows.length > 0);
	}
}
