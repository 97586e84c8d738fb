/**
 * What the trigger keeps between polls, as one text: of each row 16 characters, a digest of its key and
 * one of its content, filed under the day on which it was last seen. Days are counted from 1970-01-01.
 */
export interface State {
	/** What the rows belong to: for another identity nothing is known. */
	identity: string;
	/** How rows are read: hashes of another reading cannot be compared. */
	reading: string;
	/** The first day that the next window may have: rows last seen before it are forgotten. */
	from: number;
	/** The last day up to which no row waits for a later run. */
	through: number;
	/** A key that several rows share is here several times. */
	rows: readonly KnownRow[];
}

export interface KnownRow {
	/** Digest of its key. */
	key: string;
	hash: string;
	/** When it was last seen, `from` or later. */
	day: number;
}

/** Characters of a digest: 6 bytes in base64url. */
export const DIGEST = 8;

/** Stands for the hash of a row that was not read again since the way of reading changed. */
export const NOT_READ = '_'.repeat(DIGEST);

/** Changes with what follows it. */
const VERSION = '1';

/** @returns the same text for the same state, in whatever order its rows came */
export function packState({ identity, reading, from, through, rows }: State): string {
	const days: string[][] = [];
	for (const { key, hash, day } of rows) (days[day - from] ??= []).push(key + hash);
	const counts = Array.from(days, (ofDay = []) => (ofDay.length || '').toString(36));
	const entries = days.flatMap((ofDay) => ofDay.sort());
	const head = [VERSION, identity, reading, from, through, counts.join(',')];
	return [...head, entries.join('')].join('.');
}

/** @returns undefined where it is not a text of {@link packState} */
export function unpackState(text: string): State | undefined {
	const [version, identity, reading, from, through, counts, entries, ...others] = text.split('.');
	if (version !== VERSION || entries === undefined || others.length > 0) return undefined;
	const rows: KnownRow[] = [];
	let at = 0;
	counts.split(',').forEach((count, index) => {
		const end = at + 2 * DIGEST * parseInt(count || '0', 36);
		for (; at < end; at += 2 * DIGEST) {
			const [key, hash] = [at, at + DIGEST].map((start) => entries.slice(start, start + DIGEST));
			rows.push({ key, hash, day: Number(from) + index });
		}
	});
	const state = { identity, reading, from: Number(from), through: Number(through), rows };
	return at === entries.length && packState(state) === text ? state : undefined;
}
