import { DateTime } from 'luxon';

/** Calendar days. A zone decides the day of a moment; from then on, days are in UTC. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_OR_MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d|$)/;

/** The day of an ISO date as written, or of a moment in the zone. Undefined for others, and for years beyond YYYY. */
export function dayIn(value: unknown, zone: string): DateTime | undefined {
	const moment = momentIn(value, zone);
	const day = moment && dayOf(moment);
	return day && DAY.test(writeDay(day)) ? day : undefined;
}

function momentIn(value: unknown, zone: string): DateTime | undefined {
	if (typeof value === 'string') {
		if (!DAY_OR_MOMENT.test(value)) return undefined;
		return DateTime.fromISO(value.replace(' ', 'T'), { zone: DAY.test(value) ? 'utc' : zone });
	}
	if (DateTime.isDateTime(value)) return value.setZone(zone);
	// Not `instanceof`: the date of an expression may be an instance of another realm's Date.
	const isDate = Object.prototype.toString.call(value) === '[object Date]';
	return isDate ? DateTime.fromJSDate(value as Date, { zone }) : undefined;
}

/** The day of a moment in the moment's own zone. */
export const dayOf = (moment: DateTime): DateTime =>
	moment.setZone('utc', { keepLocalTime: true }).startOf('day');

export const parseDay = (day: string): DateTime => DateTime.fromISO(day, { zone: 'utc' });

/** A day as YYYY-MM-DD. */
export const writeDay = (day: DateTime): string => day.toISODate() as string;
