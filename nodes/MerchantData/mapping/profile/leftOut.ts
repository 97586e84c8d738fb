import { isLongNumber } from '../../lib/exactNumbers';

/** Rows that are left out for one reason: how many there are, and what the first three of them are. */
export interface LeftOut {
	readonly count: number;
	readonly quoted: string;
}

const MOST_QUOTED = 3;

/** One row more. @param value the first that it has, if it has one */
export function counted(
	{ count, quoted }: LeftOut = { count: 0, quoted: '' },
	place: string,
	value: unknown,
): LeftOut {
	if (count > MOST_QUOTED) return { count: count + 1, quoted };
	if (count === MOST_QUOTED) return { count: count + 1, quoted: `${quoted}, …` };
	const quote = value === undefined ? '' : ` "${textOf(value).slice(0, 50)}"`;
	return { count: count + 1, quoted: `${quoted}${count > 0 ? ', ' : ''}${place}${quote}` };
}

/** A value as text. Long numbers have no text of their own. */
export const textOf = (value: unknown): string =>
	isLongNumber(value) ? JSON.stringify(value) : String(value);

/** Whether a value is missing, or a text of blanks. */
export const isBlank = (value: unknown): boolean =>
	typeof value === 'string' ? value.trim() === '' : value === null || value === undefined;
