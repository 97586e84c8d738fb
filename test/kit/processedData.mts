import { createHash } from 'node:crypto';

const hashOf = (value: unknown) => createHash('md5').update(String(value)).digest('base64');

/**
 * What n8n's database holds for a node of a workflow (n8n's `DeduplicationHelper`, mode "entries"): a row, or none.
 * Each call reads it, and later inserts or updates it, without a lock: two calls at once lose what one has noted, an
 * update of a row that is gone does nothing, and a second insert fails.
 */
export class MemoryProcessedData {
	private readonly stored = new Map<string, readonly string[]>();

	calls = 0;

	private readonly pause: () => Promise<void>;

	constructor(pause = async () => await Promise.resolve()) {
		this.pause = pause;
	}

	async checkProcessedAndRecord<T>(
		values: T[],
		owner: string,
		{ maxEntries = Infinity }: { maxEntries?: number } = {},
	) {
		const entries = await this.read(owner);
		const known = new Set(entries);
		const isKnown = (value: T) => known.has(hashOf(value));
		const added = values.filter((value) => !isKnown(value));
		const all = [...(entries ?? []), ...added.map(hashOf)].slice(-maxEntries);
		await this.write(owner, entries, all);
		return { new: added, processed: values.filter(isKnown) };
	}

	async removeProcessed(values: unknown[], owner: string): Promise<void> {
		const entries = await this.read(owner);
		if (!entries) return;
		const left = [...entries];
		for (const value of values) {
			const at = left.indexOf(hashOf(value));
			if (at >= 0) left.splice(at, 1);
		}
		await this.write(owner, entries, left);
	}

	async clear(owner: string): Promise<void> {
		this.calls++;
		await this.pause();
		this.stored.delete(owner);
	}

	forgetAll(): void {
		this.stored.clear();
	}

	/** How many values are known. */
	count(owner: string): number {
		return this.stored.get(owner)?.length ?? 0;
	}

	private async read(owner: string): Promise<readonly string[] | undefined> {
		this.calls++;
		await this.pause();
		return this.stored.get(owner);
	}

	/** @param found what was read before. @throws if another call has inserted the row meanwhile */
	private async write(owner: string, found: readonly string[] | undefined, entries: string[]) {
		await this.pause();
		const isThere = this.stored.has(owner);
		if (!found && isThere) throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed');
		if (!found || isThere) this.stored.set(owner, entries);
	}
}
