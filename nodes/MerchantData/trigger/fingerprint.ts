import { createHash } from 'node:crypto';
import type { Row } from '../sql/answer/rows';
import { DIGEST } from './state';

/** What polls compare of a row. */
export interface Fingerprint {
	/** Of its key, which other rows may have, too. */
	key: string;
	/** Of what is compared. */
	hash: string;
}

/** Which columns identify a row, and which are compared. */
export interface Columns {
	/** Those that tell rows apart; none: the row as a whole. */
	key: readonly string[];
	/** The only ones that are compared; none: all. */
	compare: readonly string[];
	/** Those that are not compared. */
	ignore: readonly string[];
}

/** The first 6 bytes of a SHA-256, as 8 characters. @param parts texts whose order and borders count */
export function digest(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGEST);
}

/**
 * The fingerprints of rows, in their order.
 * @param salt so that a digest alone tells nobody what is in a row
 */
export function fingerprints(rows: readonly Row[], columns: Columns, salt: string): Fingerprint[] {
	return rows.map((row) => {
		const hash = digest(salt, contentText(row, columns));
		const key = columns.key.length === 0 ? hash : digest(salt, keyText(row, columns.key));
		return { key, hash };
	});
}

/** The values of columns, as a text. A number is the same as its digits: some ids of a column may be too long for one. */
export const keyText = (row: Row, names: readonly string[]): string =>
	canonical(
		names.map((name) => {
			const value = row[name];
			return typeof value === 'number' ? String(value) : value;
		}),
	);

/** What a row is compared by, as a text. */
export const contentText = (row: Row, columns: Columns): string =>
	canonical(compared(row, columns));

/** The columns of a row that are compared; those of its key are the same in any case. */
export function compared(row: Row, { key, compare, ignore }: Columns): Row {
	const names = compare.length > 0 ? compare : Object.keys(row);
	const kept = names.filter((name) => !ignore.includes(name) && !key.includes(name));
	return Object.fromEntries(kept.map((name) => [name, row[name]]));
}

/** JSON with sorted names. A null counts as absent, because services differ in that. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) => {
		if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
		const known = Object.entries(inner).filter(([, of]) => of !== null && of !== undefined);
		return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}
