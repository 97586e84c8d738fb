import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	checkedPattern,
	DATE_FORMATS,
	type DateFormat,
	DateReader,
	looksLikeDate,
	namedZoneIn,
} from '../../../nodes/MerchantData/mapping/dateFormat.ts';
import { read as contentOf } from '../../kit/repository.mts';
import { refusal } from '../../kit/refusal.mts';
import { texts } from '../../kit/texts.mts';

type MenuFormat = Exclude<DateFormat, 'custom'>;
const formats = Object.keys(DATE_FORMATS) as MenuFormat[];
const BERLIN = 'Europe/Berlin';
const read = (value: unknown, format: DateFormat = 'iso', zone = BERLIN) =>
	new DateReader(format, zone).read(value);

type WrittenFormat = Exclude<MenuFormat, 'spreadsheet'>;
const en = { locale: 'en-US', zone: 'utc' };

it('the examples of the formats are one day, in the order that n8n wants of a menu', () => {
	const examples = formats.map((format) => DATE_FORMATS[format].example);
	expect(examples.toSorted((a, b) => a.localeCompare(b))).toEqual(examples);
	for (const format of formats)
		expect([format, read(DATE_FORMATS[format].example, format)]).toEqual([format, '2026-01-31']);
});

/** What people write, and what looks like it: days that are none, other signs, other years. */
const numbersTo = (max: number) =>
	fc
		.tuple(fc.nat({ max }), fc.constantFrom(1, 2, 2, 3))
		.map(([each, length]) => String(each).padStart(length, '0'));
const year = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: 1890, max: 2110 }).map(String) },
	{ weight: 1, arbitrary: fc.stringMatching(/^\d{1,5}$/) },
);
const monthName = fc.constantFrom(
	...texts('Jan | feb | MAR | April | may | June | july | Sep | OCTOBER | Nov | Decem | Mai'),
);
const between = (...own: string[]) =>
	fc.oneof(
		{ weight: 5, arbitrary: fc.constantFrom(...own) },
		{ weight: 1, arbitrary: fc.constantFrom('.', '/', '-', ' ', '', ', ', '. ', '\u00a0') },
	);
const [day, month] = [numbersTo(33), numbersTo(14)];
const SHAPES: Record<WrittenFormat, Array<fc.Arbitrary<string>>> = {
	monthSlashes: [month, between('/'), day, between('/'), year],
	iso: [year, between('-'), month, between('-'), day],
	slashes: [year, between('/'), month, between('/'), day],
	compact: [year, between(''), month, between(''), day],
	dayMonthName: [day, between(' ', '-'), monthName, between(' ', ', ', '. ', '., ', '-'), year],
	dayDashes: [day, between('-'), month, between('-'), year],
	dayDots: [day, between('.', '. '), month, between('.', '. '), year],
	daySlashes: [day, between('/'), month, between('/'), year],
	monthName: [monthName, between(' ', '. '), day, between(' ', ', ', ','), year],
};
const dateLike = fc.oneof(
	...Object.values(SHAPES).map((parts) => fc.tuple(...parts).map((all) => all.join(''))),
);

/** A text as luxon takes it: with one blank, no comma before the year, no dot after the month, no dashes. */
const likeLuxon = (text: string, format: DateFormat) => {
	if (format === 'dayDots') return text.replace(/\.\s+/g, '.');
	if (format !== 'dayMonthName' && format !== 'monthName') return text;
	const spaced =
		format === 'dayMonthName' ? text.replace(/(?<=\d)-(?=[a-z])|(?<=[a-z]\.?)-/gi, ' ') : text;
	return spaced.replace(/\s*,\s*(?=\d{4}$)|\s+/g, ' ').replace(/(?<=[a-z])\./i, '');
};
const LUXON: Record<WrittenFormat, string[]> = {
	monthSlashes: ['MM/dd/yyyy', 'M/d/yyyy'],
	iso: ['yyyy-MM-dd', 'yyyy-M-d'],
	slashes: ['yyyy/MM/dd', 'yyyy/M/d'],
	compact: ['yyyyMMdd'],
	dayMonthName: ['d LLL yyyy', 'd LLLL yyyy'],
	dayDashes: ['dd-MM-yyyy', 'd-M-yyyy'],
	dayDots: ['d.M.yyyy'],
	daySlashes: ['dd/MM/yyyy', 'd/M/yyyy'],
	monthName: ['LLL d yyyy', 'LLLL d yyyy'],
};

it.each(Object.keys(LUXON) as WrittenFormat[])(
	'%s reads what luxon reads so, and nothing else',
	(format) => {
		const parsers = LUXON[format].map((token) => DateTime.buildFormatParser(token, en));
		fc.assert(
			fc.property(dateLike, (text) => {
				const days = parsers.map((parser) =>
					DateTime.fromFormatParser(likeLuxon(text, format), parser, en),
				);
				// Digits alone are days of these centuries.
				const isFar = format === 'compact' && !/^(?:19|20)/.test(text);
				const day = isFar ? undefined : days.find(({ isValid }) => isValid)?.toISODate();
				expect([text, read(text, format)]).toEqual([text, day]);
			}),
			{ numRuns: 3_000 },
		);
		expect(fc.sample(dateLike, 3_000).some((text) => read(text, format) !== undefined)).toBe(true);
	},
);

it.each<[unknown, DateFormat, string]>([
	['2026-11-20t23:30z', 'iso', '2026-11-21'],
	['11/20/2026, 2:05 PM', 'monthSlashes', '2026-11-20'],
	['11/20/2026, 2:05\u202fp.m.', 'monthSlashes', '2026-11-20'],
	['11/20/2026 12:30 AM +0200', 'monthSlashes', '2026-11-19'],
	['11/20/2026 12:30 PM +0200', 'monthSlashes', '2026-11-20'],
	['nov. 20 2026', 'monthName', '2026-11-20'],
	['NOVEMBER 20,2026', 'monthName', '2026-11-20'],
	['20 Sept 2026', 'dayMonthName', '2026-09-20'],
	['Friday, November 20, 2026', 'monthName', '2026-11-20'],
	['Fri, 20 Nov 2026 23:30:00 GMT', 'dayMonthName', '2026-11-21'],
	['fri. 20-nov-2026', 'dayMonthName', '2026-11-20'],
	['Fri 20. 11. 2026', 'dayDots', '2026-11-20'],
	['20.\u00a011.\u00a02026 14:22', 'dayDots', '2026-11-20'],
	['20261120T233000Z', 'compact', '2026-11-21'],
	['20261120T1422', 'compact', '2026-11-20'],
	['20261120 14:22', 'compact', '2026-11-20'],
	['2026/11/20 14:22:05', 'slashes', '2026-11-20'],
	['20-11-2026 14:22', 'dayDashes', '2026-11-20'],
	['2026-11-20 11:00-12:00', 'iso', '2026-11-21'],
	['2026-11-20 02:00+14:00', 'iso', '2026-11-19'],
	[20261120, 'compact', '2026-11-20'],
	['32874,75', 'spreadsheet', '1990-01-01'],
	['Nov 20, 2026 23:30 UTC', 'monthName', '2026-11-21'],
	['20.11.2026 23:30 GMT+00:00', 'dayDots', '2026-11-21'],
	['20/11/2026 18:00 -0530', 'daySlashes', '2026-11-21'],
	[46346, 'spreadsheet', '2026-11-20'],
	['46346,5', 'spreadsheet', '2026-11-20'],
	[runInNewContext('new Date("2026-11-20T23:30:00Z")'), 'compact', '2026-11-21'],
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
		...[`2026-11-20${' '.repeat(100)}.`, { year: 2026 }, ['2026-11-20'], 20261120, NaN, true, null],
		...[undefined, new Date(NaN), DateTime.invalid('test'), new Date(Date.UTC(10_000, 0, 5))],
	],
	dayDots: ['30.02.2026', '29.02.2026', '20.11.26', '11.20.2026', '20.11.2026 10.30'],
	monthSlashes: ['11/20/2026 24:05', '20/11/2026'],
	monthName: ['Novem 20, 2026', 'Sept 31, 2026', '20 Nov 2026', 'Nov 2026'],
	spreadsheet: [
		...[0, 0.5, -5, 1, 123_456, 1e21, 1_767_225_600_000],
		...['046346', '46346 10:00', '46,346.5'],
	],
};

it.each(Object.entries(NO_DAYS) as Array<[DateFormat, unknown[]]>)(
	'the format %s refuses what is not a day, whatever was read before',
	(format, values) => {
		const reader = new DateReader(format, BERLIN);
		for (const value of values) {
			for (const each of ['2026-11-20T23:30:00Z', '2026-11-20T23:30:00 UTC'])
				expect(reader.read(each)).toBe('2026-11-21');
			expect([value, reader.read(value)]).toEqual([value, undefined]);
		}
	},
);

it('a moment has its day in a zone whose clocks go back a minute after midnight (Newfoundland)', () => {
	const reader = new DateReader('iso', 'America/St_Johns');
	const times = ['02:29:59', '02:30:00', '02:30:59', '02:31:00', '03:29:59', '03:30:00'];
	const days = times.map((time) => reader.read(`2010-11-07T${time}Z`));
	expect(days.map((day) => Number(day!.slice(-2)))).toEqual([6, 7, 7, 6, 6, 7]);
});

it('looksLikeDate takes dates of any format, and no other texts', () => {
	const dates = texts(
		'20.11.2026 | 11/20/2026 | 20/11/2026 14:22 | Nov 20, 2026 | 20 November 2026',
		'2026/11/20 | 11/20/26 | 20-11-2026 | 20-Nov-2026 | Friday, November 20, 2026 | 20. 11. 2026',
		'20-Nov-26 | 2026. 11. 20. | 20261120T142205Z | 20.11.26 | 2026-11-20 10:30 EST',
		'2026-11-20 | 46346 | 2026-11-20 14:22 | 2026-11-20T10:00:00Z | 2026-1-5 | 20261120 | 19991231',
	);
	const others = texts(
		'12345678 | 20261320 | 2026 | 32.02.2026 | 1.2.3 | 12:30 |  | Nov 2026',
		'Top 10-20-30 | 555-12-34 | 10-12 | 10/12 | v1.2.26 | 99.99.26',
		'Spring 2026 | 192.168.1.2026 | 20.11.',
		'x'.repeat(100),
	);
	expect([...dates, ...others].filter(looksLikeDate)).toEqual(dates);
});

describe('Date Pattern', () => {
	it.each([
		['dd.MM.yy', '31.01.26', '2026-01-31'],
		['dd-MMM-yyyy', '31-jan-2026', '2026-01-31'],
		['M/d/yy', '1/31/26', '2026-01-31'],
		["d 'de' MMMM 'de' yyyy", '31 de January de 2026', '2026-01-31'],
		["yyyyMMdd'Z'", '20260131Z', '2026-01-31'],
		['yyyy-MM-dd HH:mm', '2026-01-31 23:30', '2026-01-31'],
		// With a zone it is a moment.
		['d.M.yyyy HH:mm ZZ', '31.1.2026 23:30 +00:00', '2026-02-01'],
		['dd.MM.yy', '2026-01-31T23:30:00Z', '2026-02-01'],
		['dd.MM.yy', '2026-01-31', undefined],
		['dd.MM.yy', '31.02.26', undefined],
		['dd.MM.yy', '31.1.26', undefined],
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
		['', 'year', 'Write yyyy or yy for the year.'],
	])('refuses %j, which has no %s', (pattern, part, remedy) => {
		const message = `"Date Pattern" has no ${part}`;
		expect(refusal(() => checkedPattern(pattern))).toEqual({ message, remedy });
	});

	it.each(['dd.MM.yy', ' d LLL yyyy ', "yyyy'M'M-dd HH:mm"])('takes %j', (pattern) => {
		expect(checkedPattern(pattern)).toBe(pattern.trim());
	});
});

/** The cases of dates.csv: the format that reads each, or the pattern that the error leads to. */
it.each<[text: string, way: MenuFormat | string]>([
	['2026/11/20', 'slashes'],
	['11/20/26', 'M/d/yy'],
	['20-11-2026', 'dayDashes'],
	['20-Nov-2026', 'dayMonthName'],
	['Friday, November 20, 2026', 'monthName'],
	['20. 11. 2026', 'dayDots'],
	['20-Nov-26', 'd-MMM-yy'],
	['2026. 11. 20.', 'yyyy. M. d.'],
	['20261120T142205Z', 'compact'],
])('%s is read by %s, or an error leads there', (text, way) => {
	expect(contentOf('test/data/inputs/dates.csv')).toContain(`;${text}\n`);
	const inMenu = DATE_FORMATS[way as MenuFormat] as { example: string } | undefined;
	const reader = new DateReader('iso', BERLIN);
	const readings = inMenu ? reader.readings(text) : reader.patternReadings(text);
	expect([...readings]).toEqual([['2026-11-20', [`"${inMenu?.example ?? way}"`]]]);
	if (!inMenu) expect(reader.readings(text).size).toBe(0);
});

it.each([
	['2026-11-20 10:30 EST', 'EST'],
	['20.11.2026 10:30 Uhr', 'Uhr'],
	['Nov 20, 2026, 10:30 AM pst', 'pst'],
	['2026-11-20 10:30 UTC', undefined],
	['2026-11-20 EST', undefined],
	['n/a', undefined],
])('the name of a zone in %j is %s', (text, zone) => {
	expect(namedZoneIn(text)).toBe(zone);
	if (zone) for (const format of formats) expect(read(text, format)).toBeUndefined();
});
