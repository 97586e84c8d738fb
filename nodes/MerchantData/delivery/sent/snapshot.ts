import { randomUUID } from 'node:crypto';
import type {
	DeduplicationItemTypes,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';
import type { Row } from '../../mapping/row';
import type { Inspection } from '../../input/source';

/** Without `maxEntries`, because n8n would drop the mark first. */
const KEPT: ICheckProcessedOptions = { mode: 'entries' };
/** It is in the store from the beginning of a run to its end. */
const MARK = 'running';
/** It is in the store while digests may be there of rows that were not accepted. */
const ASKING = 'asking';

/** Most attempts to mark the store, if other runs write to it at the same moment. */
const MOST_MARKS = 10;

/** The runs of this process that have not ended, by workflow and node. */
const underWay = new Map<string, Set<Snapshot>>();

/**
 * The rows that the last run had and the service accepted, in n8n's own store of the node. Only a run that was alone
 * from beginning to end notes the rows that were accepted. So if anything goes wrong, the next run sends more rows than
 * it must, but never fewer. See docs/decisions.md, "The snapshot", for the order of the calls.
 */
export class Snapshot {
	private isAlone = true;
	private readonly token = randomUUID();
	/** Digests that this run and the last run have in common. */
	private known: ReadonlySet<unknown> = new Set();
	private readonly accepted: string[] = [];
	private readonly owner: string;

	/** @param digests of all rows; undefined for a run that does not compare. The run after it sends all rows. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly target: string,
		private readonly digests: Inspection['digests'] | undefined,
	) {
		this.owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	}

	/** Compares with the last run. It does not throw. @returns why it did not, for the user */
	async begin(): Promise<string | undefined> {
		let whyNot: string | undefined;
		const others = underWay.get(this.owner) ?? new Set();
		underWay.set(this.owner, others.add(this));
		if (others.size > 1) for (const run of others) run.isAlone = false;
		try {
			if (this.digests && this.isAlone) await this.compare(this.digests);
			if (!this.isAlone) whyNot = 'another run of this node had not ended';
		} catch (error) {
			this.isAlone = false;
			whyNot = `n8n could not look up the rows of the last run: ${(error as Error).message}`;
		}
		// If that fails as well, the rows are sent anyway.
		if (!this.digests || !this.isAlone) await this.mark().catch(() => {});
		return whyNot;
	}

	/** Whether the last run had a row, and the service accepted it. */
	isUnchanged({ item, ordinal, problem }: Row): boolean {
		return !problem && this.known.has(this.digests?.get(item)?.[ordinal]);
	}

	/** Notes rows that the service has accepted. */
	accept(rows: readonly Row[]): void {
		for (const { item, ordinal } of rows) {
			const digest = this.digests?.get(item)?.[ordinal];
			if (digest !== undefined) this.accepted.push(digest);
		}
	}

	/** Stores the rows for the next run. @throws errors of n8n; then the next run may send too many rows */
	async end(): Promise<void> {
		const others = underWay.get(this.owner);
		others?.delete(this);
		if (others?.size === 0) underWay.delete(this.owner);
		if (!this.digests || !this.isAlone) return await this.forget();
		const [first, second] = await this.record([this.token, ASKING, ...this.accepted]);
		// Another run has begun meanwhile. It may have replaced rows of this run, or is just about to compare.
		if (first !== this.token || second === ASKING) return await this.forget();
		await this.context.helpers.removeProcessed([MARK, ASKING, this.token], 'node', KEPT);
	}

	/** One call writes digests and mark, so that digests of rows that were not accepted are never there without it. */
	private async compare(digests: Inspection['digests']): Promise<void> {
		// Without repetitions, because n8n may report the second of two equal values as known.
		const all = new Set([...digests.values()].flat());
		const [first, ...others] = await this.record([MARK, ASKING, this.target, ...all]);
		const known = first === this.target ? others : [];
		await this.forget();
		// This forgets the rows that the last run did not have.
		const foreign = await this.record([MARK, this.target, this.token, ...known]);
		this.isAlone &&= first !== MARK && foreign.length === 0;
		if (this.isAlone) this.known = new Set(known);
	}

	/** Removes the token of any other run, which then knows of this one. If this run dies, the next one finds the mark. */
	private async mark(): Promise<void> {
		for (let again = MOST_MARKS; again > 0; again--) {
			await this.forget();
			if ((await this.record([MARK])).length === 0) return;
		}
	}

	/** @returns the values that were already there */
	private async record(values: unknown[]): Promise<unknown[]> {
		const checked = values as DeduplicationItemTypes[];
		return (await this.context.helpers.checkProcessedAndRecord(checked, 'node', KEPT)).processed;
	}

	private async forget(): Promise<void> {
		await this.context.helpers.clearAllProcessedItems('node', KEPT);
	}
}
