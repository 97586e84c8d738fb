import type { Fingerprint } from './fingerprint';
import type { TriggerInput } from './input';
import { type KnownRow, NOT_READ, type State } from './state';

type Compared = 'columns' | 'end' | 'event' | 'lookBackDays' | 'maxRowsPerRun' | 'startsWithAll';

export interface Poll extends Pick<TriggerInput, Compared | 'reading'> {
	/** In the order of the answer. */
	rows: readonly Fingerprint[];
	identity: string;
}

export type FoundRow = { index: number; change: 'new' | 'changed' };

/**
 * Finds new and changed rows. A row is known by its key and content, and a row whose key no other row of the answer has
 * is known by its key alone. Two equal rows count as one.
 * @param before the state after the last good poll; undefined if there is none
 * @returns the state after this poll, and the rows that start the workflow, in their order
 */
export function diff(before: State | undefined, poll: Poll): { next: State; found: FoundRow[] } {
	const { identity, rows, columns, end, event } = poll;
	const isEdited = before !== undefined && before.reading !== poll.reading;
	// After an edit only the keys are known, until their rows are read again.
	const known = contentsByKey(
		(before?.rows ?? []).map((row) => (isEdited ? { ...row, hash: NOT_READ } : row)),
	);
	// If all rows without a key are new, the edit has changed their columns, not the rows.
	const isOtherShape =
		columns.key.length === 0 && known.size > 0 && !rows.some(({ key }) => known.has(key));
	const isSilent = before ? isEdited && isOtherShape : !poll.startsWithAll;
	const answer = contentsByKey(rows.map((row) => ({ ...row, day: end })));

	const found: FoundRow[] = [];
	/** The first row that is left over. */
	let position: number | undefined;
	// The poll goes on where the last one stopped, or rows that always change would keep others waiting.
	const order = [...rows.keys()];
	for (const index of order.splice(before?.position ?? 0).concat(order)) {
		const { key, hash } = rows[index]!;
		const contents = known.get(key) ?? new Map<string, number>();
		const isKnown = contents.has(hash) || contents.has(NOT_READ);
		const isAlone = answer.get(key)!.size === 1;
		const isChanged = !isKnown && isAlone && contents.size > 0;
		if (!isSilent && !isKnown && !(isChanged && event === 'newRows')) {
			if (found.length === poll.maxRowsPerRun) {
				position ??= index;
				// Its key must stay known, so that it counts as changed later.
				if (isChanged) for (const old of contents.keys()) contents.set(old, end);
				continue;
			}
			found.push({ index, change: isChanged ? 'changed' : 'new' });
		}
		// A row that changes back has changed again, so its last content is the only one.
		if (isAlone && contents.size === 1) contents.clear();
		known.set(key, contents.set(hash, end));
	}
	found.sort((a, b) => a.index - b.index);

	const through = position !== undefined && before ? before.through : end;
	const from = Math.max(before?.from ?? -Infinity, through - poll.lookBackDays);
	const kept = [...known].flatMap(([key, contents]) =>
		Array.from(contents, ([hash, day]) => ({ key, hash, day })).filter(
			(row) => row.day >= from && !(row.hash === NOT_READ && answer.has(key)),
		),
	);
	// Without rows, nothing has been read in the new way yet.
	const reading = isEdited && rows.length === 0 ? before.reading : poll.reading;
	return { next: { identity, reading, from, through, position, rows: kept }, found };
}

/** For each key, the last day of each content. @param rows in the order of their days, so that the last day wins */
function contentsByKey(rows: readonly KnownRow[]) {
	const all = new Map<string, Map<string, number>>();
	for (const { key, hash, day } of rows) all.set(key, (all.get(key) ?? new Map()).set(hash, day));
	return all;
}
