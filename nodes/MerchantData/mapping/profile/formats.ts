import {
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
	NUMBERS,
	withoutPercent,
} from '../numberFormat';
import type { DateReader } from '../dateFormat';
import type { ColumnDescription } from './columnDescription';

/** Chooses the formats of the numbers and days of a table, or asks if nothing decides. */

/** A choice, or a question if nothing decides. A question beside a choice says what to check. */
interface Choice<Format> {
	readonly format?: Format;
	readonly question?: string;
}

/** Texts that are numbers, in columns of numbers that are sent. */
const numberTexts = (columns: readonly ColumnDescription[]) =>
	columns
		.filter(({ isSent, kind }) => isSent && (kind === 'number' || kind === 'metric'))
		.flatMap((column) =>
			column.numberTexts.map((text) => ({
				column,
				text: withoutPercent(text),
				formats: column.texts.get(text)!.numbers,
			})),
		);

type NumberText = ReturnType<typeof numberTexts>[number];

/** Counts have no decimals, so a point before three digits separates thousands. */
const COUNTS = ['metrics.impressions', 'metrics.clicks', 'metrics.reach'];

/** The formats that read all numbers, or else the one that reads most. */
function fitting(all: readonly NumberText[]): NumberFormat[] {
	const readBy = (name: NumberFormat) => all.filter(({ formats }) => formats.includes(name)).length;
	const fits = NUMBERS.filter((name) => readBy(name) === all.length);
	return fits.length > 0 ? fits : NUMBERS.toSorted((a, b) => readBy(b) - readBy(a)).slice(0, 1);
}

/** The format in which sums are made. */
export const numberFormatOf = (
	columns: readonly ColumnDescription[],
	set: NumberFormat,
	delimiter: string | undefined,
): NumberFormat => numberChoice(columns, set, delimiter).format ?? fitting(numberTexts(columns))[0];

/** @param set the format of the form, which is chosen if it reads all numbers. @param delimiter of a CSV file */
export function numberChoice(
	columns: readonly ColumnDescription[],
	set: NumberFormat,
	delimiter: string | undefined,
): Choice<NumberFormat> {
	const all = numberTexts(columns);
	if (all.length === 0) return {};
	const fits = fitting(all);
	if (set !== 'plain' && fits.includes(set)) return { format: set };
	const readings = ({ text }: NumberText) => [...new Set(fits.map((name) => numberIn(text, name)))];
	const inDoubt = all.filter((each) => readings(each).length > 1);
	if (inDoubt.length === 0) return { format: fits[0] };
	const [first] = inDoubt;
	const separator = first.text.includes('.') ? '.' : ',';
	const hasDots = columns.some(({ kind, days }) => kind === 'day' && days.some(isDotted));
	const isEvident =
		inDoubt.some(({ column }) => COUNTS.includes(column.known?.field ?? '')) ||
		(separator === '.' ? delimiter === ';' || hasDots : delimiter === ',');
	const thousands = fits.find((name) => !/\./.test(numberIn(first.text, name)!));
	if (isEvident && thousands) return { format: thousands };
	return {
		question: `"${first.text}" in "${first.column.name}" may be ${readings(first).map(Number).join(' or ')}. Set "Number Format".`,
	};
}

/** It reads years of four digits, too. */
const isDotted = ({ pattern }: DateReader): boolean => pattern === 'd.M.yy';

/** The columns of days that are sent, with that of `event_date` first. */
export const dayColumns = (columns: readonly ColumnDescription[]): ColumnDescription[] => {
	const rank = ({ known }: ColumnDescription) =>
		known?.field === 'event_date' ? known.rank : Infinity;
	return columns
		.filter(({ isSent, kind }) => isSent && kind === 'day')
		.toSorted((a, b) => rank(a) - rank(b) || 0);
};

/**
 * @param numbers the format of numbers, which may show that days come first. @param set the format of the form, which is
 * chosen if it reads all days. @param today as YYYY-MM-DD, where it comes first: at UTC+14
 */
export function dayChoice(
	columns: readonly ColumnDescription[],
	numbers: NumberFormat | undefined,
	set: DateReader,
	today = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10),
): Choice<DateReader> {
	const days = dayColumns(columns);
	const [main] = days;
	if (!main) return {};
	const texts = main.dayTexts;
	if (set.format !== 'iso' && texts.every((text) => set.read(text))) return { format: set };
	const ofAll = main.days.filter((format) => days.every((each) => each.days.includes(format)));
	const fits = ofAll.length > 0 ? ofAll : main.days;
	const all = fits.map((each) => ({ each, days: texts.map((text) => each.read(text)!) }));
	// Formats that read the same days are one reading.
	const readings = [
		...new Map(all.toReversed().map((reading) => [reading.days.join(), reading])).values(),
	].toReversed();
	if (readings.length <= 1) return { format: readings[0]?.each };
	const past = readings.filter((reading) => reading.days.every((day) => day <= today));
	if (past.length === 1) return { format: past[0].each };
	const open = past.length > 0 ? past : readings;
	const byDays = closest(open);
	const reason = dayFirstReason(columns, numbers);
	if (byDays && !(reason && firstPart(byDays) === 'm')) return { format: byDays };
	// Amounts decide neither against days that are close together, nor between days and years that come first.
	const mayDecide = !byDays && open.every(({ each }) => 'dm'.includes(firstPart(each)));
	const dayFirst = open.find(({ each }) => firstPart(each) === 'd');
	if (reason && dayFirst && mayDecide)
		return {
			format: dayFirst.each,
			question: `Dates are read day first, because amounts ${reason}. Check a date.`,
		};
	const at = open[0].days.findIndex((day, index) => day !== open[1].days[index]);
	const either = open.map((reading) => reading.days[at]).join(' or ');
	return { question: `"${texts[at]}" in "${main.name}" may be ${either}. Set "Date Format".` };
}

/** Of a format: d, m or another letter. */
const firstPart = ({ pattern, format }: DateReader): string =>
	(pattern || format).charAt(0).toLowerCase();

/** How amounts show that they are from where days come first. */
function dayFirstReason(columns: readonly ColumnDescription[], numbers: NumberFormat = 'plain') {
	if (NUMBER_FORMATS[numbers].example.includes(',56')) return 'have a decimal comma';
	const sign = ['€', '£'].find((each) => columns.some(({ currencies }) => currencies.has(each)));
	return sign && `are in ${sign}`;
}

/** The reading in which three different days or more are closest together, unless they may be a report by month. */
function closest(readings: ReadonlyArray<{ each: DateReader; days: string[] }>) {
	const isByMonth = readings.some(({ days }) => days.every((day) => day.endsWith('-01')));
	if (isByMonth || new Set(readings[0].days).size < 3) return undefined;
	const spans = readings.map(({ days }) => {
		const [first, ...others] = days.toSorted();
		return Date.parse(others.at(-1)!) - Date.parse(first);
	});
	const [first, ...others] = readings.filter((_, at) => spans[at] === Math.min(...spans));
	return others.length === 0 ? first.each : undefined;
}
