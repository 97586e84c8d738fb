import { createHash } from 'node:crypto';
import type { ICheckProcessedOptions } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../rows/row';
import type { Permission } from '../service/call';
import { InvalidValue } from '../shared/invalidValue';
import { pause } from '../shared/pause';
import { mayHaveArrived } from './ledger';
import type { Batch, RequestFormat, Settled } from './requestFormat';
import type { Sender } from './send';

/**
 * *Skip Rows Already Sent*. A row is claimed just before the request that carries it, unless another run has
 * claimed it. Rows that have not arrived are released. Each call of n8n reads and writes all claims, so what
 * waits for a call goes together.
 */
export class Claims {
	/** What the next call claims. */
	private waiting: string[] = [];
	/** The next call, until its turn comes. It gives what is new, and each row takes its own from that. */
	private next?: Promise<Set<unknown>>;
	private readonly kept: ICheckProcessedOptions;

	constructor(
		private readonly execution: Execution,
		private readonly format: RequestFormat,
		private readonly sender: Sender,
		private readonly target: string | undefined,
		rowsToRemember: number,
	) {
		this.kept = { mode: 'entries', maxEntries: rowsToRemember };
	}

	/** @throws InvalidValue if n8n cannot keep what this node sends, as for a workflow that was never saved */
	async assertKept(): Promise<void> {
		const asked = this.inTurn(async () => await this.record([]));
		await asked.catch(({ message }: Error) => {
			const problem = `cannot be followed: n8n does not remember what this node sends (${message})`;
			const remedy = 'Save the workflow and execute it again, or turn the field off.';
			throw new InvalidValue('Skip Rows Already Sent', problem, remedy);
		});
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
			return [this.sender.notSent(rows, { message })];
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
		this.waiting = this.waiting.concat(claims);
		this.next ??= this.inTurn(async () => {
			// What follows answers that come together goes with this call, which may take 100 ms.
			await pause(TOGETHER_MS);
			const waiting = new Set(this.waiting);
			this.waiting = [];
			this.next = undefined;
			return await this.record([...waiting]);
		});
		const unclaimed = await this.next;
		return rows.filter((_, at) => unclaimed.delete(claims[at]));
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

	/** Claims rows. @returns those that are new */
	private async record(claims: string[]): Promise<Set<unknown>> {
		const { helpers } = this.execution.context;
		return new Set((await helpers.checkProcessedAndRecord(claims, 'node', this.kept)).new);
	}

	/** What n8n keeps of a row: the same for the same content to the same shop of the same account. */
	private claimOf(row: Row): string {
		const { endpoint, contentOf } = this.format;
		const whole = [endpoint, this.target, row.shop, contentOf!(row)];
		return createHash('sha256').update(JSON.stringify(whole)).digest('base64');
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

const TOGETHER_MS = 60;

/** By node and workflow, the end of the call that was asked for last. */
const turns = new Map<string, Promise<void>>();

/** Rows without those of batches. */
function without(rows: readonly Row[], ...batches: readonly Batch[]): Row[] {
	const others = new Set(batches.flatMap((batch) => batch.rows));
	return rows.filter((row) => !others.has(row));
}
