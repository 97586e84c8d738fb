import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { dayIn, dayOf, parseDay, writeDay } from '../../../nodes/MerchantData/lib/day.ts';

const BERLIN = 'Europe/Berlin';
const EVENING = '2026-11-20T23:30:00Z';

it.each<[value: unknown, day: string, zone?: string]>([
	['2026-02-28', '2026-02-28'],
	// The zone left this day out.
	['2011-12-30', '2011-12-30', 'Pacific/Apia'],
	['2026-11-20 23:30', '2026-11-20'],
	[EVENING, '2026-11-21'],
	[runInNewContext(`new Date('${EVENING}')`), '2026-11-21'],
	[DateTime.fromISO(EVENING, { zone: 'America/New_York' }), '2026-11-21'],
	// The value of another copy of luxon.
	[{ isLuxonDateTime: true, setZone: () => DateTime.fromISO('2026-11-21') }, '2026-11-21'],
])('reads %p as the day %s', (value, day, zone = BERLIN) => {
	expect(writeDay(dayIn(value, zone)!)).toBe(day);
});

const NO_DAYS = ['2026-02-30', '2026-2-3', '2026-03-02T25:00', '', null, 20261120, new Date(NaN)];
const BEYOND_YYYY = ['9999-12-31T23:30:00Z', DateTime.fromObject({ year: -5 })];
it.each([...NO_DAYS, ...BEYOND_YYYY])('finds no day in %p', (value) => {
	expect(dayIn(value, BERLIN)).toBeUndefined();
});

it('a day is midnight in UTC, whatever its zone', () => {
	const day = dayOf(DateTime.fromISO('2026-03-29T02:30:00', { zone: 'Asia/Kathmandu' }));
	expect(day.toISO()).toBe('2026-03-29T00:00:00.000Z');
	expect(day.equals(parseDay('2026-03-29'))).toBe(true);
});
