import { DateTime } from 'luxon';
import { InvalidValue } from '../shared/invalidValue';
import { today, writeDay } from '../sql/query/calendar';
import type { Period } from '../sql/query/period';
import type { State } from './state';

/** The days that a poll asks for, counted from 1970-01-01. Both are included. */
export interface Window {
	start: number;
	end: number;
}

const DAY_MS = 86_400_000;

/** Today's day in a time zone. */
export const dayNumber = (zone: string): number => today(zone).toMillis() / DAY_MS;

const written = (day: number): string =>
	writeDay(DateTime.fromMillis(day * DAY_MS, { zone: 'utc' }));

export const asPeriod = ({ start, end }: Window): Period => ({
	startDate: written(start),
	endDate: written(end),
});

/**
 * The window of the next poll. It begins as many days before the end of the last one as rows may come
 * late, but not before the days whose rows were forgotten: a longer look-back takes effect as the days
 * pass.
 * @param end the last day to ask for
 * @returns undefined if all days up to the last have been read
 * @throws InvalidValue after too long a pause
 */
export function nextWindow(
	before: State | undefined,
	end: number,
	{ lookBackDays, maxCatchUpDays }: { lookBackDays: number; maxCatchUpDays: number },
): Window | undefined {
	if (before === undefined) return { start: end - lookBackDays, end };
	const behind = end - before.through;
	if (behind > maxCatchUpDays) {
		throw new InvalidValue(
			'Max Catch-Up Days',
			`is ${maxCatchUpDays}, but rows since ${written(before.through)} are outstanding, which is ${behind} days`,
			'Raise it in the options to read them all. To leave them out, replace the node by a copy of it, which starts anew.',
		);
	}
	const start = Math.max(before.from, before.through - lookBackDays);
	return start > end ? undefined : { start, end };
}
