import { DateTime } from 'luxon';
import { today, writeDay } from '../sql/query/calendar';
import type { Period } from '../sql/query/period';
import type { State } from './state';

/** Which days a poll asks for. Days are counted from 1970-01-01. */

const DAY_MS = 86_400_000;

/** Today's day in a time zone. */
export const dayNumber = (zone: string): number => today(zone).toMillis() / DAY_MS;

const written = (day: number): string =>
	writeDay(DateTime.fromMillis(day * DAY_MS, { zone: 'utc' }));

/**
 * The period of the next poll. It begins as many days before the end of the last one as rows may come
 * late, but not before the days whose rows were forgotten: a longer look-back takes effect as the days
 * pass.
 * @param end the last day to ask for
 * @returns undefined if all days up to the last have been read
 */
export function nextPeriod(
	before: State | undefined,
	end: number,
	lookBackDays: number,
): Period | undefined {
	const start = before ? Math.max(before.from, before.through - lookBackDays) : end - lookBackDays;
	return start > end ? undefined : { startDate: written(start), endDate: written(end) };
}

/**
 * A state that reaches beyond today was made while the clock was ahead. All its days move back together,
 * so that the polls go on today instead of when that day comes. The rows that it knows stay known.
 * @param today may be later than `end`, the last day to ask for
 */
export function setBack(state: State, today: number, end: number): State {
	if (state.through <= today) return state;
	const days = state.through - end;
	const rows = state.rows.map((row) => ({ ...row, day: row.day - days }));
	return { ...state, from: state.from - days, through: end, rows };
}
