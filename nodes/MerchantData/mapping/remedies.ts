import { type DateReader, formatReaders, namedZoneIn, patternReaders } from './dateFormat';
import {
	fractionIn,
	numberReadings,
	type Readings,
	readingsIn,
	withoutPercent,
} from './numberFormat';

/** Remedies for texts that are not of the type of their column. */

/** Names the formats that read a text, and how they read it. */
function formatRemedy(begin: string, readings: Readings): string | undefined {
	if (readings.size === 0) return undefined;
	const ways = [...readings].map(
		([value, examples]) => `to ${examples.join(' or ')} to read it as ${value}`,
	);
	return `${begin} ${ways.join(', or ')}. The format applies to all columns.`;
}

const CUSTOM = 'set "Date Format" to "Custom Pattern", and "Date Pattern"';

/** The remedy for a date in another format, or in none. @param date the reader of its column */
export function dateRemedy(text: string, date: DateReader): string | undefined {
	const zone = namedZoneIn(text);
	if (zone !== undefined)
		return `"${zone}" after the time is not read, because it may mean several time zones. Write an offset such as -05:00 instead, or remove it.`;
	const readings = (readers: readonly DateReader[]) =>
		readingsIn(readers.map((each) => [each.example, each.read(text)]));
	const remedy =
		formatRemedy('Set "Date Format"', readings(formatReaders(date.zone))) ??
		formatRemedy(`S${CUSTOM.slice(1)}`, readings(patternReaders(date.zone)));
	if (remedy !== undefined || !/\d\D+\d/.test(text)) return remedy;
	return `If it is a date, ${CUSTOM} to how it is written. Otherwise correct it, or send it as text.`;
}

/** The remedy for a number in another format, or with its minus at the end or written as brackets. */
export function numberRemedy(text: string): string | undefined {
	const inFormat = formatRemedy('Set "Number Format"', numberReadings(text));
	const number = text.replace(/^\(|\)$|(?<![.,])[-\u2212]$/g, '').trim();
	if (inFormat || number === text || numberReadings(number).size === 0) return inFormat;
	return 'Write it without brackets, and with the minus first, as in -12.50. Or send it as text.';
}

/** The ways to send a percentage, in a format that reads it. */
export function percentRemedy(text: string): string | undefined {
	const number = withoutPercent(text);
	const [percent] = number === text ? [] : numberReadings(number).keys();
	return (
		percent &&
		`In "Columns", choose "Percent" to send ${percent}, or "Fraction" to send ${fractionIn(percent, 'plain')}. In a field without a column, write it without the sign.`
	);
}

export const OTHER_REMEDY =
	'Correct it, or send it as text. In a table, add it to "Values That Mean Empty" in the options if it means "no value", or leave out its row with "Rows to Skip" if that is not data, such as a total.';
