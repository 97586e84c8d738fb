import { Settings } from 'luxon';
import { nextPeriod, setBack, type State } from '../../../nodes/MerchantData/trigger/state.ts';

/** The number of a day of 2026. */
const day = (date: string) => Date.parse(`2026-${date}T00:00:00Z`) / 86_400_000;
const left = (from: string, through: string): State => ({
	identity: '',
	reading: '',
	from: day(from),
	through: day(through),
	rows: [],
});
const period = (before: State | undefined, end: string) => {
	const next = nextPeriod(before, day(end), 7);
	return next && `${next.startDate} ${next.endDate}`.replaceAll('2026-', '');
};

it.each([
	['begins as many days back as rows may be late', undefined, '03-31', '03-24 03-31'],
	['has a day more at the first poll of a day', left('03-24', '03-31'), '04-01', '03-24 04-01'],
	['reaches over a pause, and the days before it', left('01-10', '01-17'), '03-31', '01-10 03-31'],
	['does not begin in what was forgotten', left('03-30', '03-31'), '03-31', '03-30 03-31'],
	['is shorter with a shorter look-back', left('01-01', '03-31'), '03-31', '03-24 03-31'],
	['is none where its last day is now the day before', left('03-31', '03-31'), '03-30', undefined],
])('%s', (_, before, end, expected) => expect(period(before, end)).toBe(expected));

describe('a state that reaches beyond today', () => {
	const key = { key: 'aaaaaaaa', hash: 'bbbbbbbb' };
	const rows = ['03-28', '04-30'].map((date) => ({ ...key, day: day(date) }));
	const before = { ...left('03-23', '04-30'), rows };

	it.each([
		['04-10', '04-10', '03-03', '04-10', ['03-08', '04-10']],
		['04-10', '04-09', '03-02', '04-09', ['03-07', '04-09']],
	])('moves back as a whole (today %s, to be asked up to %s)', (today, end, from, through, row) => {
		const copy = structuredClone(before);
		expect(setBack(before, day(today), day(end))).toEqual({
			...left(from, through),
			rows: row.map((date) => ({ ...key, day: day(date) })),
		});
		expect(before).toEqual(copy);
	});

	it.each([
		['today', '04-30'],
		['today, to be asked up to yesterday', '04-29'],
		['a day before today', '05-02'],
	])('is none that ends %s', (_, end) => {
		const today = Math.max(day(end), day('04-30'));
		expect(setBack(before, today, day(end))).toBe(before);
	});
});

it('writes the same day, whatever zone n8n has set for the process', () => {
	Settings.defaultZone = 'America/New_York';
	try {
		expect(period(undefined, '03-31')).toBe('03-24 03-31');
	} finally {
		Settings.defaultZone = 'system';
	}
});
