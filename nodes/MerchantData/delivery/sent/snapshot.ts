import { randomUUID } from 'node:crypto';
import type {
	DeduplicationItemTypes,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';
import type { Row } from '../../mapping/row';
import type { Inspection } from '../../input/source';

/** Never with `maxEntries`: n8n would drop the mark first, which it keeps before all others. */
const KEPT: ICheckProcessedOptions = { mode: 'entries' };
/** In the store from the beginning of a run to its end. */
const MARK = 'running';
/** There while digests of rows may be there that were not accepted. */
const ASKING = 'asking';

/** How often a run marks the store, if others write to it at the same moment. */
const MOST_MARKS = 10;

/** The runs of this process that have not ended, by workflow and node. It holds nothing when none is under way. */
const underWay = new Map<string, Set<Snapshot>>();

/**
 * The rows that the last run had and the service accepted, in n8n's own store of the node. A row is noted once it
 * was accepted, and only by a run that was alone from beginning to end: whatever goes wrong, the next run sends more
 * rows than it must, and never fewer. docs/decisions.md, "The snapshot", has why the calls have this order.
 */
export class Snapshot {
	/** Told by the user as a reason why all rows are sent. */
	whyAll?: string;
	private isAlone = true;
	private readonly token = randomUUID();
	/** Digests of rows of this run that the last run had. */
	private known: ReadonlySet<unknown> = new Set();
	private readonly accepted: string[] = [];
	private readonly owner: string;
	private readonly helpers: IExecuteFunctions['helpers'];

	/** @param digests of all rows; undefined for a run that does not compare, and makes the next one send all */
	constructor(
		context: IExecuteFunctions,
		private readonly target: string,
		private readonly digests: Inspection['digests'] | undefined,
	) {
		this.helpers = context.helpers;
		this.owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	}

	/** Learns what the last run had. It does not throw. */
	async begin(): Promise<void> {
		const others = underWay.get(this.owner) ?? new Set();
		underWay.set(this.owner, others.add(this));
		if (others.size > 1) for (const run of others) run.isAlone = false;
		try {
			if (this.digests && this.isAlone) await this.compare(this.digests);
			if (!this.isAlone) this.whyAll = 'another run of this node had not ended';
		} catch (error) {
			this.isAlone = false;
			this.whyAll = `n8n could not look up those of the last run: ${(error as Error).message}`;
		}
		// If that fails as well, rows are sent all the same.
		if (!this.digests || !this.isAlone) await this.mark().catch(() => {});
	}

	/** Whether the last run had a row, and the service accepted it. */
	isUnchanged({ item, ordinal, problem }: Row): boolean {
		return !problem && this.known.has(this.digests?.get(item)?.[ordinal]);
	}

	/** Notes rows that the service has accepted in this run. */
	accept(rows: readonly Row[]): void {
		for (const { item, ordinal } of rows) {
			const digest = this.digests?.get(item)?.[ordinal];
			if (digest !== undefined) this.accepted.push(digest);
		}
	}

	/** Keeps what is known for the next run. @throws what n8n throws, after which the next run may know too little */
	async end(): Promise<void> {
		const others = underWay.get(this.owner);
		others?.delete(this);
		if (others?.size === 0) underWay.delete(this.owner);
		if (!this.digests || !this.isAlone) return await this.forget();
		const [first, second] = await this.record([this.token, ASKING, ...this.accepted]);
		// Another run has begun meanwhile, and may have replaced what this one has sent, or just put its digests there.
		if (first !== this.token || second === ASKING) return await this.forget();
		await this.helpers.removeProcessed([MARK, ASKING, this.token], 'node', KEPT);
	}

	/** Digests and mark go in one call, so that digests which were not accepted never stand there without the mark. */
	private async compare(digests: Inspection['digests']): Promise<void> {
		// Each once: n8n may call the second of two equal values known.
		const all = new Set([...digests.values()].flat());
		const [first, ...others] = await this.record([MARK, ASKING, this.target, ...all]);
		const known = first === this.target ? others : [];
		await this.forget();
		// What the last run did not have is forgotten.
		const foreign = await this.record([MARK, this.target, this.token, ...known]);
		this.isAlone &&= first !== MARK && foreign.length === 0;
		if (this.isAlone) this.known = new Set(known);
	}

	/** Takes away the token of any other run, so that it knows; and if this one dies, the next run knows. */
	private async mark(): Promise<void> {
		for (let again = MOST_MARKS; again > 0; again--) {
			await this.forget();
			if ((await this.record([MARK])).length === 0) return;
		}
	}

	/** @returns the values that were there */
	private async record(values: unknown[]): Promise<unknown[]> {
		const checked = values as DeduplicationItemTypes[];
		return (await this.helpers.checkProcessedAndRecord(checked, 'node', KEPT)).processed;
	}

	private async forget(): Promise<void> {
		await this.helpers.clearAllProcessedItems('node', KEPT);
	}
}
