import { createHash } from 'node:crypto';
import { InvalidValue } from '../errors/invalidInput';
import { quoted } from '../lib/counted';
import { twelveDigits } from '../lib/jsonText';
import type { SqlRow } from '../sql/rows';

/** Digests of the key and of the other compared columns of a row, which polls keep and compare. */
export interface Fingerprint {
	/** Several rows may share a key. */
	key: string;
	hash: string;
}

export interface CountedColumns {
	/** Key columns. If there are none, the whole row is the key. */
	key: readonly string[];
	ignore: readonly string[];
}

/** Characters of a digest: 6 bytes in base64url. */
export const DIGEST = 8;

export function digest(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGEST);
}

/** The fingerprints of rows, in their order. @param salt makes it impossible to guess a row by its digest */
export function fingerprints(
	rows: readonly SqlRow[],
	{ key: keyColumns, ignore }: CountedColumns,
	salt: string,
): Fingerprint[] {
	const others = new Set([...keyColumns, ...ignore]);
	return rows.map((row) => {
		const compared = Object.entries(row).filter(([name]) => !others.has(name));
		const hash = digest(salt, canonical(Object.fromEntries(compared)));
		const keyValues = keyColumns.map((name) => keyValue(row[name]));
		const key = keyColumns.length === 0 ? hash : digest(salt, canonical(keyValues));
		return { key, hash };
	});
}

/** Nine decimals: what is left of a difference of equal sums are their last digits alone, such as 5.6e-17 for 0. */
const comparable = (value: number): number => twelveDigits(Number(value.toFixed(9)));

/** A number equals its digits as text, because IDs that are too long for a number are text. */
const keyValue = (value: unknown): unknown =>
	typeof value === 'number' ? String(comparable(value)) : value;

/** JSON with sorted names. A null counts as absent, because services differ in this. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) => {
		if (typeof inner === 'number') return comparable(inner);
		if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
		const known = Object.entries(inner).filter(([, of]) => of !== null);
		return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}

/** @throws InvalidValue if a named column is in none of the rows. Without rows, nothing is known. */
export function checkColumns(rows: readonly SqlRow[], { key, ignore }: CountedColumns): void {
	const known = new Set(rows.flatMap((row) => Object.keys(row)));
	const missing = [...key, ...ignore].find((name) => !known.has(name));
	if (missing === undefined || rows.length === 0) return;
	const field = key.includes(missing) ? 'Key Columns' : 'Columns to Ignore';
	const remedy = `The rows have ${quoted([...known].slice(0, 30))}.`;
	throw new InvalidValue('column.unknown', field, `names "${missing}", which no row has`, remedy);
}

/** @throws InvalidValue if different rows have the same key */
export function checkKeys(rows: readonly SqlRow[], columns: CountedColumns): void {
	const prints = fingerprints(rows, columns, '');
	const firsts = new Map<string, number>();
	prints.forEach(({ key, hash }, index) => {
		const first = firsts.get(key) ?? index;
		firsts.set(key, first);
		if (prints[first].hash === hash) return;
		const problem = `do not tell all rows apart: rows ${first + 1} and ${index + 1} of the answer have the same ${quoted(columns.key)}`;
		const remedy = 'Name further columns, or group the rows in the query.';
		throw new InvalidValue('trigger.keysAlike', 'Key Columns', problem, remedy);
	});
}
