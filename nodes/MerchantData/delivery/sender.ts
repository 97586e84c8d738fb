import type { IDataObject, INode } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../mapping/row';
import type { Code } from '../errors/codes';
import { answerValue } from '../service/answers/goodAnswer';
import type { Failure, Permission } from '../service/call';
import type { FailedOutcome } from '../service/errors/statusRow';
import { ServiceError } from '../service/errors/serviceError';
import { namedRows } from './namedRows';
import type { Batch } from './batches';
import type {
	DeliveryOptions,
	Failed,
	RequestFormat,
	RequestLimit,
	Settled,
} from './requestFormat';
import type { LedgerEntry } from './sent/ledger';
import type { Sent } from './sent/sent';

/** Rows that stand alone for one reason, none accepted between. After them, no more are isolated. */
const ENOUGH = 10;

const CHECK_THERE = 'Check at the service whether it is there before you send it again.';
const SENT_EARLIER = {
	code: 'sent.mayBeThere',
	message: 'Not sent again: an earlier answer was lost',
	remedy: CHECK_THERE,
} as const;
const BESIDE_OTHERS = `The service names rows of this request that it refused, and may have stored this one. ${CHECK_THERE}`;

interface Problem {
	code: Code;
	message: string;
	remedy?: string;
	status?: number | null;
}

/** Rows that failed for a reason that is not the service's answer to them. */
class OwnFailure implements Failure {
	readonly status: number | null;

	constructor(
		private readonly node: INode,
		readonly rows: readonly Row[],
		readonly outcome: FailedOutcome,
		private readonly problem: Problem,
	) {
		this.status = problem.status ?? null;
	}

	/** It is made when it is asked for: nobody asks for those of a million rows. */
	get error(): ServiceError {
		const { node, rows, outcome, problem } = this;
		const { code, message, remedy: description = '' } = problem;
		return new ServiceError(node, {
			code,
			message,
			description,
			outcome,
			status: this.status ?? undefined,
			itemIndex: rows[0].item,
		});
	}
}

/** Sends the batches of one execution, and knows what their answers mean for the next ones. */
export class Sender {
	/** By shop, how many rows were refused alone since one was accepted, and what the service said of them. */
	private readonly refusedAlone = new Map<string, { said: string; rows: number }>();
	private readonly node: INode;
	/** Whether bad rows of a refused request are looked for. */
	private readonly isolates: boolean;

	/** @param continues whether the node goes on after a failure */
	constructor(
		private readonly execution: Execution,
		private readonly format: RequestFormat,
		private readonly limit: RequestLimit,
		private readonly options: DeliveryOptions,
		private readonly sent: Sent,
		private readonly continues: boolean,
	) {
		this.node = execution.context.getNode();
		this.isolates = options.ifSentAgain === 'replaces' || options.isolateRejectedRows === true;
	}

	/** Settles a batch. It does not throw. @returns what became of its rows; those that are missing were not sent */
	async settle({ rows, earlier }: Batch, permit?: Permission): Promise<Settled[]> {
		if (earlier?.receipt) return [{ rows, outcome: 'accepted', receipt: earlier.receipt }];
		// Nobody saw the answer. The rest is sent anyway, because it was an earlier attempt that failed.
		if (earlier) return [new OwnFailure(this.node, rows, 'unknown', SENT_EARLIER)];
		if (!rows[0].problem) return await this.send(rows, permit);
		return rows.map((row) => {
			const outcome = row.isUnread ? 'notSent' : 'rejected';
			return new OwnFailure(this.node, [row], outcome, row.problem!);
		});
	}

	/** Sends rows as they are, or in parts if they are too large for the service, or if bad ones are looked for. */
	private async send(rows: readonly Row[], permit?: Permission): Promise<Settled[]> {
		const settled: Settled[] = [];
		let parts = [rows];
		let unused = permit;
		/** Whether these are parts of a refused request. A node that stops at it sends its good rows anyway. */
		let isIsolating = false;
		while (parts.length > 0) {
			if (isIsolating) parts = this.nextParts(parts);
			const part = parts.shift()!;
			const entry = this.sent.request(part, isIsolating);
			if (!entry) break;
			const result = await this.sendWhole(part, entry, unused);
			unused = undefined;
			this.learn(result);
			const isRefused = result.outcome !== 'accepted' && result.status === 400;
			const isToIsolate = isRefused && this.isToIsolate(result, isIsolating);
			if (isToIsolate) isIsolating = true;
			else if (result.outcome !== 'accepted' && !isRefused && !isTooLarge(result))
				isIsolating = false;
			if (isToIsolate || isTooLarge(result)) parts.unshift(...halvesOf(part));
			else settled.push(...this.settledParts(result));
		}
		if (isIsolating) this.sent.endIsolation();
		return settled;
	}

	/** Sends rows in one request. It does not throw. */
	private async sendWhole(
		rows: readonly Row[],
		entry: LedgerEntry,
		permit?: Permission,
	): Promise<Settled> {
		const { execution, format, options, sent } = this;
		const [{ item, shop }] = rows;
		try {
			const body = format.bodyOf(rows);
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
			// This is a bug in this package. If the request was handed over, it may have arrived.
			const outcome = entry.mayHaveArrived ? 'unknown' : 'notSent';
			entry.end(outcome);
			const message = execution.client.context.redactor.redact(String((error as Error).message));
			return new OwnFailure(this.node, rows, outcome, { code: 'node.unexpected', message });
		}
	}

	/** Notes what a result says of the requests that follow. */
	private learn(result: Settled): void {
		const { rows } = result;
		const [{ shop }] = rows;
		if (result.outcome === 'accepted') this.refusedAlone.delete(shop);
		else if (isTooLarge(result)) {
			const size = rows.reduce((sum, row) => sum + this.format.sizeOf(row), 0);
			this.limit.size = Math.min(this.limit.size, Math.floor(size / 2));
		} else if (result.status === 400 && rows.length === 1) {
			// A service may name the row, the time or the request: words with digits are left out.
			const said = (result.answer?.text ?? '').replace(/\w*\d\w*/g, '#');
			const alone = this.refusedAlone.get(shop);
			const before = alone?.said === said ? alone.rows : 0;
			this.refusedAlone.set(shop, { said, rows: before + 1 });
		}
	}

	private aloneOf([{ shop }]: readonly Row[]): number {
		return this.refusedAlone.get(shop)?.rows ?? 0;
	}

	/**
	 * Whether a request that was refused with 400 is sent again in parts. One whose answer names the bad rows is
	 * not, if the others may be there twice then. A node that stops isolates the rows of one request only.
	 */
	private isToIsolate({ rows, answer }: Failed, isIsolating: boolean): boolean {
		const isPossible = this.isolates && rows.length > 1 && this.aloneOf(rows) < ENOUGH;
		const isSafe = this.options.ifSentAgain === 'replaces' || !answer?.rowErrors?.length;
		return isPossible && isSafe && (isIsolating || this.continues || this.sent.beginIsolation());
	}

	/**
	 * The parts of a refused request that are still to be sent: after a row that was refused alone, the next row goes
	 * alone as well, because the commonest fault is one that all rows have. After enough of them, the rest goes together.
	 */
	private nextParts(parts: ReadonlyArray<readonly Row[]>): Array<readonly Row[]> {
		const [next, ...rest] = parts;
		const alone = this.aloneOf(next);
		if (alone >= ENOUGH) return [parts.flat()];
		return alone > 0 && next.length > 1 ? [next.slice(0, 1), next.slice(1), ...rest] : [...parts];
	}

	/** A result, in which rows that an answer names have another outcome than the others of their request. */
	private settledParts(result: Settled): Settled[] {
		if (result.outcome === 'accepted') return [result];
		if (!this.continues) this.sent.stop();
		const { rows, outcome, status, answer } = result;
		const errors = answer?.rowErrors ?? [];
		const isPartly = outcome === 'rejected' && errors.length > 0 && errors.length < rows.length;
		if (this.options.ifSentAgain !== 'mayDouble' || !isPartly) return [result];
		const named = namedRows(rows, errors);
		this.sent.mayBeStored(rows.filter((row) => !named.has(row)));
		const { message } = result.error;
		const doubtful = { code: 'sent.mayBeThere', message, remedy: BESIDE_OTHERS, status } as const;
		return runsOf(rows, (row) => named.has(row)).map((run) =>
			named.has(run[0])
				? { ...result, rows: run }
				: new OwnFailure(this.node, run, 'unknown', doubtful),
		);
	}
}

const isTooLarge = (result: Settled): boolean =>
	result.outcome !== 'accepted' && result.status === 413 && result.rows.length > 1;

/** Rows in runs of those that are alike. */
function runsOf(rows: readonly Row[], isOfKind: (row: Row) => boolean): Row[][] {
	const runs: Row[][] = [];
	for (const row of rows) {
		const last = runs.at(-1);
		if (last && isOfKind(last[0]) === isOfKind(row)) last.push(row);
		else runs.push([row]);
	}
	return runs;
}

/** The first half has the row in the middle, if there is one. */
function halvesOf(rows: readonly Row[]): Array<readonly Row[]> {
	const middle = Math.ceil(rows.length / 2);
	return [rows.slice(0, middle), rows.slice(middle)];
}
