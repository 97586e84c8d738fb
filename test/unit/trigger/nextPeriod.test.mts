import { Settings } from 'luxon';
import { nextPeriod, setBack, type State } from '../../../nodes/MerchantData/trigger/state.ts';

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const left = (from: string, through: string): State => ({
	identity: '',
	reading: '',
	from: day(from),
	through: day(through),
	rows: [],
});
const period = (before: State | undefined, end: string, lookBackDays = 7) => {
	const next = nextPeriod(before, day(end), lookBackDays);
	return next && Object.values(next);
};

it.each([
	[
		'begins as many days back as rows may be late',
		undefined,
		'2026-03-31',
		['2026-03-24', '2026-03-31'],
	],
	[
		'has one day more at the first poll of a day, for what came after the last one',
		left('2026-03-24', '2026-03-31'),
		'2026-04-01',
		['2026-03-24', '2026-04-01'],
	],
	[
		'reaches over a pause, and the look-back before it',
		left('2026-01-10', '2026-01-17'),
		'2026-03-31',
		['2026-01-10', '2026-03-31'],
	],
	[
		'does not begin before what has been forgotten',
		left('2026-03-30', '2026-03-31'),
		'2026-03-31',
		['2026-03-30', '2026-03-31'],
	],
	[
		'is shorter with a shorter look-back',
		left('2026-01-01', '2026-03-31'),
		'2026-03-31',
		['2026-03-24', '2026-03-31'],
	],
	[
		'is none where its last day is now the day before',
		left('2026-03-31', '2026-03-31'),
		'2026-03-30',
		undefined,
	],
])('%s', (_, before, end, expected) => expect(period(before, end)).toEqual(expected));

describe('a state that reaches beyond today', () => {
	const key = { key: 'aaaaaaaa', hash: 'bbbbbbbb' };
	const rows = ['2026-03-28', '2026-04-30'].map((date) => ({ ...key, day: day(date) }));
	const before = { ...left('2026-03-23', '2026-04-30'), rows };

	it.each([
		['2026-04-10', '2026-04-10', '2026-03-03', '2026-04-10', ['2026-03-08', '2026-04-10']],
		['2026-04-10', '2026-04-09', '2026-03-02', '2026-04-09', ['2026-03-07', '2026-04-09']],
	])('moves back as a whole (today %s, to be asked up to %s)', (today, end, from, through, row) => {
		const copy = structuredClone(before);
		expect(setBack(before, day(today), day(end))).toEqual({
			...left(from, through),
			rows: row.map((date) => ({ ...key, day: day(date) })),
		});
		expect(before).toEqual(copy);
	});

	it.each([
		['today', '2026-04-30'],
		['today, to be asked up to yesterday', '2026-04-29'],
		['a day before today', '2026-05-02'],
	])('is none that ends %s', (_, end) => {
		const today = Math.max(day(end), day('2026-04-30'));
		expect(setBack(before, today, day(end))).toBe(before);
	});
});

it('writes the same day, whatever zone n8n has set for the process', () => {
	Settings.defaultZone = 'America/New_York';
	try {
		expect(period(undefined, '2026-03-31')).toEqual(['2026-03-24', '2026-03-31']);
	} finally {
		Settings.defaultZone = 'system';
	}
});
