import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { InvalidValue } from '../../shared/invalidValue';

/**
 * Calendar days. The zone decides which day a moment belongs to; everything after that is
 * arithmetic on days, done in UTC, where every day has 24 hours.
 */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d/;
const REMEDY =
	'Give a date as YYYY-MM-DD, such as 2026-01-31, an ISO timestamp, or an expression that gives a date, such as {{ $now.minus({ days: 1 }) }}.';

/**
 * The time zone to count days in.
 * @param zone an IANA name such as Europe/Berlin, or a fixed offset such as UTC+2
 * @throws InvalidValue
 */
export function checkedZone(zone: unknown): string {
	const name = typeof zone === 'string' ? zone.trim() : '';
	if (IANAZone.isValidZone(name) || FixedOffsetZone.parseSpecifier(name) !== null) return name;
	throw new InvalidValue(
		'Timezone',
		`is not a time zone: "${String(zone)}"`,
		'Give the name of a time zone, such as Europe/Berlin, or remove the option to use the time zone of the workflow.',
	);
}

/** Today's date in a zone. */
export function today(zone: string): DateTime {
	return dayOf(DateTime.now().setZone(zone));
}

/** A day written as YYYY-MM-DD. */
export function parseDay(day: string): DateTime {
	return DateTime.fromISO(day, { zone: 'utc' });
}

/** @returns YYYY-MM-DD */
export function writeDay(day: DateTime): string {
	return day.toISODate() as string;
}

/**
 * The day that a value means: a plain date is taken as it is, a moment is brought into the zone.
 * @param value YYYY-MM-DD, an ISO timestamp with or without offset, a luxon value, a JavaScript date
 * @param field the label of the field that holds it
 * @throws InvalidValue, also for a year that YYYY cannot write
 */
export function readDay(value: unknown, zone: string, field: string): DateTime {
	const typed = typeof value === 'string' ? value.trim() : value;
	if (typed === '' || typed === null || typed === undefined) {
		throw new InvalidValue(field, 'is empty', REMEDY);
	}
	const day = typeof typed === 'string' ? dayOfText(typed, zone) : dayOfObject(typed, zone);
	if (day?.isValid) {
		if (day.year >= 0 && day.year <= 9999) return day;
		throw new InvalidValue(field, `is in the year ${day.year}`, 'Give a date from 0000 to 9999.');
	}
	throw new InvalidValue(field, `is not a date: ${describe(typed)}`, REMEDY);
}

function dayOfText(text: string, zone: string): DateTime | undefined {
	if (DAY.test(text)) return parseDay(text);
	if (!MOMENT.test(text)) return undefined;
	return dayOf(DateTime.fromISO(text.replace(' ', 'T'), { zone }));
}

function dayOfObject(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return dayOf(value.setZone(zone));
	// Not `instanceof`: the date of an expression may be an instance of another realm's Date.
	if (Object.prototype.toString.call(value) !== '[object Date]') return undefined;
	return dayOf(DateTime.fromJSDate(value as Date, { zone }));
}

function dayOf(moment: DateTime): DateTime {
	return moment.setZone('utc', { keepLocalTime: true }).startOf('day');
}

function describe(value: unknown): string {
	const text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
	return `"${text.slice(0, 100)}"`;
}
