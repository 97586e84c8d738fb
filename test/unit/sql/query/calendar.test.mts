import { DateTime, Settings } from 'luxon';
import {
	checkedZone,
	readDay,
	today,
	writeDay,
} from '../../../../nodes/MerchantData/sql/query/period.ts';

afterEach(() => {
	Settings.now = () => Date.now();
});

const at = (iso: string) => {
	Settings.now = () => Date.parse(iso);
};

it.each([
	// The same moment is another day, month and year elsewhere.
	['2026-01-01T04:30:00Z', 'America/New_York', '2025-12-31'],
	['2025-12-31T11:00:00Z', 'Pacific/Auckland', '2026-01-01'],
	// The nights in which the clocks change in Berlin, New York and Havana (at midnight).
	['2026-03-28T23:30:00Z', 'Europe/Berlin', '2026-03-29'],
	['2026-03-29T22:30:00Z', 'Europe/Berlin', '2026-03-30'],
	['2026-10-24T22:30:00Z', 'Europe/Berlin', '2026-10-25'],
	['2026-10-25T22:30:00Z', 'Europe/Berlin', '2026-10-25'],
	['2026-11-01T04:30:00Z', 'America/New_York', '2026-11-01'],
	['2026-03-08T05:30:00Z', 'America/Havana', '2026-03-08'],
	['2026-03-08T04:30:00Z', 'America/Havana', '2026-03-07'],
	['2026-06-30T23:00:00Z', 'UTC+2', '2026-07-01'],
])('%s in %s is %s', (now, zone, day) => {
	at(now);
	expect(writeDay(today(checkedZone(zone)))).toBe(day);
});

const moment = DateTime.fromISO('2026-07-01T01:30:00', { zone: 'Asia/Tokyo' });

it.each<[unknown, string]>([
	['2026-02-28', '2026-02-28'],
	['  2026-02-28 ', '2026-02-28'],
	['2026-07-01T00:00:00', '2026-07-01'],
	['2026-07-01 23:59:59', '2026-07-01'],
	['2026-07-01T23:59:59.999', '2026-07-01'],
	['2026-06-30T22:30:00Z', '2026-07-01'],
	['2026-06-30T22:30:00.000+00:00', '2026-07-01'],
	['2026-07-01T01:30:00+09:00', '2026-06-30'],
	[moment, '2026-06-30'],
	[moment.toJSDate(), '2026-06-30'],
])('reads %s as %s in Berlin', (value, day) => {
	expect(writeDay(readDay(value, 'Europe/Berlin', 'Start Date'))).toBe(day);
});

it.each<[unknown, string]>([
	['', 'is empty'],
	[undefined, 'is empty'],
	['2026-02-30', 'is not a date'],
	['2026-13-01', 'is not a date'],
	['2026-2-3', 'is not a date'],
	['03/02/2026', 'is not a date'],
	['2026', 'is not a date'],
	['2026-03', 'is not a date'],
	['12:30', 'is not a date'],
	['20260302', 'is not a date'],
	['2026-03-02T25:00:00', 'is not a date'],
	['yesterday', 'is not a date'],
	[1767225600000, 'is not a date'],
	[{ year: 2026 }, 'is not a date'],
	[new Date(Number.NaN), 'is not a date'],
	[DateTime.invalid('test'), 'is not a date'],
])('refuses %p as a date: %s', (value, problem) => {
	expect(() => readDay(value, 'Europe/Berlin', 'End Date')).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(`"End Date" ${problem}`) as string,
			remedy: expect.stringContaining('YYYY-MM-DD') as string,
		}),
	);
});

it.each<[unknown, string, number]>([
	[new Date(Date.UTC(10_000, 0, 1)), 'UTC', 10_000],
	['9999-12-31T23:00:00Z', 'Asia/Tokyo', 10_000],
	['0000-01-01T00:00:00Z', 'America/New_York', -1],
	[DateTime.fromObject({ year: -5 }, { zone: 'utc' }), 'UTC', -5],
])('refuses %s in %s, whose year is %p', (value, zone, year) => {
	expect(() => readDay(value, zone, 'Start Date')).toThrow(`"Start Date" is in the year ${year}`);
});

it.each(['Mars/Olympus', '', 'local', 'system', 'DEFAULT', undefined, 2])(
	'refuses the zone %p',
	(zone) => expect(() => checkedZone(zone)).toThrow('"Timezone" is not a time zone'),
);

it.each<[unknown, string]>([
	['yesterday', '"yesterday"'],
	[1767225600000, '"1767225600000"'],
	[{ year: 2026 }, '"{"year":2026}"'],
	[['2026-01-01'], '"["2026-01-01"]"'],
	['x'.repeat(200), `"${'x'.repeat(100)}"`],
])('says what it was given in place of a date: %j', (value, told) => {
	expect(() => readDay(value, 'utc', 'Start Date')).toThrow(`"Start Date" is not a date: ${told}`);
});
