import type { Fingerprint } from './fingerprint';
import { type KnownRow, NOT_READ } from './state';

/** Which known row a row of an answer is. */
export interface Match {
	/** Undefined where no known row of that key is left for it. */
	known: KnownRow | undefined;
	/** Whether its content is the known one, or was never read in this way. */
	isSame: boolean;
	/** Whether rows with the same key hold different things, so that the key alone does not tell them apart. */
	isShared: boolean;
}

/**
 * Matches rows within their key. Rows with known content come first, so that neither another row of the
 * key nor the order of the answer makes a known row look changed.
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

/** Keys of which there are rows that hold different things. */
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
 * @returns a function that takes a known row out, by its key or by its key and hash. Of several it takes
 *   the one that was seen last, so that the others are forgotten in time
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
