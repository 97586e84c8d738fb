import { dayIn, writeDay } from '../shared/day';
import { type Readings, readingsIn } from './numberFormat';

/** How days in columns are written that are sent as dates: the choices of *Date Format*. */

const YEAR = '(?<year>\\d{4})';
const MONTH = '(?<month>\\d{1,2})';
const DAY = '(?<day>\\d{1,2})';
const MONTH_NAME = '(?<name>[a-z]{3,9})\\.?';
/** Between the words of a date. */
const GAP = '(?:\\s*,\\s*|\\s+)';
/** `T14:22:05.000`, ` 14:22`, `, 2:05 PM`. */
const TIME =
	'(?:T|,|,?\\s+)(?<hour>\\d{1,2}):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d)(?:[.,]\\d+)?)?(?:\\s*(?<half>[ap])\\.?m\\.?)?';
const ZONE = '\\s*(?<zone>Z|UTC|GMT|(?:UTC|GMT)?[+-]\\d\\d(?::?[0-5]\\d)?)';

/** @param example as it is shown in the menu, in errors and in hints */
const format = (example: string, day: string) => ({
	example,
	pattern: new RegExp(`^${day}(?:${TIME}(?:${ZONE})?)?$`, 'iu'),
});

/** They stand in the order in which n8n wants a menu, which is made of them. */
export const DATE_FORMATS = {
	monthSlashes: format('01/31/2026', `${MONTH}/${DAY}/${YEAR}`),
	iso: format('2026-01-31', `${YEAR}-${MONTH}-${DAY}`),
	compact: format('20260131', '(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)'),
	dayMonthName: format('31 Jan 2026', `${DAY}\\s+${MONTH_NAME}${GAP}${YEAR}`),
	dayDots: format('31.01.2026', `${DAY}\\.${MONTH}\\.${YEAR}`),
	daySlashes: format('31/01/2026', `${DAY}/${MONTH}/${YEAR}`),
	// Behind the separator stands the time, as a fraction of the day.
	spreadsheet: { example: '46053', pattern: /^(?<serial>[1-9]\d{0,6})(?:[.,]\d*)?$/ },
	monthName: format('Jan 31, 2026', `${MONTH_NAME}\\s+${DAY}${GAP}${YEAR}`),
};

export type DateFormat = keyof typeof DATE_FORMATS;

const MONTHS = [
	...['january', 'february', 'march', 'april', 'may', 'june'],
	...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** What is longer is no date, and is not looked at. */
const LONGEST = 50;

/** Texts that a reader remembers: the minutes of a month. They take 6 MB at most. */
const MOST_KNOWN = 50_000;

/** Reads the values of columns that are sent as dates. */
export class DateReader {
	readonly format: DateFormat;
	/** The time zone in which a moment has its day: an IANA name. */
	readonly zone: string;

	/**
	 * The days of texts, because a column of a million rows has few of them. Each text is one that is read as this
	 * day, which depends on the format and the zone alone, and these never change. Never more than
	 * {@link MOST_KNOWN}.
	 */
	readonly #known = new Map<string, string>();

	constructor(format: DateFormat, zone: string) {
		this.format = format;
		this.zone = zone;
	}

	/**
	 * The day that a value means, as YYYY-MM-DD. A text is taken as it is written, without its time, if that has
	 * no zone; a moment is brought into the zone of the reader, and needs no format.
	 * @param value a text, a number that stands for its digits, a luxon value or a JavaScript date
	 * @returns undefined if it is no day in the format
	 */
	read(value: unknown): string | undefined {
		if (typeof value === 'string') return this.#dayOf(value);
		return typeof value === 'number' ? this.#dayOf(String(value)) : momentIn(value, this.zone);
	}

	#dayOf(text: string): string | undefined {
		const known = this.#known.get(text);
		if (known !== undefined) return known;
		const iso = isoOf(text.trim(), this.format);
		if (iso === undefined) return undefined;
		const isMoment = iso.length > 'YYYY-MM-DD'.length;
		// A million rows have as many moments, but fewer minutes, and luxon takes 10 to 20 µs for each.
		if (isMoment && iso !== text) return this.#dayOf(iso);
		const day = isMoment ? momentIn(iso, this.zone) : iso;
		if (day !== undefined) this.#remember(text, day);
		return day;
	}

	#remember(text: string, day: string): void {
		if (this.#known.size === MOST_KNOWN) this.#known.clear();
		// A copy: a text that was cut out of another one keeps all of that in the memory.
		this.#known.set(Buffer.from(text).toString(), day);
	}
}

function momentIn(value: unknown, zone: string): string | undefined {
	const day = dayIn(value, zone);
	return day && writeDay(day);
}

/**
 * A text in a format as YYYY-MM-DD. If it has a zone, it is a moment, and the minute of that is given, such as
 * 2026-01-31T14:22Z: since 1972, days begin with a whole minute in all zones.
 */
function isoOf(text: string, name: DateFormat): string | undefined {
	if (text.length > LONGEST) return undefined;
	const parts = DATE_FORMATS[name].pattern.exec(text)?.groups ?? momentParts(text);
	if (!parts) return undefined;
	if (parts.serial) return dayOfSerial(Number(parts.serial));
	const month = parts.month ?? monthNamed(parts.name.toLowerCase());
	const day = `${parts.year}-${twoDigits(month)}-${twoDigits(parts.day)}`;
	if (!isRealDay(day)) return undefined;
	if (parts.hour === undefined) return day;
	const hour = hourOf(Number(parts.hour), parts.half?.toLowerCase());
	if (hour === undefined) return undefined;
	if (parts.zone === undefined) return day;
	const offset = parts.zone.toUpperCase().replace(/UTC|GMT/, '') || 'Z';
	return `${day}T${hour}:${parts.minute}${offset}`;
}

/**
 * The parts of an ISO text with a zone. It is one moment, so it is taken in any format: n8n makes such texts of
 * dates that were objects.
 */
function momentParts(text: string) {
	const parts = DATE_FORMATS.iso.pattern.exec(text)?.groups;
	return parts?.zone === undefined ? undefined : parts;
}

const twoDigits = (value: number | string) => String(value).padStart(2, '0');

/** The last day that spreadsheets know is 9999-12-31. */
const LAST_SERIAL = 2_958_465;

function dayOfSerial(serial: number): string | undefined {
	if (serial > LAST_SERIAL) return undefined;
	return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The number of an English month: its name or three letters. "Sept" is what British software writes. */
function monthNamed(name: string): number {
	const isShort = name.length === 3 || name === 'sept';
	return 1 + MONTHS.findIndex((month) => month === name || (isShort && month.startsWith(name)));
}

/** Whether there is such a day: JavaScript makes another day of February 30th. @param day as YYYY-MM-DD */
function isRealDay(day: string): boolean {
	const time = Date.parse(day);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** An hour of the day, with two digits. @param half `a` or `p` for one of twelve hours */
function hourOf(hour: number, half: string | undefined): string | undefined {
	const isHour = half === undefined ? hour < 24 : hour >= 1 && hour <= 12;
	if (!isHour) return undefined;
	const whole = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
	return twoDigits(whole);
}

/** Digits alone are rarely days. People mean those that are not far away. */
const LIKELY: Partial<Record<DateFormat, RegExp>> = {
	compact: /^(?:19|20)/,
	spreadsheet: /^(?:19[5-9]|20)/,
};

const isLikely = (name: DateFormat, day: string) => LIKELY[name]?.test(day) ?? true;

/** The days that a text would be in the formats that take it. @param zone in which a moment has its day */
export const dateReadings = (text: string, zone: string): Readings =>
	readingsIn(DATE_FORMATS, (name) => {
		const day = new DateReader(name, zone).read(text);
		return day !== undefined && isLikely(name, day) ? day : undefined;
	});

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A number of five digits is a number to people. */
const WRITTEN = (Object.keys(DATE_FORMATS) as DateFormat[]).filter(
	(name) => name !== 'spreadsheet',
);

/**
 * Whether a text may be meant as a date, but is not one as YYYY-MM-DD alone.
 * @param text without blanks around it
 */
export function looksLikeOtherDate(text: string): boolean {
	if (ISO_DAY.test(text)) return false;
	return WRITTEN.some((name) => {
		const iso = isoOf(text, name);
		return iso !== undefined && isLikely(name, iso);
	});
}
