import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { DateTime, Settings } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { sqlFields } from '../../../nodes/MerchantData/resources/sql/form.ts';
import { writeDay } from '../../../nodes/MerchantData/lib/day.ts';
import {
	checkedZone,
	type PeriodName,
	readDay,
	resolvePeriod,
	splitPeriod,
	today,
} from '../../../nodes/MerchantData/sql/period.ts';
import { refusal } from '../../kit/refusal.mts';

// Whatever the zone of the process is, days are those of the zone that is given.
beforeEach(() => void (Settings.defaultZone = 'Pacific/Kiritimati'));
afterEach(() => {
	Settings.defaultZone = 'system';
	Settings.now = () => Date.now();
});

const at = (iso: string) => void (Settings.now = () => Date.parse(iso));

/** What the form contains about a period. */
type PeriodChoice = { period: PeriodName } & Partial<Parameters<typeof resolvePeriod>[1]>;

const UNSET = { includeToday: false, days: 14, startDate: '', endDate: '' };
const resolve = ({ period, ...choice }: PeriodChoice, zone = 'Europe/Berlin') =>
	resolvePeriod(period, { ...UNSET, ...choice }, zone);
const resolved = (choice: PeriodChoice) => Object.values(resolve(choice)).join(' ');

it('takes an offset as a zone', () => {
	at('2026-06-30T23:00:00Z');
	expect(writeDay(today(checkedZone(' UTC+2 ')))).toBe('2026-07-01');
});

it('quotes 100 characters of what is not a date', () => {
	const message = `"End Date" is not a date: "${'x'.repeat(100)}"`;
	const remedy = expect.stringContaining('YYYY-MM-DD') as string;
	expect(refusal(() => readDay('x'.repeat(200), 'UTC', 'End Date'))).toEqual({ message, remedy });
});

it.each(['Mars/Olympus', '', 'local', 'system', 'DEFAULT'])('refuses the zone %p', (zone) =>
	expect(() => checkedZone(zone)).toThrow('"Timezone" is not a time zone'),
);

const MONDAY = '2026-03-02T12:00:00Z';
const SUNDAY = '2026-03-01T12:00:00Z';
const LEAP = '2028-03-01T12:00:00Z';
/** A moment of the day before in Berlin. */
const MOMENT = DateTime.fromISO('2026-07-01T01:30:00', { zone: 'Asia/Tokyo' });

const ONE_DAY = '2026-06-30 2026-06-30';

const EXAMPLES: Array<[now: string, PeriodChoice, string]> = [
	[MONDAY, { period: 'today' }, '2026-03-02 2026-03-02'],
	[MONDAY, { period: 'yesterday' }, '2026-03-01 2026-03-01'],
	[MONDAY, { period: 'thisWeek' }, '2026-03-02 2026-03-02'],
	[SUNDAY, { period: 'thisWeek' }, '2026-02-23 2026-03-01'],
	[MONDAY, { period: 'lastWeek' }, '2026-02-23 2026-03-01'],
	['2026-03-31T12:00:00Z', { period: 'lastMonth' }, '2026-02-01 2026-02-28'],
	[MONDAY, { period: 'thisMonth' }, '2026-03-01 2026-03-02'],
	[MONDAY, { period: 'thisYear' }, '2026-01-01 2026-03-02'],
	[MONDAY, { period: 'last7Days' }, '2026-02-23 2026-03-01'],
	[MONDAY, { period: 'last7Days', includeToday: true }, '2026-02-24 2026-03-02'],
	[MONDAY, { period: 'last30Days', includeToday: false }, '2026-01-31 2026-03-01'],
	[LEAP, { period: 'lastNDays', days: 366, includeToday: false }, '2027-03-01 2028-02-29'],
	[SUNDAY, { period: 'custom', startDate: ' 2026-06-30', endDate: MOMENT }, ONE_DAY],
];

it.each(EXAMPLES)('resolves at %s the period %j to %s', (now, choice, expected) => {
	at(now);
	expect(resolved(choice)).toBe(expected);
});

const fieldNamed = (name: string) =>
	(sqlFields as readonly INodeProperties[]).find((field) => field.name === name)!;
const MENU = fieldNamed('period').options as Array<{ value: PeriodName; description: string }>;

it.each(MENU)('the form offers Include Today for $value if it changes its days', (period) => {
	const dates = { startDate: '2026-01-01', endDate: '2026-01-02' };
	const [one, other] = [true, false].map((includeToday) =>
		resolved({ period: period.value, includeToday, days: 2, ...dates }),
	);
	const option = optionsIn(sqlFields).find(({ name }) => name === 'includeToday')!;
	const isOffered = option.displayOptions!.show!['/period']!.includes(period.value);
	expect(isOffered).toBe(one !== other);
	expect(period.description.includes('Include Today')).toBe(isOffered);
});

it('has an example of each period', () => {
	const examples = new Set(EXAMPLES.map(([, { period }]) => period));
	expect([...examples].sort()).toEqual(MENU.map(({ value }) => value).sort());
});

it('the form shows dates and days for the periods that have them', () => {
	const periodsOf = (name: string) => fieldNamed(name).displayOptions!.show!.period;
	const periods = ['startDate', 'endDate', 'days'].map(periodsOf);
	expect(periods).toEqual([['custom'], ['custom'], ['lastNDays']]);
});

it.each(['0000-01-01', '9999-12-31'])('takes the day %s, and splits a period there', (day) => {
	expect(writeDay(readDay(day, 'UTC', 'Start Date'))).toBe(day);
	const period = { startDate: day, endDate: day };
	for (const unit of ['day', 'week', 'month'] as const)
		expect(splitPeriod(period, unit)).toEqual([period]);
});

it('refuses a start after the end in any form of dates', () => {
	const dates = { startDate: '2026-07-01T01:30:00+09:00', endDate: '2026-06-29' };
	expect(() => resolved({ period: 'custom', ...dates })).toThrow(
		'"Start Date" (2026-06-30) is after "End Date" (2026-06-29)',
	);
});

const ZONES =
	'Europe/Berlin America/New_York America/Havana Pacific/Apia Asia/Kathmandu Pacific/Kiritimati Africa/Casablanca UTC';
/** Days as numbers, by another calendar than luxon's. */
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

it('covers each day once, in order, for any zone and split', () => {
	fc.assert(
		fc.property(
			fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
			fc.constantFrom(...ZONES.split(' ')),
			fc.integer({ min: 1, max: 800 }),
			fc.boolean(),
			fc.constantFrom('none' as const, 'day', 'week', 'month'),
			(now, zone, days, includeToday, unit) => {
				Settings.now = () => now.getTime();
				const whole = resolve({ period: 'lastNDays', days, includeToday }, zone);
				const windows = splitPeriod(whole, unit);
				const covered = windows.flatMap(({ startDate, endDate }) => {
					const first = dayNumber(startDate);
					return Array.from({ length: dayNumber(endDate) - first + 1 }, (_, day) => first + day);
				});
				// What the zone's own calendar calls today, by Intl.
				const here = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
				const first = dayNumber(here) - days + (includeToday ? 1 : 0);
				expect(covered).toEqual(Array.from({ length: days }, (_, day) => first + day));
				for (const { startDate } of windows.slice(1)) {
					if (unit === 'week') expect(new Date(startDate).getUTCDay()).toBe(1);
					if (unit === 'month') expect(startDate).toMatch(/-01$/);
				}
			},
		),
		{ numRuns: draws(1_000) },
	);
});
