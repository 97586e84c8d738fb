import { DateTime, type DateTimeUnit, FixedOffsetZone, IANAZone } from 'luxon';
import { dayIn, dayOf, parseDay, writeDay } from '../lib/day';
import { InvalidValue } from '../errors/invalidInput';

/** First and last day, both included, as YYYY-MM-DD. */
export interface Period {
	startDate: string;
	endDate: string;
}

export const inWords = ({ startDate, endDate }: Period): string => `${startDate} to ${endDate}`;

interface PeriodChoice {
	includeToday: boolean;
	days: number;
	startDate: unknown;
	endDate: unknown;
}

type DaysOf = (today: DateTime, choice: PeriodChoice, zone: string) => [DateTime, DateTime];

/** Up to today. Weeks start on Monday. */
const current =
	(unit: DateTimeUnit): DaysOf =>
	(day) => [day.startOf(unit), day];

const previous =
	(unit: DateTimeUnit): DaysOf =>
	(day) => [day.minus({ [unit]: 1 }).startOf(unit), day.minus({ [unit]: 1 }).endOf(unit)];

const lastDays =
	(count?: number): DaysOf =>
	(day, { includeToday, days }) => {
		const last = includeToday ? day : day.minus({ days: 1 });
		return [last.minus({ days: (count ?? days) - 1 }), last];
	};

const customDays: DaysOf = (_, { startDate, endDate }, zone) => {
	const first = readDay(startDate, zone, 'Start Date');
	const last = readDay(endDate, zone, 'End Date');
	if (first <= last) return [first, last];
	const problem = `(${writeDay(first)}) is after "End Date" (${writeDay(last)})`;
	const remedy = 'Choose a start date on or before the end date.';
	throw new InvalidValue('setting.wrongValue', 'Start Date', problem, remedy);
};

const UP_TO_YESTERDAY = 'Ends yesterday, unless Include Today is on';

/** In the order in which people look for them, which is not alphabetical as n8n's lint expects. */
export const PERIODS = {
	today: ['Today', 'The current day, from midnight on', current('day')],
	yesterday: ['Yesterday', 'The day before today', previous('day')],
	thisWeek: ['This Week', 'From Monday to today', current('week')],
	lastWeek: ['Last Week', 'Monday to Sunday of the week before this one', previous('week')],
	last7Days: ['Last 7 Days', UP_TO_YESTERDAY, lastDays(7)],
	thisMonth: ['This Month', 'From the first of the month to today', current('month')],
	lastMonth: ['Last Month', 'The whole month before this one', previous('month')],
	last30Days: ['Last 30 Days', UP_TO_YESTERDAY, lastDays(30)],
	lastNDays: ['Last N Days', UP_TO_YESTERDAY, lastDays()],
	thisYear: ['This Year', 'From 1 January to today', current('year')],
	custom: ['Custom', 'From one date to another', customDays],
} satisfies Record<string, readonly [name: string, description: string, daysOf: DaysOf]>;

export type PeriodName = keyof typeof PERIODS;

/** The days of a period, as of today in a time zone. @throws InvalidValue */
export function resolvePeriod(name: PeriodName, choice: PeriodChoice, zone: string): Period {
	const [, , daysOf] = PERIODS[name];
	const [first, last] = daysOf(today(zone), choice, zone);
	return { startDate: writeDay(first), endDate: writeDay(last) };
}

/** A hundred years. More is a mistake, and too much for luxon. */
export const MOST_DAYS = 36_525;

export type SplitBy = 'none' | 'day' | 'week' | 'month';

/** Cuts a period into calendar days, weeks (from Monday) or months, clamped to the period. */
export function splitPeriod(period: Period, unit: SplitBy): Period[] {
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

/** A time zone: an IANA name such as Europe/Berlin, or a fixed offset such as UTC+2. @throws InvalidValue */
export function checkedZone(zone: string): string {
	const name = zone.trim();
	if (IANAZone.isValidZone(name) || FixedOffsetZone.parseSpecifier(name) !== null) return name;
	const remedy =
		'Enter a name such as Europe/Berlin, or leave it empty to use that of the workflow.';
	throw new InvalidValue('setting.wrongValue', 'Timezone', `is not a time zone: "${zone}"`, remedy);
}

export const today = (zone: string): DateTime => dayOf(DateTime.now().setZone(zone));

/** The day in a field, by {@link dayIn}. @throws InvalidValue */
export function readDay(value: unknown, zone: string, field: string): DateTime {
	const day = dayIn(typeof value === 'string' ? value.trim() : value, zone);
	if (day) return day;
	const remedy = 'Enter YYYY-MM-DD, or an expression such as {{ $now.minus({ days: 1 }) }}.';
	const problem = `is not a date: "${String(value).slice(0, 100)}"`;
	throw new InvalidValue('value.notADate', field, problem, remedy);
}
