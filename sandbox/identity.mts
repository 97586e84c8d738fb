import { isObject } from './routes/body.mts';

/** Where a row has its channel and its day. */
const PLAIN = ['channel', 'event_date', 'date'];
/** The last part of a path that leads to an ID: `id`, `campaign.id`, `message_id`. */
const ID = /(^|[._])id$/;

/**
 * What a row is known by, as reported: its channel, its day and its IDs, nested ones too, each with its path. The
 * order of the fields does not count, nor do fields without a value.
 *
 * @returns null for a row that has none of these
 */
export function identityOf(row: unknown): string | null {
	const known = values(row).filter(([path]) => PLAIN.includes(path) || ID.test(path));
	return known.length === 0 ? null : JSON.stringify(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The plain values of a row and their paths; a list is a value. */
function values(row: unknown, path: string[] = []): Array<[string, unknown]> {
	if (isObject(row))
		return Object.entries(row).flatMap(([name, value]) => values(value, [...path, name]));
	return row === null || row === undefined ? [] : [[path.join('.'), row]];
}
