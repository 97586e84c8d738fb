import type { Execution } from '../../n8n/execution';
import { isAgentCall } from '../../n8n/agentCall';
import { MOST_COMPARED } from '../../mapping/rowDigest';
import type { Row } from '../../mapping/row';
import type { Inspection, Source } from '../../input/source';
import type { DeliveryOptions, RequestFormat } from '../requestFormat';
import type { LedgerEntry } from './entry';
import { Ledger } from './ledger';
import { Snapshot } from './snapshot';

/**
 * Decides which rows to send, by what earlier attempts (the ledger) and the last run (the snapshot) have sent. Only this
 * object knows whether sending has stopped.
 */
export class Sent {
	/** Number of rows by input item that were left out because the last run had them. */
	readonly unchanged = new Map<number, number>();
	private readonly ledger: Ledger;
	/** Undefined for deletion requests and agents, and if the workflow was never saved. */
	private snapshot?: Snapshot;
	private hasStopped = false;
	private isIsolating = false;

	/** @param target undefined if the credential cannot be used */
	constructor(
		private readonly execution: Execution,
		private readonly format: RequestFormat,
		private readonly target: string | undefined,
		private readonly options: DeliveryOptions,
	) {
		this.ledger = new Ledger(execution.context, format, target, options);
	}

	/** Whether earlier attempts have sent rows that are not sent again. */
	get hasEarlier(): boolean {
		return this.ledger.hasEarlier;
	}

	/** Whether to read no more rows. Rows that earlier attempts have sent are counted even after a stop. */
	get isOver(): boolean {
		return this.hasStopped && !this.hasEarlier;
	}

	/** Refuses input items that have changed since an earlier attempt. @returns a new inspection */
	async compare(inspection: Inspection, source: Source): Promise<Inspection> {
		return await this.ledger.compare(inspection, source);
	}

	/** To be called as soon as it is certain that rows will be sent. */
	async begin(inspection: Inspection): Promise<void> {
		const { context, hint } = this.execution;
		const { ifSentAgain, onlyChanged } = this.options;
		this.ledger.noteInputs(inspection);
		if (ifSentAgain === undefined || this.target === undefined || isAgentCall(context)) return;
		const tellWhyNot = (reason: string) => {
			if (onlyChanged) hint(`Rows were not compared with the last run, because ${reason}`);
		};
		if (!context.getWorkflow().id) return tellWhyNot('the workflow was never saved');
		const isTooMuch = inspection.total > MOST_COMPARED;
		if (isTooMuch) tellWhyNot('there are more than 100,000');
		const digests = onlyChanged && !isTooMuch ? inspection.digests : undefined;
		const target = `${this.format.endpoint} ${this.target}`;
		this.snapshot = new Snapshot(context, target, digests);
		const whyNot = await this.snapshot.begin();
		if (whyNot) tellWhyNot(whyNot);
		if (onlyChanged && context.getWorkflowDataProxy(0).$runIndex > 0) hint(IN_A_LOOP);
	}

	earlier(row: Row): LedgerEntry | undefined {
		return this.ledger.earlier(row);
	}

	/** Whether an earlier request counts for the rows that are in its places now. If not, they are sent. */
	counts(entry: LedgerEntry, rows: readonly Row[]): boolean {
		return this.ledger.counts(entry, rows);
	}

	/** Counts a row that the last run had. @returns whether the row is left out */
	leaveOut(row: Row): boolean {
		if (!this.snapshot?.isUnchanged(row)) return false;
		this.unchanged.set(row.item, (this.unchanged.get(row.item) ?? 0) + 1);
		return true;
	}

	/** The entry of a request, unless sending has stopped. @param isPart of a refused request: its good rows are sent */
	request(rows: readonly Row[], body: Uint8Array, isPart: boolean): LedgerEntry | undefined {
		return this.hasStopped && !isPart ? undefined : this.ledger.begin(rows, body);
	}

	accept(entry: LedgerEntry, rows: readonly Row[], receipt: NonNullable<LedgerEntry['receipt']>) {
		entry.accept(receipt);
		this.snapshot?.accept(rows);
	}

	/** Notes rows that may have been stored although their request was refused. */
	mayBeStored(rows: readonly Row[]): void {
		this.ledger.begin(rows, this.format.bodyOf(rows)).end('unknown');
	}

	stop(): void {
		this.hasStopped = true;
	}

	/** Whether a node that stops may isolate the rows of a refused request: it does so for one request at a time. */
	beginIsolation(): boolean {
		if (this.hasStopped || this.isIsolating) return false;
		return (this.isIsolating = true);
	}

	endIsolation(): void {
		this.isIsolating = false;
	}

	/** To be called in the end, also after a failure. It does not throw. */
	async end(): Promise<void> {
		await this.snapshot?.end().catch((error: Error) => {
			this.execution.hint(
				`n8n could not note which rows were sent: ${error.message}. Execute once with "Send Only What Changed" off.`,
			);
		});
	}
}

const IN_A_LOOP =
	'"Send Only What Changed" compares with the previous pass of the loop. Remove the loop: the node makes its own batches.';
