import { DateTime, Info } from 'luxon';
import { dayIn, writeDay } from '../lib/day';
import { copied } from '../lib/objects';
import { InvalidValue } from '../errors/invalidInput';

/** How dates are written: the choices of *Date Format*. */

const ENGLISH = { locale: 'en-US' };
const SHORT_MONTHS = Info.months('short', ENGLISH);
const LONG_MONTHS = Info.months('long', ENGLISH);
const WEEKDAYS = [...Info.weekdays('long', ENGLISH), ...Info.weekdays('short', ENGLISH)];

const YEAR = '(?<year>\\d{4})';
const MONTH = '(?<month>0?[1-9]|1[0-2])';
const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])';
/** British software writes "Sept". */
const MONTH_NAME = `(?<name>${[...LONG_MONTHS, 'Sept', ...SHORT_MONTHS].join('|')})\\.?`;
const GAP = '(?:\\s*,\\s*|\\s+)';
/** `T14:22:05.000`, ` 14:22`, `, 2:05 PM`, ` 14:22 Uhr`. */
const timeWith = (colon: string) =>
	`(?:T|,|,?\\s+)(?<hour>[01]?\\d|2[0-3])${colon}(?<minute>[0-5]\\d)(?:${colon}[0-5]\\d(?:[.,]\\d+)?)?(?:\\s*(?:(?<half>[ap])\\.?m\\.?|uhr|h(?!\\p{L})))?`;
/** An offset is from -12:00 to +14:00: `20:00-21:00` has none. A name such as EST may mean several zones. */
const ZONE =
	'\\s*(?:(?<zone>Z|UTC|GMT|(?:UTC|GMT)?(?:\\+(?:0\\d|1[0-4])|-(?:0\\d|1[0-2]))(?::?[0-5]\\d)?)|(?<named>\\p{L}{2,5}))';

const format = (example: string, day: string, colon = ':') => ({
	example,
	pattern: new RegExp(
		`^(?:(?:${WEEKDAYS.join('|')})\\.?,?\\s+)?${day}(?:${timeWith(colon)}(?:${ZONE})?)?$`,
		'iu',
	),
});

/** The plainest first, digits last. Digits alone are read as days of these centuries only. */
export const DATE_FORMATS = {
	iso: format('2026-01-31', `${YEAR}-${MONTH}-${DAY}`),
	monthSlashes: format('01/31/2026', `${MONTH}/${DAY}/${YEAR}`),
	// In eastern Asia and in Hungary with points, or with signs for year, month and day.
	slashes: format('2026/01/31', `${YEAR}[/.年년]\\s*${MONTH}[/.月월]\\s*${DAY}[.日일]?`),
	dayMonthName: format('31 Jan 2026', `${DAY}[\\s./-]*${MONTH_NAME}[\\s,/-]*${YEAR}`),
	dayDashes: format('31-01-2026', `${DAY}-${MONTH}-${YEAR}`),
	dayDots: format('31.01.2026', `${DAY}\\.\\s*${MONTH}\\.\\s*${YEAR}`),
	daySlashes: format('31/01/2026', `${DAY}/${MONTH}/${YEAR}`),
	monthName: format('Jan 31, 2026', `${MONTH_NAME}\\s+${DAY}${GAP}${YEAR}`),
	compact: format('20260131', `(?=(?:19|20)\\d{6}(?!\\d))${YEAR}${MONTH}${DAY}`, ':?'),
	// Days from 1954 to 2173, and after the separator the time, as a fraction of the day.
	spreadsheet: { example: '46053', pattern: /^(?<serial>[2-9]\d{4})(?:[.,]\d*)?$/ },
};

type WrittenFormat = keyof typeof DATE_FORMATS;
export type DateFormat = WrittenFormat | 'custom';

/** Patterns that errors suggest for days in none of the formats. */
const PATTERNS = 'd.M.yy|M/d/yy|d/M/yy|d-M-yy|M-d-yy|yy-MM-dd|d-MMM-yy|d MMM yy'.split('|');

const unquoted = (pattern: string): string => pattern.replace(/'[^']*'/g, '');

/** The parts of a day, the tokens of luxon for each, and how to write them. */
const PARTS = [
	['year', /y/, 'Write yyyy or yy for the year.'],
	['month', /[ML]/, 'Write MM for the month; mm means minutes.'],
	['day', /d/, 'Write dd for the day.'],
] as const;

/** The field *Date Pattern*, in luxon's tokens. @throws InvalidValue if a part of the day is not in it */
export function checkedPattern(typed: string): string {
	const pattern = typed.trim();
	for (const [part, token, remedy] of PARTS)
		if (!token.test(unquoted(pattern)))
			throw new InvalidValue('setting.incomplete', 'Date Pattern', `has no ${part}`, remedy);
	return pattern;
}

/** The longest date. */
const MOST_CHARS = 50;
/** Texts that a reader remembers: the minutes of a month. They take 6 MB at most. */
const MOST_KNOWN = 50_000;

export class DateReader {
	/** Days by text: a column of a million rows has few different ones. */
	private readonly known = new Map<string, string>();
	private readonly isoReader: DateReader;

	/** @param zone in which a moment has its day: an IANA name. @param pattern of the format `custom` */
	constructor(
		readonly format: DateFormat,
		readonly zone: string,
		readonly pattern = '',
	) {
		this.isoReader = format === 'iso' ? this : new DateReader('iso', zone);
	}

	/**
	 * The day of a text, of a number that stands for its digits, or of a date, as YYYY-MM-DD. A text is taken as it
	 * is written, unless it has a zone.
	 * @returns undefined if it is not a day in the format
	 */
	read(value: unknown): string | undefined {
		if (typeof value !== 'string' && typeof value !== 'number') return this.dayOf(value);
		const text = String(value);
		const known = this.known.get(text);
		if (known !== undefined) return known;
		const iso = this.isoOf(text.trim());
		if (iso === undefined) return undefined;
		// A million rows may have as many times, but fewer days and minutes, and luxon takes 10 to 20 µs for each.
		const day = iso === text ? this.dayOf(iso) : this.isoReader.read(iso);
		if (day === undefined) return undefined;
		if (this.known.size === MOST_KNOWN) this.known.clear();
		this.known.set(copied(text), day);
		return day;
	}

	get example(): string {
		return this.format === 'custom' ? this.pattern : DATE_FORMATS[this.format].example;
	}

	private isoOf(text: string): string | undefined {
		if (this.format !== 'custom') return isoOf(text, this.format);
		return dayInPattern(text, this.pattern, this.zone) ?? isoOf(text);
	}

	private dayOf(value: unknown): string | undefined {
		const day = dayIn(value, this.zone);
		return day && writeDay(day);
	}
}

export const formatReaders = (zone: string): DateReader[] =>
	(Object.keys(DATE_FORMATS) as WrittenFormat[]).map((name) => new DateReader(name, zone));

export const patternReaders = (zone: string): DateReader[] =>
	PATTERNS.map((pattern) => new DateReader('custom', zone, pattern));

/**
 * A text in a format as YYYY-MM-DD, which may not be a day, such as February 30th; with a zone, as 2026-01-31T14:22Z,
 * because days begin with a whole minute. A moment in ISO is taken in any format: n8n makes such texts of dates.
 */
function isoOf(text: string, name?: WrittenFormat): string | undefined {
	if (text.length > MOST_CHARS) return undefined;
	const own = name && DATE_FORMATS[name].pattern.exec(text)?.groups;
	const parts = own ?? DATE_FORMATS.iso.pattern.exec(text)?.groups;
	if (!parts || parts.named || (!own && parts.zone === undefined)) return undefined;
	if (parts.serial) return dayOfSerial(Number(parts.serial));
	const { year, month = monthNamed(parts.name), day, hour, minute, half, zone } = parts;
	const iso = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
	if (zone === undefined) return iso;
	const isAfternoon = half?.toLowerCase() === 'p';
	const hours = half === undefined ? hour : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
	return `${iso}T${twoDigits(hours)}:${minute}${zone.toUpperCase().replace(/UTC|GMT/, '') || 'Z'}`;
}

/** The day of a text in a pattern of luxon's tokens. A time without a zone is dropped. */
function dayInPattern(text: string, pattern: string, zone: string): string | undefined {
	if (text.length > MOST_CHARS) return undefined;
	const hasZone = /z/i.test(unquoted(pattern));
	const moment = DateTime.fromFormat(text, pattern, { ...ENGLISH, zone: hasZone ? zone : 'utc' });
	return moment.toISODate() ?? undefined;
}

const twoDigits = (value: number | string) => String(value).padStart(2, '0');

const monthNamed = (name: string): number =>
	1 + SHORT_MONTHS.findIndex((month) => name.toLowerCase().startsWith(month.toLowerCase()));

const dayOfSerial = (serial: number): string =>
	new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 'YYYY-MM-DD'.length);

const FORMATS = Object.values(DATE_FORMATS);

/** Whether a text is written as in one of the formats, also if it is not a day, such as February 30th. */
export const isWrittenAsDate = (text: string): boolean =>
	text.length <= MOST_CHARS && FORMATS.some(({ pattern }) => pattern.test(text));

/** The name of a time zone after the time, which may mean several zones. */
export const namedZoneIn = (text: string): string | undefined =>
	FORMATS.map(({ pattern }) => pattern.exec(text.slice(0, MOST_CHARS))?.groups?.named).find(
		Boolean,
	);
