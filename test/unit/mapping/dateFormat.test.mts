import {
	checkedPattern,
	DATE_FORMATS,
	type DateFormat,
	DateReader,
} from '../../../nodes/MerchantData/mapping/dateFormat.ts';
import { refusal } from '../../kit/refusal.mts';
import { texts } from '../../kit/texts.mts';

type MenuFormat = Exclude<DateFormat, 'custom'>;
const formats = Object.keys(DATE_FORMATS) as MenuFormat[];
const BERLIN = 'Europe/Berlin';
const read = (value: unknown, format: DateFormat = 'iso', zone = BERLIN) =>
	new DateReader(format, zone).read(value);

/** November 20th, 2026, as people write it in each format. No other format reads it. */
const NOVEMBER_20: Record<MenuFormat, string[]> = {
	iso: ['2026-11-20'],
	monthSlashes: ['11/20/2026'],
	slashes: texts('2026/11/20 | 2026.11.20 | 2026. 11. 20. | 2026年11月20日 | 2026년 11월 20일'),
	dayMonthName: texts(
		'20 Nov 2026 | 20 november 2026 | 20 NOV. 2026 | 20 Nov, 2026 | 20 Nov\u00a02026 | 20-Nov-2026',
		'20. November 2026 | 20Nov2026 | 20/Nov/2026 | Fri 20 Nov 2026 | fri. 20-nov-2026',
	),
	dayDashes: ['20-11-2026'],
	dayDots: texts('20.11.2026 | 20. 11. 2026 | 20.\u00a011.\u00a02026 | Fri 20. 11. 2026'),
	daySlashes: ['20/11/2026'],
	monthName: texts(
		'Nov 20, 2026 | November 20,2026 | nov. 20 2026 | NOV 20 , 2026 | Friday, November 20, 2026',
	),
	compact: ['20261120'],
	spreadsheet: texts('46346 | 46346,5 | 46346.999'),
};
const writtenFormats = formats.filter((format) => format !== 'spreadsheet');

it.each(Object.entries(NOVEMBER_20))('%s alone reads %j', (own, all) => {
	for (const text of all) {
		const readBy = formats.filter((format) => read(text, format) !== undefined);
		expect([text, readBy, read(text, own as MenuFormat)]).toEqual([text, [own], '2026-11-20']);
	}
});

/** The examples are of January 31st. In Berlin, it is an hour later than in UTC. */
it.each([
	[' 23:59:59', '2026-01-31'],
	[' 23:30 Uhr', '2026-01-31'],
	['T23:30:00.123Z', '2026-02-01'],
	['t23:30z', '2026-02-01'],
	[' 23:30 UTC', '2026-02-01'],
	[' 23:30 GMT+0000', '2026-02-01'],
	[', 11:30 PM gmt', '2026-02-01'],
	[', 2:05\u202fp.m.', '2026-01-31'],
	[' 12:30 AM +0200', '2026-01-30'],
	[' 12:30 PM +0200', '2026-01-31'],
	[' 11:00-12:00', '2026-02-01'],
	[' 02:00 +14:00', '2026-01-30'],
])('with the time "%s", January 31st in any format is %s in Berlin', (time, day) => {
	const of = (format: MenuFormat) => read(DATE_FORMATS[format].example + time, format);
	expect(writtenFormats.map(of)).toEqual(writtenFormats.map(() => day));
});

it.each<[unknown, DateFormat, string]>([
	['2026-2-5', 'iso', '2026-02-05'],
	['2/5/2026', 'monthSlashes', '2026-02-05'],
	['2026年2月5日', 'slashes', '2026-02-05'],
	['05 feb 2026', 'dayMonthName', '2026-02-05'],
	['5-2-2026', 'dayDashes', '2026-02-05'],
	['05. 2. 2026', 'dayDots', '2026-02-05'],
	['5/2/2026', 'daySlashes', '2026-02-05'],
	['Feb 5, 2026', 'monthName', '2026-02-05'],
	['20 Sept 2026', 'dayMonthName', '2026-09-20'],
	['Fri, 20 Nov 2026 23:30:00 GMT', 'dayMonthName', '2026-11-21'],
	['20261120T233000Z', 'compact', '2026-11-21'],
	['20261120T1422', 'compact', '2026-11-20'],
	[20261120, 'compact', '2026-11-20'],
	[46346, 'spreadsheet', '2026-11-20'],
	[DATE_FORMATS.spreadsheet.example, 'spreadsheet', '2026-01-31'],
	['36585.999', 'spreadsheet', '2000-02-29'],
	['20000', 'spreadsheet', '1954-10-03'],
	['99999', 'spreadsheet', '2173-10-13'],
])('%p in the format %s is %s in Berlin', (value, format, day) => {
	expect(read(value, format)).toBe(day);
});

const NO_DAYS: Partial<Record<DateFormat, unknown[]>> = {
	iso: [
		...texts(
			' | 2026 | 2026-13-01 | 2026-02-30 | 2026-00-10 | 0000-00-00 | 26-11-20 | -- | 20.11.2026',
			'2026-11-20 25:00 | 2026-11-20 24:00 | 2026-11-20 10 | 2026-11-20Z | 2026-11-20 10:00 CET',
			'2026-11-20 20:00-21:00 | 2026-11-20 09:00-17:00 | 2026-11-20 09:00-12:30x | 2026-11-20 9:00+15:00',
			'2026-11-20 1030 | Freitag 2026-11-20 | Fri2026-11-20 | 2026/11/20 | 20-11-2026',
			'2026-11-20 10:60 | 2026-11-20T10:00+05:60 | 12026-11-20 | 2026-11-20 x',
		),
		...[`2026-11-20${' '.repeat(100)}.`, ['2026-11-20'], 20261120, NaN, null],
	],
	dayDots: ['30.02.2026', '29.02.2026', '20.11.26', '11.20.2026', '20.11.2026 10.30'],
	monthSlashes: ['11/20/2026 24:05', '20/11/2026', '0/20/2026', '13/1/2026', '11/31/2026'],
	slashes: ['2026/13/01', '2026/11/32', '2026/0/1', '2026/11'],
	dayMonthName: texts('31 Apr 2026 | 0 Nov 2026 | 32 Nov 2026 | 20 Mai 2026 | 20 Decem 2026'),
	dayDashes: ['32-11-2026', '20-13-2026', '20-11-26'],
	daySlashes: ['32/11/2026', '31/04/2026', '20/11/26'],
	compact: ['18991231', '21000101', '20261320', '20260230', '2026112', '202611200'],
	monthName: ['Novem 20, 2026', 'Sept 31, 2026', '20 Nov 2026', 'Nov 2026'],
	spreadsheet: [0, 0.5, -5, 123_456, 1e21, '046346', '46346 10:00', '46,346.5'],
};

it.each(Object.entries(NO_DAYS))(
	'the format %s, whatever it has read, has no day in %j',
	(format, values) => {
		const reader = new DateReader(format as DateFormat, BERLIN);
		for (const value of values) {
			for (const each of ['2026-11-20T23:30:00Z', '2026-11-20T23:30:00 UTC'])
				expect(reader.read(each)).toBe('2026-11-21');
			expect([value, reader.read(value)]).toEqual([value, undefined]);
		}
	},
);

it('in Newfoundland, a day began twice when the clocks were set back a minute after midnight', () => {
	const days = ['02:29:59', '02:30:00', '02:30:59', '02:31:00', '03:29:59', '03:30:00'].map(
		(time) => read(`2010-11-07T${time}Z`, 'iso', 'America/St_Johns'),
	);
	expect(days.map((day) => Number(day!.slice(-2)))).toEqual([6, 7, 7, 6, 6, 7]);
});

describe('Date Pattern', () => {
	it.each([
		['dd.MM.yy', '31.01.26', '2026-01-31'],
		['dd-MMM-yyyy', '31-jan-2026', '2026-01-31'],
		["d 'de' MMMM 'de' yyyy", '31 de January de 2026', '2026-01-31'],
		["yyyyMMdd'Z'", '20260131Z', '2026-01-31'],
		['yyyy-MM-dd HH:mm', '2026-01-31 23:30', '2026-01-31'],
		// With a zone it is a moment.
		['d.M.yyyy HH:mm ZZ', '31.1.2026 23:30 +00:00', '2026-02-01'],
		['dd.MM.yy', '2026-01-31T23:30:00Z', '2026-02-01'],
		['dd.MM.yy', '2026-01-31', undefined],
		['dd.MM.yy', '31.02.26', undefined],
		['dd.MM.yy', '31.01.26'.padEnd(60), '2026-01-31'],
	])('%s reads %j as %s', (pattern, text, day) => {
		const reader = new DateReader('custom', BERLIN, pattern);
		expect([reader.read(text), reader.read(text)]).toEqual([day, day]);
		expect(reader.example).toBe(pattern);
	});

	it.each([
		['yyyy-mm-dd', 'month', 'Write MM for the month; mm means minutes.'],
		['DD.MM.yyyy', 'day', 'Write dd for the day.'],
		['dd.MM.YYYY', 'year', 'Write yyyy or yy for the year.'],
		["dd.'MM'.yyyy", 'month', 'Write MM for the month; mm means minutes.'],
	])('%j is refused: it has no %s', (pattern, part, remedy) => {
		const message = `"Date Pattern" has no ${part}`;
		expect(refusal(() => checkedPattern(pattern))).toEqual({ message, remedy });
	});

	it.each(['dd.MM.yy', ' d LLL yyyy ', "yyyy'M'M-dd HH:mm"])('%j is taken', (pattern) => {
		expect(checkedPattern(pattern)).toBe(pattern.trim());
	});
});
