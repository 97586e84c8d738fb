import { createHash } from 'node:crypto';
import type { Row } from '../resources/sqlQuery/rows';
import { DIGEST } from './state';

/** A row, as far as polls compare it. */
export interface Fingerprint {
	/** Of its key, and which of the rows with that key it is. */
	key: string;
	/** Of what is compared. */
	hash: string;
}

/** Which columns make a row what it is. */
export interface Columns {
	/** Those that tell rows apart; none: the row as a whole. */
	key: readonly string[];
	/** The only ones that are compared; none: all. */
	compare: readonly string[];
	/** Those that are not. */
	ignore: readonly string[];
}

/** The first 6 bytes of a SHA-256, as 8 characters. @param parts what is told apart, in this order */
export function digest(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGEST);
}

/**
 * The fingerprints of rows, in their order. Rows with the same key are numbered by their content, so
 * that the order in which a service gives them says nothing.
 * @param salt so that a digest alone tells nobody what is in a row
 */
export function fingerprints(rows: readonly Row[], columns: Columns, salt: string): Fingerprint[] {
	const prints = rows.map((row) => {
		const hash = digest(salt, canonical(compared(row, columns)));
		const key = columns.key.length === 0 ? hash : digest(salt, keyText(row, columns.key));
		return { key, hash };
	});
	const repeated = new Map<string, Fingerprint[]>();
	for (const print of prints) {
		const same = repeated.get(print.key);
		if (same) same.push(print);
		else repeated.set(print.key, [print]);
	}
	for (const [key, same] of repeated) {
		if (same.length === 1) continue;
		same.sort((a, b) => (a.hash < b.hash ? -1 : Number(a.hash > b.hash)));
		same.slice(1).forEach((print, index) => {
			print.key = digest(salt, key, String(index));
		});
	}
	return prints;
}

/** The values of the key's columns, as a text. */
export const keyText = (row: Row, names: readonly string[]): string =>
	canonical(names.map((name) => row[name]));

/** The columns of a row that are compared. */
export function compared(row: Row, { compare, ignore }: Columns): Row {
	const names = compare.length > 0 ? compare : Object.keys(row);
	const kept = names.filter((name) => !ignore.includes(name));
	return Object.fromEntries(kept.map((name) => [name, row[name]]));
}

/** JSON with sorted names. What is null may as well not be there: services differ in that. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) => {
		if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
		const known = Object.entries(inner).filter(([, of]) => of !== null && of !== undefined);
		return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}
