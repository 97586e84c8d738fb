import type { Fingerprint } from './fingerprint';
import { type Match, matchRows } from './match';
import { type KnownRow, NOT_READ, type State } from './state';

/** What is new in an answer, held against what is known. Pure, so that it can be held against a model. */

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
	/** Whether rows are known by all that they hold, so that another reading may find none of them. */
	isKeyless: boolean;
	/** Rows at most; what is left over is still new, or changed, at the next poll. */
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
	/** Known rows do not come back so: it is the columns that are others. */
	const isOtherShape =
		isReread && poll.isKeyless && known.length > 0 && !known.some(({ key }) => keys.has(key));
	const isSilent = (isBaseline && !poll.startsWithAll) || isOtherShape;

	const found: Found[] = [];
	const added: KnownRow[] = [];
	/** What there is now under keys that tell rows apart. */
	const holds = new Map<string, string>();
	let isLeftOver = false;
	const matches = matchRows(known, rows);
	matches.forEach((match, index) => {
		const { key, hash } = rows[index]!;
		const change = isSilent ? undefined : changeOf(match, poll.event);
		/** Under a shared key nobody can tell what it was, so all that rows were stays known. */
		const was = match.isSame || !match.isShared ? match.known : undefined;
		if (was) was.day = end;
		if (change !== undefined && found.length === poll.maxRowsPerRun) {
			isLeftOver = true;
			return;
		}
		if (was) was.hash = hash;
		else added.push({ key, hash, day: end });
		if (change !== undefined) found.push({ index, change });
		if (!match.isShared) holds.set(key, hash);
	});
	const matched = new Set(matches.map((match) => match.known));
	// A second copy of a row may be gone for a while, and changes with the first.
	for (const row of known) if (!matched.has(row)) row.hash = holds.get(row.key) ?? row.hash;

	const through = isLeftOver && before ? before.through : end;
	const from = Math.max(before?.from ?? -Infinity, through - lookBackDays);
	/** Of a key that was read anew, what is left would stand for rows that are new. */
	const isOver = ({ key, hash }: KnownRow) => isReread && hash === NOT_READ && keys.has(key);
	const kept = [...known, ...added].filter((row) => row.day >= from && !isOver(row));
	// An answer without rows shows nothing of how rows are read now.
	const reading = isReread && rows.length === 0 ? before.reading : poll.reading;
	return { next: { identity, reading, from, through, rows: kept }, found };
}

/** A row that shares its key is known by all that it holds, as one without a key is. */
function changeOf({ known, isSame, isShared }: Match, event: Event): Change | undefined {
	if (isSame) return undefined;
	if (known === undefined || (isShared && event === 'newRows')) return 'new';
	return event === 'newOrChangedRows' ? 'changed' : undefined;
}
