import type { ICheckProcessedOptions } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../rows/row';
import type { Permission } from '../service/call';
import { pause } from '../shared/pause';
import { mayHaveArrived } from './ledger';
import type { Batch, DeliveryOptions, RequestFormat, Settled } from './requestFormat';
import type { Sender } from './send';

/**
 * *Skip Rows Already Sent*. A row is claimed just before the request that carries it, unless another run has
 * claimed it. Rows that have not arrived are released. Each call of n8n reads and writes all claims, so what
 * waits for a call goes together.
 */
export class Claims {
	/** What the next call claims, by batch. */
	private readonly waiting: string[][] = [];
	/** The next call, until its turn comes. It gives what is new, and each row takes its own from that. */
	private next?: Promise<Set<unknown>>;
	/** The turn of the event loop for the request that was let go last. */
	private turn: Promise<unknown> = Promise.resolve();
	private readonly kept: ICheckProcessedOptions;

	constructor(
		private readonly execution: Execution,
		private readonly format: RequestFormat,
		private readonly sender: Sender,
		private readonly target: string | undefined,
		private readonly options: DeliveryOptions,
	) {
		this.kept = { mode: 'entries', maxEntries: options.rowsToRemember! };
	}

	/** Settles a batch as {@link Sender.settle} does, without the rows that were sent before. */
	async settle(batch: Batch, permit?: Permission): Promise<Settled[]> {
		const { rows, earlier } = batch;
		// What the ledger knows was claimed at an earlier try.
		if (earlier || rows[0].problem) return await this.sender.settle(batch, permit);
		const claimed = await this.claim(rows).catch((error: Error) => error);
		if (claimed instanceof Error) {
			// It may have been kept all the same.
			await this.release(rows);
			const message = `Not sent, because n8n could not note the rows as sent: ${claimed.message}`;
			return [this.sender.notSent(rows, { message, remedy: SAVE })];
		}
		const settled: Settled[] = [];
		if (claimed.length > 0) settled.push(...(await this.sender.settle({ rows: claimed }, permit)));
		const arrived = settled.filter(({ outcome }) => mayHaveArrived(outcome));
		await this.release(without(claimed, ...arrived));
		if (claimed.length < rows.length)
			settled.push({ rows: without(rows, { rows: claimed }), outcome: 'alreadySent' });
		return settled;
	}

	/** @returns those of the rows that no run has claimed; of equal rows, the first */
	private async claim(rows: readonly Row[]): Promise<Row[]> {
		const claims = rows.map((row) => this.claimOf(row));
		this.waiting.push(claims);
		this.next ??= this.recordTogether();
		const unclaimed = await this.next;
		// What was claimed together is sent one after another, as orderedMap starts it.
		await (this.turn = this.turn.then(async () => await pause(0)));
		return rows.filter((_, at) => unclaimed.delete(claims[at]));
	}

	/** Claims what waits in one call, which may take 100 ms, once no more can or does follow. @returns what is new */
	private async recordTogether(): Promise<Set<unknown>> {
		const { maxParallelRequests: most } = this.options;
		for (let seen = 0; seen < this.waiting.length && this.waiting.length < most; ) {
			seen = this.waiting.length;
			await pause(TOGETHER_MS);
		}
		return await this.inTurn(async () => {
			const waiting = new Set(this.waiting.splice(0).flat());
			this.next = undefined;
			const { helpers } = this.execution.context;
			const recorded = await helpers.checkProcessedAndRecord([...waiting], 'node', this.kept);
			return new Set(recorded.new);
		});
	}

	/** Has n8n forget rows, so that the next run sends them. It does not throw. */
	private async release(rows: readonly Row[]): Promise<void> {
		if (rows.length === 0) return;
		const claims = rows.map((row) => this.claimOf(row));
		const { helpers } = this.execution.context;
		try {
			await this.inTurn(async () => await helpers.removeProcessed(claims, 'node', this.kept));
		} catch (error) {
			this.execution.hint(
				`${rows.length} rows were not accepted, but n8n could not forget them, so the next run would not send them: ${(error as Error).message}. To send them, turn off "Skip Rows Already Sent" for a run that has no others.`,
			);
		}
	}

	/** What n8n keeps of a row: the same for the same content to the same shop of the same account. */
	private claimOf(row: Row): string {
		return `${this.format.endpoint} ${this.target} ${row.shop} ${row.content}`;
	}

	/** Makes a call when no other execution of the node in this process makes one: else n8n would lose claims. */
	private async inTurn<T>(call: () => Promise<T>): Promise<T> {
		const { context } = this.execution;
		const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
		const turn = (turns.get(owner) ?? Promise.resolve()).then(call);
		const end = () => {};
		turns.set(owner, turn.then(end, end));
		return await turn;
	}
}

const SAVE = 'If the workflow was never saved, save it. Or turn "Skip Rows Already Sent" off.';

/** Requests whose answers come together follow one another in less. */
const TOGETHER_MS = 10;

/** By node and workflow, the end of the call that was asked for last. */
const turns = new Map<string, Promise<void>>();

/** Rows without those of batches. */
function without(rows: readonly Row[], ...batches: readonly Batch[]): Row[] {
	const others = new Set(batches.flatMap((batch) => batch.rows));
	return rows.filter((row) => !others.has(row));
}
