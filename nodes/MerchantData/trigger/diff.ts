import type { Fingerprint } from './fingerprint';
import { type Match, matchRows } from './match';
import { type KnownRow, NOT_READ, type State } from './state';

/** What is new in an answer, compared with what is known. Pure, so that a test compares it with a model. */

export type Event = 'newRows' | 'newOrChangedRows';

/** Why a row starts the workflow. */
export type Change = 'new' | 'changed';

export interface Poll {
	/** The rows of the window, in the order of the answer. */
	rows: readonly Fingerprint[];
	identity: string;
	reading: string;
	/** The last day of the window. */
	end: number;
	lookBackDays: number;
	event: Event;
	/** Whether rows start the workflow where nothing is known yet. */
	startsWithAll: boolean;
	/** Whether rows are known by their whole content, so that another reading may find none of them. */
	isKeyless: boolean;
	/** Rows at most; the others are still new, or changed, at the next poll. */
	maxRowsPerRun: number;
}

/** A row that starts the workflow. */
export interface Found {
	/** Which row of the answer it is. */
	index: number;
	change: Change;
}

/**
 * @param before what the last good poll left; undefined: a new baseline
 * @returns what this one leaves, and which rows start the workflow, in their order
 */
export function diff(before: State | undefined, poll: Poll): { next: State; found: Found[] } {
	const { identity, end, rows, lookBackDays } = poll;
	const isReread = before !== undefined && before.reading !== poll.reading;
	const known = (before?.rows ?? []).map((row) =>
		isReread ? { ...row, hash: NOT_READ } : { ...row },
	);

	const isBaseline = before === undefined;
	const keys = new Set(rows.map(({ key }) => key));
	/** No known row is found again: the columns have changed, not the rows. */
	const isOtherShape =
		isReread && poll.isKeyless && known.length > 0 && !known.some(({ key }) => keys.has(key));
	const isSilent = (isBaseline && !poll.startsWithAll) || isOtherShape;

	const found: Found[] = [];
	const added: KnownRow[] = [];
	/** The current hash of each key whose rows all hold the same. */
	const hashes = new Map<string, string>();
	let isLeftOver = false;
	const matches = matchRows(known, rows);
	matches.forEach((match, index) => {
		const { key, hash } = rows[index]!;
		const change = isSilent ? undefined : changeOf(match, poll.event);
		/** Under a shared key nobody can tell which row has changed, so all its hashes stay known. */
		const was = match.isSame || !match.isShared ? match.known : undefined;
		if (was) was.day = end;
		if (change !== undefined && found.length === poll.maxRowsPerRun) {
			isLeftOver = true;
			return;
		}
		if (was) was.hash = hash;
		else added.push({ key, hash, day: end });
		if (change !== undefined) found.push({ index, change });
		if (!match.isShared) hashes.set(key, hash);
	});
	const matched = new Set(matches.map((match) => match.known));
	// A second copy of a row may be missing for a while, and changes with the first.
	for (const row of known) if (!matched.has(row)) row.hash = hashes.get(row.key) ?? row.hash;

	const through = isLeftOver && before ? before.through : end;
	const from = Math.max(before?.from ?? -Infinity, through - lookBackDays);
	/** What is left of a key that was read in a new way would match rows that are new. */
	const isOver = ({ key, hash }: KnownRow) => isReread && hash === NOT_READ && keys.has(key);
	const kept = [...known, ...added].filter((row) => row.day >= from && !isOver(row));
	// An answer without rows shows nothing of how rows are read now.
	const reading = isReread && rows.length === 0 ? before.reading : poll.reading;
	return { next: { identity, reading, from, through, rows: kept }, found };
}

/** A row that shares its key is known by its whole content, as a row without a key is. */
function changeOf({ known, isSame, isShared }: Match, event: Event): Change | undefined {
	if (isSame) return undefined;
	if (known === undefined || (isShared && event === 'newRows')) return 'new';
	return event === 'newOrChangedRows' ? 'changed' : undefined;
}
