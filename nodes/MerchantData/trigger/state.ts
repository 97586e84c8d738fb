import { DateTime } from 'luxon';
import { writeDay } from '../lib/day';
import { today } from '../sql/period';
import { DIGEST, type Fingerprint } from './fingerprint';

/** The memory of the trigger between polls. It is stored as one text. */
export interface State {
	/** A digest of address, shop and key columns. If it changes, nothing is known. */
	identity: string;
	/** A digest of the settings by which rows are read. Hashes of another reading cannot be compared. */
	reading: string;
	/** The first day that the next poll may request, counted from 1970. Rows last seen before it are forgotten. */
	from: number;
	/** Up to this day, no row waits for a later run. */
	through: number;
	/** The place in the answer of the first row that waits for a later run. */
	position?: number;
	/** Rows that share a key are here with each content. */
	rows: readonly KnownRow[];
}

export interface KnownRow extends Fingerprint {
	/** The day on which it was last seen, not before `from`. */
	day: number;
}

/** The content of a key whose rows have not been read in the current way. */
export const NOT_READ = '_'.repeat(DIGEST);

/** Writes rows by their days, 16 characters each. The order of the rows does not matter. */
export function packState(state: State): string {
	const { identity, reading, from, through, position, rows } = state;
	const days: string[][] = [];
	for (const { key, hash, day } of rows) (days[day - from] ??= []).push(key + hash);
	const packed = Array.from(days, (ofDay = []) => ofDay.sort().join(''));
	// The version must change when the format of the text does.
	return JSON.stringify({ version: 1, identity, reading, from, through, position, days: packed });
}

const ROW = new RegExp(`(.{${DIGEST}})(.{${DIGEST}})`, 'g');

/** Reads the text of {@link packState}. @returns undefined for any other text */
export function unpackState(text: string): State | undefined {
	try {
		const saved = JSON.parse(text) as Omit<State, 'rows'> & { days: string[] };
		const { identity, reading, from, through, position, days } = saved;
		const rows = days.flatMap((ofDay, index) =>
			Array.from(ofDay.matchAll(ROW), ([, key, hash]) => ({ key, hash, day: from + index })),
		);
		const state = { identity, reading, from, through, position, rows };
		return packState(state) === text ? state : undefined;
	} catch {
		return undefined;
	}
}

const DAY_MS = 86_400_000;

export const dayNumber = (zone: string): number => today(zone).toMillis() / DAY_MS;

const written = (day: number): string =>
	writeDay(DateTime.fromMillis(day * DAY_MS, { zone: 'utc' }));

/**
 * The period of the next poll. It never begins in days whose rows were forgotten, so a longer look-back takes effect
 * slowly. @returns undefined if all days up to the last have been read
 */
export function nextPeriod(before: State | undefined, end: number, lookBackDays: number) {
	const start = before ? Math.max(before.from, before.through - lookBackDays) : end - lookBackDays;
	return start > end ? undefined : { startDate: written(start), endDate: written(end) };
}
