import type { Fingerprint } from './fingerprint';
import { type KnownRow, NOT_READ, type State } from './state';

/** Finds what is new in an answer. It is a pure function, so that a test can compare it with a model. */

export interface Poll {
	/** The rows of the period, in the order of the answer. */
	rows: readonly Fingerprint[];
	identity: string;
	/** Another text means that rows are read in another way. */
	reading: string;
	end: number;
	lookBackDays: number;
	event: 'newRows' | 'newOrChangedRows';
	/** Whether rows start the workflow if nothing is known yet. */
	startsWithAll: boolean;
	/** Whether rows have no key, so that reading them in another way may make all of them look new. */
	isKeyless: boolean;
	/** The most rows for one run. The others are still new, or changed, at the next poll. */
	maxRowsPerRun: number;
}

export interface FoundRow {
	index: number;
	change: 'new' | 'changed';
}

/**
 * @param before the state after the last good poll; undefined if there is none
 * @returns the state after this poll, and the rows that start the workflow, in their order
 */
export function diff(before: State | undefined, poll: Poll): { next: State; found: FoundRow[] } {
	const { identity, end, rows, lookBackDays } = poll;
	const isReread = before !== undefined && before.reading !== poll.reading;
	const known = (before?.rows ?? []).map((row) =>
		isReread ? { ...row, hash: NOT_READ } : { ...row },
	);

	const keys = new Set(rows.map(({ key }) => key));
	/** No known row is found again after a change of the query: its columns have changed, not the rows. */
	const isOtherShape =
		isReread && poll.isKeyless && known.length > 0 && !known.some(({ key }) => keys.has(key));
	const isSilent = (before === undefined && !poll.startsWithAll) || isOtherShape;

	const shared = new Set([...sharedKeys(known), ...sharedKeys(rows)]);
	const { take, left } = pool(known);
	// Rows whose content is known are matched first: otherwise another row of the key, or the order of the
	// answer, could make them look changed.
	const same = rows.map((row) => take(keyAndHash(row)));

	const found: FoundRow[] = [];
	const added: KnownRow[] = [];
	/** The current hash of each key whose rows are all alike. */
	const hashes = new Map<string, string>();
	let isLeftOver = false;
	rows.forEach(({ key, hash }, index) => {
		const isShared = shared.has(key);
		/** Has the same content, or one that was read in another way. */
		const alike = same[index] ?? take(keyAndHash({ key, hash: NOT_READ }));
		const match = alike ?? take(key);
		const change = isSilent || alike ? undefined : changeOf(match, isShared, poll.event);
		/** If rows share a key, it is unknown which of them has changed: all hashes of the key are kept. */
		const was = alike ?? (isShared ? undefined : match);
		if (was) was.day = end;
		if (change !== undefined && found.length === poll.maxRowsPerRun) {
			isLeftOver = true;
			return;
		}
		if (was) was.hash = hash;
		else added.push({ key, hash, day: end });
		if (change !== undefined) found.push({ index, change });
		if (!isShared) hashes.set(key, hash);
	});
	// Of two equal rows, one may be missing in some answers. When the other changes, both have changed.
	for (const row of left()) row.hash = hashes.get(row.key) ?? row.hash;

	const through = isLeftOver && before ? before.through : end;
	const from = Math.max(before?.from ?? -Infinity, through - lookBackDays);
	/** Rows of a key that were not matched in the new way of reading: later they would match new rows. */
	const isOver = ({ key, hash }: KnownRow) => isReread && hash === NOT_READ && keys.has(key);
	const kept = [...known, ...added].filter((row) => row.day >= from && !isOver(row));
	// Without rows, nothing was read in the new way yet.
	const reading = isReread && rows.length === 0 ? before.reading : poll.reading;
	return { next: { identity, reading, from, through, rows: kept }, found };
}

/**
 * A row that shares its key is known by its whole content, as a row without a key is.
 * @param match the known row of its key, whose content is another one; undefined if none is left
 * @param isShared whether rows with this key differ, so that the key alone does not tell them apart
 */
function changeOf(
	match: KnownRow | undefined,
	isShared: boolean,
	event: Poll['event'],
): FoundRow['change'] | undefined {
	if (match === undefined || (isShared && event === 'newRows')) return 'new';
	return event === 'newOrChangedRows' ? 'changed' : undefined;
}

const keyAndHash = ({ key, hash }: Fingerprint): string => `${key} ${hash}`;

/** The keys whose rows differ. */
function sharedKeys(rows: readonly Fingerprint[]): Set<string> {
	const hashes = new Map<string, string>();
	const shared = new Set<string>();
	for (const { key, hash } of rows) {
		if ((hashes.get(key) ?? hash) !== hash) shared.add(key);
		hashes.set(key, hash);
	}
	return shared;
}

/**
 * Known rows, to be taken out one by one.
 * @returns `take` takes one by its key, or by its key and hash: of several the one that was seen last, so
 *   that the others are forgotten some day. No row is taken twice. `left` gives those that were not taken
 */
function pool(known: readonly KnownRow[]) {
	const filed = new Map<string, KnownRow[]>();
	for (const row of [...known].sort((a, b) => a.day - b.day)) {
		for (const text of [row.key, keyAndHash(row)]) {
			const alike = filed.get(text);
			if (alike) alike.push(row);
			else filed.set(text, [row]);
		}
	}
	const taken = new Set<KnownRow>();
	return {
		take(text: string): KnownRow | undefined {
			const alike = filed.get(text) ?? [];
			let row = alike.pop();
			while (row && taken.has(row)) row = alike.pop();
			if (row) taken.add(row);
			return row;
		},
		left: () => known.filter((row) => !taken.has(row)),
	};
}
