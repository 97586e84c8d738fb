import type { Fingerprint } from './fingerprint';
import { type KnownRow, NOT_READ } from './state';

/** The known row that a row of an answer belongs to. */
export interface Match {
	/** Undefined if no known row of that key is left for it. */
	known: KnownRow | undefined;
	/** Whether its content has not changed. True also if the known content was read in another way. */
	isSame: boolean;
	/** Whether rows with this key differ, so that the key alone does not tell them apart. */
	isShared: boolean;
}

/**
 * Matches rows with known rows of the same key. Rows whose content is known are matched first:
 * otherwise another row of the key, or the order of the answer, could make them look changed.
 * @returns one match per row, in their order; no known row is in two of them
 */
export function matchRows(known: readonly KnownRow[], rows: readonly Fingerprint[]): Match[] {
	const shared = new Set([...sharedKeys(known), ...sharedKeys(rows)]);
	const take = pool(known);
	const same = rows.map((row) => take(textOf(row)));
	return rows.map(({ key }, index) => {
		const alike = same[index] ?? take(textOf({ key, hash: NOT_READ }));
		return { known: alike ?? take(key), isSame: alike !== undefined, isShared: shared.has(key) };
	});
}

const textOf = ({ key, hash }: Fingerprint): string => `${key} ${hash}`;

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
 * @returns a function that takes out a known row, by its key or by its key and hash. Of several it takes
 *   the one that was seen last, so that the others are forgotten some day
 */
function pool(known: readonly KnownRow[]): (text: string) => KnownRow | undefined {
	const filed = new Map<string, KnownRow[]>();
	for (const row of [...known].sort((a, b) => a.day - b.day)) {
		for (const text of [row.key, textOf(row)]) {
			const alike = filed.get(text);
			if (alike) alike.push(row);
			else filed.set(text, [row]);
		}
	}
	const taken = new Set<KnownRow>();
	return (text) => {
		const alike = filed.get(text) ?? [];
		let row = alike.pop();
		while (row && taken.has(row)) row = alike.pop();
		if (row) taken.add(row);
		return row;
	};
}
