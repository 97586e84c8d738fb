import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { DateTime, FixedOffsetZone } from 'luxon';
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

/** How luxon writes and reads days in each format: the independent reader. */
const TOKENS: Record<Exclude<MenuFormat, 'spreadsheet'>, string[]> = {
	monthSlashes: ['MM/dd/yyyy', 'M/d/yyyy'],
	iso: ['yyyy-MM-dd', 'yyyy-M-d'],
	slashes: ['yyyy/MM/dd', 'yyyy/M/d', 'yyyy. M. d.', 'yyyy.MM.dd', 'yyyy年M月d日'],
	compact: ['yyyyMMdd'],
	dayMonthName: [
		'd LLL yyyy',
		'dd LLLL yyyy',
		'd LLL. yyyy',
		'd LLL, yyyy',
		'dd-LLL-yyyy',
		'd. LLLL yyyy',
		'ddLLLyyyy',
	],
	dayDashes: ['dd-MM-yyyy', 'd-M-yyyy'],
	dayDots: ['dd.MM.yyyy', 'd.M.yyyy', 'd. M. yyyy'],
	daySlashes: ['dd/MM/yyyy', 'd/M/yyyy'],
	monthName: ['LLL d, yyyy', 'LLLL d, yyyy', 'LLL dd yyyy', 'LLL. d, yyyy', 'cccc, LLLL d, yyyy'],
};
type WrittenFormat = keyof typeof TOKENS;
const writtenFormats = Object.keys(TOKENS) as WrittenFormat[];
const en = { locale: 'en-US', zone: 'utc' };

it('the examples are one day', () => {
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
	slashes: [year, between('/', '.', '年'), month, between('/', '. ', '月'), day],
	compact: [year, between(''), month, between(''), day],
	dayMonthName: [
		day,
		between(' ', '-', '. ', ''),
		monthName,
		between(' ', ', ', '. ', '., ', '-'),
		year,
	],
	dayDashes: [day, between('-'), month, between('-'), year],
	dayDots: [day, between('.', '. '), month, between('.', '. '), year],
	daySlashes: [day, between('/'), month, between('/'), year],
	monthName: [monthName, between(' ', '. '), day, between(' ', ', ', ','), year],
};
const dateLike = fc.oneof(
	...Object.values(SHAPES).map((parts) => fc.tuple(...parts).map((all) => all.join(''))),
);

/** What is taken beyond what luxon takes: any blanks, a comma before the year, a dot after the month, other marks. */
const likeLuxon = (text: string, format: DateFormat) => {
	if (format === 'dayDots') return text.replace(/\.\s+/g, '.');
	if (format === 'slashes')
		return text.replace(/^(\d{4})[/.年]\s*(\d+)[/.月]\s*(\d+)[.日]?$/, '$1/$2/$3');
	if (format !== 'dayMonthName' && format !== 'monthName') return text;
	const spaced =
		format === 'dayMonthName'
			? text.replace(/(?<=^\d+)[\s./-]*(?=[a-z])|(?<=[a-z]\.?)[\s,/-]*(?=\d{4}$)/gi, ' ')
			: text;
	return spaced.replace(/\s*,\s*(?=\d{4}$)|\s+/g, ' ').replace(/(?<=[a-z])\./i, '');
};
const LUXON: Record<WrittenFormat, string[]> = {
	...TOKENS,
	dayMonthName: ['d LLL yyyy', 'd LLLL yyyy'],
	dayDots: ['d.M.yyyy'],
	slashes: ['yyyy/M/d'],
	monthName: ['LLL d yyyy', 'LLLL d yyyy'],
};

it.each(writtenFormats)('%s reads what luxon reads so, and nothing else', (format) => {
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
		{ numRuns: draws(3_000) },
	);
	expect(fc.sample(dateLike, 3_000).some((text) => read(text, format) !== undefined)).toBe(true);
});

const ZONES = texts(
	'Asia/Kathmandu | America/St_Johns | Pacific/Apia | Pacific/Chatham | Europe/Berlin',
	'America/Havana | Australia/Lord_Howe | America/Los_Angeles | UTC',
);

/** Moments around the midnights of a zone, at which luxon knows the day. */
const moment = fc
	.record({
		zone: fc.constantFrom(...ZONES),
		offset: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
		day: fc.integer({ min: 0, max: 14_974 }),
		seconds: fc.oneof(
			fc.integer({ min: -1_000, max: 1_000 }),
			fc.integer({ min: -86_400, max: 86_400 }),
		),
	})
	.map(({ zone, offset, day, seconds }) => {
		const midnight = DateTime.fromISO('1990-01-01', { zone }).plus({ days: day });
		return { zone, offset, at: midnight.plus({ seconds }) };
	});

it.each(writtenFormats)('%s: a moment is brought into the zone, as luxon does', (format) => {
	const [token] = TOKENS[format];
	const times = ["'T'HH:mm:ss.SSS", ' HH:mm:ss', ', h:mm:ss a', ' HH:mm'];
	fc.assert(
		fc.property(
			moment,
			fc.constantFrom(...times),
			fc.constantFrom('ZZ', ' ZZZ', " 'GMT'ZZZ"),
			({ zone, offset, at }, time, zoneToken) => {
				const written = at.setZone(FixedOffsetZone.instance(offset)).setLocale('en-US');
				const text = written.toFormat(
					`${token} ${time.trim()}`.replace(/ (?=,|'T')/, '') + zoneToken,
				);
				expect([text, read(text, format, zone)]).toEqual([text, at.toISODate()]);
				const utc = `${at.toUTC().setLocale('en-US').toFormat(`${token}${time}`)}`;
				for (const end of ['Z', ' UTC', ' gmt'])
					expect([utc, read(utc + end, format, zone)]).toEqual([utc, at.toISODate()]);
				// What is one moment in itself needs no format.
				for (const each of [at, at.toJSDate(), at.toISO(), at.toUTC().toISO()])
					expect(read(each, format, zone)).toBe(at.toISODate());
			},
		),
		{ numRuns: draws(300) },
	);
});

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
	[46346, 'spreadsheet', '2026-11-20'],
	['46346,5', 'spreadsheet', '2026-11-20'],
	['36585.999', 'spreadsheet', '2000-02-29'],
	['20000', 'spreadsheet', '1954-10-03'],
	['99999', 'spreadsheet', '2173-10-13'],
	['31.01.2026 23:59', 'dayDots', '2026-01-31'],
	['31/01/2026 23:59', 'daySlashes', '2026-01-31'],
	['31 Jan 2026 23:59', 'dayMonthName', '2026-01-31'],
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
	'what is no day in the format %s, whatever has been read before',
	(format, values) => {
		const reader = new DateReader(format, BERLIN);
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

it('it is known what looks like a date in any format', () => {
	const dates = texts(
		'20.11.2026 | 11/20/2026 | 20/11/2026 14:22 | Nov 20, 2026 | 20 November 2026',
		'2026/11/20 | 11/20/26 | 20-11-2026 | 20-Nov-2026 | Friday, November 20, 2026 | 20. 11. 2026',
		'20-Nov-26 | 20261120T142205Z | 20.11.26 | 2026-11-20 10:30 EST',
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
	])('%j is refused: it has no %s', (pattern, part, remedy) => {
		const message = `"Date Pattern" has no ${part}`;
		expect(refusal(() => checkedPattern(pattern))).toEqual({ message, remedy });
	});

	it.each(['dd.MM.yy', ' d LLL yyyy ', "yyyy'M'M-dd HH:mm"])('%j is taken', (pattern) => {
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
	['2026. 11. 20.', 'slashes'],
	['20261120T142205Z', 'compact'],
])('%s is read by %s', (text, way) => {
	expect(contentOf('test/data/inputs/dates.csv')).toContain(`;${text}\n`);
	const inMenu = DATE_FORMATS[way as MenuFormat] as { example: string } | undefined;
	const reader = new DateReader('iso', BERLIN);
	const readings = inMenu ? reader.readings(text) : reader.patternReadings(text);
	expect([...readings]).toEqual([['2026-11-20', [`"${inMenu?.example ?? way}"`]]]);
	if (!inMenu) expect(reader.readings(text).size).toBe(0);
});

it.each([
	['2026-11-20 10:30 EST', 'EST'],
	['20.11.2026 10:30 Uhr', undefined],
	['20.11.2026 10:30 CET', 'CET'],
	['Nov 20, 2026, 10:30 AM pst', 'pst'],
	['2026-11-20 10:30 UTC', undefined],
	['2026-11-20 EST', undefined],
	['n/a', undefined],
])('the name of a zone in %j is %s', (text, zone) => {
	expect(namedZoneIn(text)).toBe(zone);
	if (zone) for (const format of formats) expect(read(text, format)).toBeUndefined();
});
