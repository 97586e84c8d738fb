import { createHash } from 'node:crypto';
import type { Row } from '../sql/answer/rows';
import { DIGEST } from './state';

/** What polls keep of a row, and compare. */
export interface Fingerprint {
	/** Digest of its key. Several rows may have the same. */
	key: string;
	/** Digest of the columns that are compared. */
	hash: string;
}

/** Which columns identify a row, and which are compared. */
export interface Columns {
	/** The columns that tell rows apart. If empty, the row as a whole does. */
	key: readonly string[];
	/** The columns that are compared. If empty, all are. */
	compare: readonly string[];
	/** The columns that are not compared. */
	ignore: readonly string[];
}

/** The first 6 bytes of a SHA-256, as 8 characters. @param parts in another order they give another digest */
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

/** The values of columns, as a text. A number equals its digits as a text: ids too long for a number come as text. */
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

/** The columns of a row that are compared, without those of its key, which cannot differ. */
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
