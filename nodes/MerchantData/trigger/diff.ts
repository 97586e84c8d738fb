import type { Fingerprint } from './fingerprint';
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
	const kept = new Map(before?.rows);
	if (isReread) for (const [key, { day }] of kept) kept.set(key, { hash: NOT_READ, day });

	const isBaseline = before === undefined;
	/** Known rows do not come back so: it is the columns that are others. */
	const isOtherShape =
		isReread && poll.isKeyless && kept.size > 0 && !rows.some(({ key }) => kept.has(key));
	const isSilent = (isBaseline && !poll.startsWithAll) || isOtherShape;

	const found: Found[] = [];
	let isLeftOver = false;
	rows.forEach(({ key, hash }, index) => {
		const row = kept.get(key);
		const change = isSilent ? undefined : changeOf(row, hash, poll.event);
		if (change === undefined || found.length < poll.maxRowsPerRun) {
			kept.set(key, { hash, day: end });
			if (change !== undefined) found.push({ index, change });
		} else {
			isLeftOver = true;
			if (row !== undefined) kept.set(key, { hash: row.hash, day: end });
		}
	});

	const through = isLeftOver && before ? before.through : end;
	const from = Math.max(before?.from ?? -Infinity, through - lookBackDays);
	for (const [key, { day }] of kept) if (day < from) kept.delete(key);
	// An answer without rows shows nothing of how rows are read now.
	const reading = isReread && rows.length === 0 ? before.reading : poll.reading;
	return { next: { identity, reading, from, through, rows: kept }, found };
}

function changeOf(row: KnownRow | undefined, hash: string, event: Event): Change | undefined {
	if (row === undefined) return 'new';
	const hasChanged = row.hash !== hash && row.hash !== NOT_READ;
	return hasChanged && event === 'newOrChangedRows' ? 'changed' : undefined;
}
