import {
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
	NUMBERS,
	withoutPercent,
} from '../numberFormat';
import type { ColumnDescription } from './columnDescription';
import { namesACount } from './fieldNames';
import type { DayFormat } from './textKinds';

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

/** The formats that read all numbers, or else the one that reads most. */
function fitting(all: readonly NumberText[]): NumberFormat[] {
	const readBy = (name: NumberFormat) => all.filter(({ formats }) => formats.includes(name)).length;
	const fits = NUMBERS.filter((name) => readBy(name) === all.length);
	return fits.length > 0 ? fits : NUMBERS.toSorted((a, b) => readBy(b) - readBy(a)).slice(0, 1);
}

/** The format in which sums are made: that of the form if it is set and reads all numbers, or else what is proposed. */
export function numberFormatOf(
	columns: readonly ColumnDescription[],
	set: NumberFormat,
	delimiter: string | undefined,
): NumberFormat {
	const fits = fitting(numberTexts(columns));
	const isSet = set !== 'plain' && fits.includes(set);
	return isSet ? set : (numberChoice(columns, delimiter).format ?? fits[0]);
}

/** @param delimiter of a CSV file */
export function numberChoice(
	columns: readonly ColumnDescription[],
	delimiter: string | undefined,
): Choice<NumberFormat> {
	const all = numberTexts(columns);
	if (all.length === 0) return {};
	const fits = fitting(all);
	const readings = ({ text }: NumberText) => [...new Set(fits.map((name) => numberIn(text, name)))];
	const inDoubt = all.filter((each) => readings(each).length > 1);
	if (inDoubt.length === 0) return { format: fits[0] };
	const [first] = inDoubt;
	const separator = first.text.includes('.') ? '.' : ',';
	const hasDots = columns.some(({ kind, days }) => kind === 'day' && days.some(isDotted));
	const isEvident =
		inDoubt.some(({ column }) => namesACount(column.name)) ||
		(separator === '.' ? delimiter === ';' || hasDots : delimiter === ',');
	const thousands = fits.find((name) => !/\./.test(numberIn(first.text, name)!));
	if (isEvident && thousands) return { format: thousands };
	return {
		question: `"${first.text}" in "${first.column.name}" may be ${readings(first).map(Number).join(' or ')}. Set "Number Format".`,
	};
}

const isDotted = ({ format, pattern }: DayFormat): boolean =>
	format === 'dayDots' || pattern === 'd.M.yy';

/** The columns of days that are sent, with that of `event_date` first. */
export const dayColumns = (columns: readonly ColumnDescription[]): ColumnDescription[] => {
	const rank = ({ known }: ColumnDescription) =>
		known?.field === 'event_date' ? known.rank : Infinity;
	return columns
		.filter(({ isSent, kind }) => isSent && kind === 'day')
		.toSorted((a, b) => rank(a) - rank(b) || 0);
};

/** @param numbers the format of numbers, which may show that days come first. @param today as YYYY-MM-DD */
export function dayChoice(
	columns: readonly ColumnDescription[],
	numbers: NumberFormat | undefined,
	today = new Date().toISOString().slice(0, 10),
): Choice<DayFormat> {
	const days = dayColumns(columns);
	const [main] = days;
	if (!main) return {};
	const ofAll = main.days.filter((format) => days.every((each) => each.days.includes(format)));
	const fits = ofAll.length > 0 ? ofAll : main.days;
	const texts = main.dayTexts;
	const read = ({ reader }: DayFormat) => texts.map((text) => reader.read(text)!);
	// Formats that read the same days are one reading.
	const readings = [...new Map(fits.toReversed().map((each) => [read(each).join(), each])).values()]
		.toReversed()
		.map((each) => ({ each, days: read(each) }));
	if (readings.length <= 1) return { format: readings[0]?.each };
	const past = readings.filter((reading) => reading.days.every((day) => day <= today));
	if (past.length === 1) return { format: past[0].each };
	const byDays = closest(past.length > 0 ? past : readings);
	if (byDays) return { format: byDays };
	const dayFirst = readings.find(({ each }) => /^day|^d/.test(each.pattern || each.format));
	const [text] = texts;
	const reason = dayFirstReason(columns, numbers);
	if (reason && dayFirst)
		return {
			format: dayFirst.each,
			question: `Dates are read day first, because amounts ${reason}. Check a date.`,
		};
	const either = readings.map((reading) => reading.days[0]).join(' or ');
	return { question: `"${text}" in "${main.name}" may be ${either}. Set "Date Format".` };
}

/** How amounts show that they are from where days come first. */
function dayFirstReason(columns: readonly ColumnDescription[], numbers: NumberFormat = 'plain') {
	if (NUMBER_FORMATS[numbers].example.includes(',56')) return 'have a decimal comma';
	const sign = ['€', '£'].find((each) => columns.some(({ currencies }) => currencies.has(each)));
	return sign && `are in ${sign}`;
}

/** The reading in which the days are closest together, if there are three different ones or more. */
function closest(readings: ReadonlyArray<{ each: DayFormat; days: string[] }>) {
	if (new Set(readings[0].days).size < 3) return undefined;
	const spans = readings.map(({ days }) => {
		const [first, ...others] = days.toSorted();
		return Date.parse(others.at(-1)!) - Date.parse(first);
	});
	const least = Math.min(...spans);
	return spans.filter((span) => span === least).length === 1
		? readings[spans.indexOf(least)].each
		: undefined;
}
