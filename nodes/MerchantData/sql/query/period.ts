import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { dayIn, dayOf, parseDay, writeDay } from '../../shared/day';
import { InvalidValue } from '../../shared/invalidValue';

/** First and last day, both included, as YYYY-MM-DD: as it is sent. */
export interface Period {
	startDate: string;
	endDate: string;
}

export const inWords = ({ startDate, endDate }: Period): string => `${startDate} to ${endDate}`;

type Days = readonly [first: DateTime, last: DateTime];

interface PeriodChoice {
	includeToday: boolean;
	days: number;
	startDate: unknown;
	endDate: unknown;
}

/** The days of each period. Weeks start on Monday. */
const DAYS = {
	custom: (_day, choice, zone) => customDays(choice, zone),
	last7Days: (day, choice) => lastDays(7, day, choice),
	last30Days: (day, choice) => lastDays(30, day, choice),
	lastNDays: (day, choice) => lastDays(choice.days, day, choice),
	lastMonth: (day) => whole('month', day.minus({ months: 1 })),
	lastWeek: (day) => whole('week', day.minus({ weeks: 1 })),
	thisMonth: (day) => [day.startOf('month'), day],
	thisWeek: (day) => [day.startOf('week'), day],
	thisYear: (day) => [day.startOf('year'), day],
	today: (day) => [day, day],
	yesterday: (day) => [day.minus({ days: 1 }), day.minus({ days: 1 })],
} satisfies Record<string, (today: DateTime, choice: PeriodChoice, zone: string) => Days>;

export type PeriodName = keyof typeof DAYS;

/** The days that a period means now. @param zone decides what day it is. @throws InvalidValue */
export function resolvePeriod(name: PeriodName, choice: PeriodChoice, zone: string): Period {
	const [first, last] = DAYS[name](today(zone), choice, zone);
	return { startDate: writeDay(first), endDate: writeDay(last) };
}

const whole = (unit: 'month' | 'week', day: DateTime): Days => [day.startOf(unit), day.endOf(unit)];

function lastDays(days: number, day: DateTime, { includeToday }: PeriodChoice): Days {
	const last = includeToday ? day : day.minus({ days: 1 });
	return [last.minus({ days: days - 1 }), last];
}

function customDays({ startDate, endDate }: PeriodChoice, zone: string): Days {
	const first = readDay(startDate, zone, 'Start Date');
	const last = readDay(endDate, zone, 'End Date');
	if (first <= last) return [first, last];
	const problem = `(${writeDay(first)}) is after "End Date" (${writeDay(last)})`;
	throw new InvalidValue('Start Date', problem, 'Give a start date on or before the end date.');
}

/** A hundred years: more is a mistake, and luxon cannot count days without end. */
export const MOST_DAYS = 36_525;

/** Cuts a period into calendar days, weeks (from Monday) or months, clamped to the period. */
export function splitPeriod(period: Period, unit: 'none' | 'day' | 'week' | 'month'): Period[] {
	if (unit === 'none') return [period];
	const last = parseDay(period.endDate);
	const periods: Period[] = [];
	for (let first = parseDay(period.startDate); first <= last; ) {
		const next = first.startOf(unit).plus({ [unit]: 1 });
		const end = next > last ? last : next.minus({ days: 1 });
		periods.push({ startDate: writeDay(first), endDate: writeDay(end) });
		first = next;
	}
	return periods;
}

const REMEDY =
	'Give a date as YYYY-MM-DD, such as 2026-01-31, an ISO timestamp, or an expression that gives a date, such as {{ $now.minus({ days: 1 }) }}.';

/** A time zone: an IANA name such as Europe/Berlin, or a fixed offset such as UTC+2. @throws InvalidValue */
export function checkedZone(zone: string): string {
	const name = zone.trim();
	if (IANAZone.isValidZone(name) || FixedOffsetZone.parseSpecifier(name) !== null) return name;
	const remedy =
		'Give the name of a time zone, such as Europe/Berlin, or remove the option to use the time zone of the workflow.';
	throw new InvalidValue('Timezone', `is not a time zone: "${zone}"`, remedy);
}

export const today = (zone: string): DateTime => dayOf(DateTime.now().setZone(zone));

/** The day that the value of a field means: see {@link dayIn}. @throws InvalidValue */
export function readDay(value: unknown, zone: string, field: string): DateTime {
	const day = dayIn(typeof value === 'string' ? value.trim() : value, zone);
	if (day) return day;
	throw new InvalidValue(field, `is not a date: "${String(value).slice(0, 100)}"`, REMEDY);
}
