import { DIGEST, type Fingerprint } from './fingerprint';

/**
 * What the trigger keeps between polls, as one text. A row takes 16 characters: a digest of its key and
 * one of its content. Rows are grouped by the day on which they were last seen; days are counted from
 * 1970-01-01.
 */
export interface State {
	/** Address, shop and key columns that the rows belong to. With another identity nothing is known. */
	identity: string;
	/** The way in which rows are read. Hashes of another reading cannot be compared. */
	reading: string;
	/** The first day that the next window may have. Rows last seen before it are forgotten. */
	from: number;
	/** The last day up to which no row waits for a later run. */
	through: number;
	/** If several rows share a key, each is here. */
	rows: readonly KnownRow[];
}

export interface KnownRow extends Fingerprint {
	/** The day on which it was last seen: `from` or later. */
	day: number;
}

/** The hash of a row that has not been read since the way of reading changed. */
export const NOT_READ = '_'.repeat(DIGEST);

/** Must change when the format of the text changes. */
const VERSION = '1';

/** @returns the same text for the same state: the order of its rows does not matter */
export function packState({ identity, reading, from, through, rows }: State): string {
	const days: string[][] = [];
	for (const { key, hash, day } of rows) (days[day - from] ??= []).push(key + hash);
	const counts = Array.from(days, (ofDay = []) => (ofDay.length || '').toString(36));
	const entries = days.flatMap((ofDay) => ofDay.sort());
	const head = [VERSION, identity, reading, from, through, counts.join(',')];
	return [...head, entries.join('')].join('.');
}

/** @returns undefined if it is not a text of {@link packState} */
export function unpackState(text: string): State | undefined {
	const [, identity, reading, from, through, counts, entries] = text.split('.');
	if (entries === undefined) return undefined;
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
