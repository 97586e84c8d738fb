import { createHash } from 'node:crypto';

const hashOf = (value: unknown) => createHash('md5').update(String(value)).digest('base64');

/**
 * What n8n's database holds for a node of a workflow (n8n's `DeduplicationHelper`, mode "entries"): each call
 * reads all, and writes all of it later, without a lock, so that two calls at once lose what one has noted.
 */
export class MemoryProcessedData {
	/** By owner, as a database has it. */
	private readonly stored = new Map<string, string>();

	/** How many calls there were. */
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
		await this.write(owner, [...entries, ...added.map(hashOf)].slice(-maxEntries));
		return { new: added, processed: values.filter(isKnown) };
	}

	async removeProcessed(values: unknown[], owner: string): Promise<void> {
		const entries = await this.read(owner);
		for (const value of values) {
			const at = entries.indexOf(hashOf(value));
			if (at >= 0) entries.splice(at, 1);
		}
		await this.write(owner, entries);
	}

	async clear(owner: string): Promise<void> {
		this.calls++;
		await this.write(owner, []);
	}

	forgetAll(): void {
		this.stored.clear();
	}

	/** How many values are known. */
	count(owner: string): number {
		return (JSON.parse(this.stored.get(owner) ?? '[]') as string[]).length;
	}

	private async read(owner: string): Promise<string[]> {
		this.calls++;
		await this.pause();
		return JSON.parse(this.stored.get(owner) ?? '[]') as string[];
	}

	private async write(owner: string, entries: string[]): Promise<void> {
		await this.pause();
		this.stored.set(owner, JSON.stringify(entries));
	}
}
