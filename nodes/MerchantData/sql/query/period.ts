import type { DateTime } from 'luxon';
import { InvalidValue } from '../../shared/invalidValue';
import { parseDay, readDay, today, writeDay } from './calendar';

/** First and last day, both included, as YYYY-MM-DD: as it is sent. */
export interface Period {
	startDate: string;
	endDate: string;
}

/** The period for people. */
export function inWords({ startDate, endDate }: Period): string {
	return `${startDate} to ${endDate}`;
}

type Days = readonly [first: DateTime, last: DateTime];

/**
 * The periods that follow from today's date alone. Weeks start on Monday. "Last …" is the whole
 * week or month before; "this …" ends today.
 */
const OF_TODAY = {
	lastMonth: (day) => whole('month', day.minus({ months: 1 })),
	lastWeek: (day) => whole('week', day.minus({ weeks: 1 })),
	thisMonth: (day) => [day.startOf('month'), day],
	thisWeek: (day) => [day.startOf('week'), day],
	thisYear: (day) => [day.startOf('year'), day],
	today: (day) => [day, day],
	yesterday: (day) => [day.minus({ days: 1 }), day.minus({ days: 1 })],
} satisfies Record<string, (today: DateTime) => Days>;

function whole(unit: 'month' | 'week', day: DateTime): Days {
	return [day.startOf(unit), day.endOf(unit)];
}

/** How many days the "last … days" are; `lastNDays` takes them from its field. */
const LAST_DAYS = { last7Days: 7, last30Days: 30 } as const;

/** The period as the node's fields give it. */
export type PeriodChoice =
	| { period: 'custom'; startDate: unknown; endDate: unknown }
	| { period: 'lastNDays'; days: number; includeToday: boolean }
	| { period: keyof typeof LAST_DAYS; includeToday: boolean }
	| { period: keyof typeof OF_TODAY };

/**
 * The days that a choice means now.
 * @param zone decides what day it is, see {@link checkedZone}
 * @throws InvalidValue
 */
export function resolvePeriod(choice: PeriodChoice, zone: string): Period {
	const [first, last] = daysOf(choice, zone);
	return { startDate: writeDay(first), endDate: writeDay(last) };
}

function daysOf(choice: PeriodChoice, zone: string): Days {
	switch (choice.period) {
		case 'custom':
			return customDays(choice, zone);
		case 'lastNDays':
			return lastDays(choice.days, choice.includeToday, zone);
		case 'last7Days':
		case 'last30Days':
			return lastDays(LAST_DAYS[choice.period], choice.includeToday, zone);
		default:
			return OF_TODAY[choice.period](today(zone));
	}
}

function customDays(dates: { startDate: unknown; endDate: unknown }, zone: string): Days {
	const first = readDay(dates.startDate, zone, 'Start Date');
	const last = readDay(dates.endDate, zone, 'End Date');
	if (first <= last) return [first, last];
	throw new InvalidValue(
		'Start Date',
		`(${writeDay(first)}) is after "End Date" (${writeDay(last)})`,
		'Give a start date on or before the end date.',
	);
}

function lastDays(days: number, includeToday: boolean, zone: string): Days {
	const last = includeToday ? today(zone) : today(zone).minus({ days: 1 });
	return [last.minus({ days: days - 1 }), last];
}

/** A hundred years: more is a mistake, and luxon cannot count days without end. */
export const MOST_DAYS = 36_525;

export type SplitBy = 'none' | 'day' | 'week' | 'month';

/** Periods at most, with one request each: ten years of days. */
const MOST_PERIODS = 3_660;

/**
 * Cuts a period into calendar days, weeks (from Monday) or months, in order, without gap or
 * overlap; the first and the last are clamped to the period.
 * @throws InvalidValue where that would be more than 3,660
 */
export function splitPeriod(period: Period, unit: SplitBy): Period[] {
	if (unit === 'none') return [period];
	const last = parseDay(period.endDate);
	const periods: Period[] = [];
	for (let first = parseDay(period.startDate); first <= last; ) {
		if (periods.length === MOST_PERIODS) {
			throw new InvalidValue(
				'Split By',
				`"${unit}" would send more than ${MOST_PERIODS} requests for ${period.startDate} to ${period.endDate}`,
				'Choose a longer unit or a shorter period.',
			);
		}
		const next = first.startOf(unit).plus({ [unit]: 1 });
		const end = next > last ? last : next.minus({ days: 1 });
		periods.push({ startDate: writeDay(first), endDate: writeDay(end) });
		first = next;
	}
	return periods;
}
