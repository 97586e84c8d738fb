import type { ColumnSettings } from '../columns';
import { DateReader } from '../dateFormat';
import type { Cells } from './cellReader';
import type { ColumnDescription } from './columnDescription';
import { dayChoice, numberChoice } from './formats';

/** Most different values of a column that are counted. */
const MOST_DIFFERENT = 1_000;

/** The sum of numbers that add up, the range of others, the days, or the number of different values. */
export type ColumnSummary =
	| { readonly sum: number }
	| { readonly least: number; readonly most: number }
	| { readonly first: string; readonly last: string }
	| { readonly different: number; readonly isMore: boolean };

/** A cell that does not fit what nearly all cells of its column are. */
export interface Misfit {
	readonly column: string;
	readonly text: string;
	readonly row: Cells['row'];
}

/** The values of a column so far. */
class Seen {
	sum = 0;
	least = Infinity;
	most = -Infinity;
	days?: { first: string; last: string };
	readonly texts = new Set<string>();
	/** Asked once: to learn the kind of a column, all its texts are looked at. */
	readonly isDay: boolean;
	readonly isNumber: boolean;

	constructor(readonly column: ColumnDescription) {
		const { kind } = column;
		this.isDay = kind === 'day';
		this.isNumber = kind === 'number' || kind === 'metric';
	}
}

/** Sums up the rows that would be sent, for *Preview*. */
export class Summary {
	readonly misfits = new Map<string, Misfit>();
	private readonly seen: readonly Seen[];
	/** Days are summed up as they would be sent, in the workflow's time zone. */
	private readonly days: DateReader | undefined;

	/** @param delimiter of a CSV file */
	constructor(
		columns: readonly ColumnDescription[],
		{ formats }: ColumnSettings,
		delimiter?: string,
	) {
		this.seen = columns.map((column) => new Seen(column));
		const { format } = dayChoice(columns, numberChoice(columns, delimiter).format);
		this.days = format && new DateReader(format.format, formats.date.zone, format.pattern);
	}

	see({ row, texts, numbers }: Cells): void {
		for (let at = 0; at < this.seen.length; at++) {
			const [seen, number, text] = [this.seen[at], numbers[at], texts[at]];
			if (number !== undefined) {
				seen.sum += number;
				if (number < seen.least) seen.least = number;
				if (number > seen.most) seen.most = number;
			} else if (text !== undefined) {
				if (seen.isNumber || !this.seesAsDay(seen, text)) this.noteMisfit(seen.column, text, row);
				if (seen.texts.size <= MOST_DIFFERENT) seen.texts.add(text);
			}
		}
	}

	/** Of each column that is sent and has values. */
	end(): Map<ColumnDescription, ColumnSummary> {
		const sent = this.seen.filter(({ column }) => column.isSent);
		return new Map(
			sent.flatMap((seen) => {
				const summary = summaryOf(seen);
				return summary ? [[seen.column, summary] as const] : [];
			}),
		);
	}

	/** @returns false if the column has days, and the text is not one */
	private seesAsDay(seen: Seen, text: string): boolean {
		if (!seen.isDay || !this.days) return true;
		const day = this.days.read(text);
		if (day === undefined) return false;
		const { first, last } = seen.days ?? { first: day, last: day };
		seen.days = { first: day < first ? day : first, last: day > last ? day : last };
		return true;
	}

	private noteMisfit({ name, type }: ColumnDescription, text: string, row: Cells['row']): void {
		// As a number or a date, it is refused anyway.
		if (type === undefined && !this.misfits.has(name))
			this.misfits.set(name, { column: name, text: text.trim().slice(0, 50), row });
	}
}

function summaryOf({ column, sum, least, most, days, texts }: Seen): ColumnSummary | undefined {
	if (least <= most)
		// The sum of averages or rates has no meaning.
		return column.known?.isMetric ? { sum: Number(sum.toPrecision(12)) } : { least, most };
	if (days) return days;
	const { size } = texts;
	if (size === 0) return undefined;
	return { different: Math.min(size, MOST_DIFFERENT), isMore: size > MOST_DIFFERENT };
}
