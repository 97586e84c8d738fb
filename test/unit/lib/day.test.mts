import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { dayIn, dayOf, parseDay, writeDay } from '../../../nodes/MerchantData/lib/day.ts';

const BERLIN = 'Europe/Berlin';
const written = (value: unknown, zone = BERLIN) => {
	const day = dayIn(value, zone);
	return day && writeDay(day);
};

const EVENING = '2026-11-20T23:30:00Z';

it.each([
	['2026-02-28', '2026-02-28'],
	['2026-11-20 23:30', '2026-11-20'],
	[EVENING, '2026-11-21'],
	[new Date(EVENING), '2026-11-21'],
	[runInNewContext(`new Date('${EVENING}')`), '2026-11-21'],
	[DateTime.fromISO(EVENING, { zone: 'America/New_York' }), '2026-11-21'],
	// The value of another copy of luxon.
	[{ isLuxonDateTime: true, setZone: () => DateTime.fromISO('2026-11-21') }, '2026-11-21'],
])('reads %p as the day %s in Berlin', (value, day) => {
	expect(written(value)).toBe(day);
});

it('reads a plain date as that day even in a zone that left it out', () => {
	expect(written('2011-12-30', 'Pacific/Apia')).toBe('2011-12-30');
});

it.each([
	'2026-02-30',
	'2026-2-3',
	'03/02/2026',
	'2026-03-02T25:00:00',
	'',
	// Years that YYYY cannot write.
	'9999-12-31T23:30:00Z',
	new Date(Date.UTC(10_000, 0, 1)),
	DateTime.fromObject({ year: -5 }),
	new Date(NaN),
	DateTime.invalid('test'),
	null,
	undefined,
	20261120,
])('finds no day in %p', (value) => {
	expect(dayIn(value, BERLIN)).toBeUndefined();
});

it('a day is midnight in UTC, whatever its zone', () => {
	for (const zone of ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia']) {
		const day = dayOf(DateTime.fromISO('2026-03-29T02:30:00', { zone }));
		expect(day.toISO()).toBe('2026-03-29T00:00:00.000Z');
		expect(day.equals(parseDay('2026-03-29'))).toBe(true);
		expect(dayIn(EVENING, zone)!.zoneName).toBe('UTC');
	}
});
