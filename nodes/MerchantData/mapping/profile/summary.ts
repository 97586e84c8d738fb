import type { ColumnSettings } from '../columns';
import { DateReader } from '../dateFormat';
import type { Cells } from './cellReader';
import type { ColumnDescription, ColumnKind } from './columnDescription';
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
	readonly column: ColumnDescription;
	readonly text: string;
	readonly row: Cells['row'];
}

class Seen {
	sum = 0;
	least = Infinity;
	most = -Infinity;
	days?: { first: string; last: string };
	readonly texts = new Set<string>();
	/** Asked once: to learn the kind of a column, all its texts are looked at. */
	readonly kind: ColumnKind;

	constructor(readonly column: ColumnDescription) {
		this.kind = column.kind;
	}
}

/** Sums up the rows that would be sent, for *Preview*. */
export class Summary {
	readonly misfits = new Map<string, Misfit>();
	private readonly seen: readonly Seen[];
	/** Days are summed up as they would be sent, in the workflow's time zone. */
	private readonly days: DateReader | undefined;

	constructor(
		columns: readonly ColumnDescription[],
		{ formats }: ColumnSettings,
		delimiter?: string,
	) {
		this.seen = columns.filter(({ isSent }) => isSent).map((column) => new Seen(column));
		const numbers = numberChoice(columns, formats.number, delimiter).format;
		const { format } = dayChoice(columns, numbers, formats.date);
		this.days = format && new DateReader(format.format, formats.date.zone, format.pattern);
	}

	see({ row, texts, numbers }: Cells): void {
		for (const seen of this.seen) {
			const { column } = seen;
			const [number, text] = [numbers[column.at], texts[column.at]];
			if (number !== undefined) {
				seen.sum += number;
				if (number < seen.least) seen.least = number;
				if (number > seen.most) seen.most = number;
			} else if (text !== undefined && !seen.texts.has(text)) {
				if (seen.texts.size <= MOST_DIFFERENT) seen.texts.add(text);
				// As a number or a date, it is refused anyway.
				const isTold = column.type !== undefined || this.misfits.has(column.name);
				if (!this.fits(seen, text) && !isTold)
					this.misfits.set(column.name, { column, text: text.trim().slice(0, 50), row });
			}
		}
	}

	/** Of each column that is sent and has values. */
	end(): Map<ColumnDescription, ColumnSummary> {
		const all = this.seen.map((seen) => [seen.column, summaryOf(seen)] as const);
		return new Map(all.flatMap(([column, summary]) => (summary ? [[column, summary]] : [])));
	}

	/** @returns false for a text among numbers, and for one among days that is not a day */
	private fits(seen: Seen, text: string): boolean {
		if (seen.kind === 'number' || seen.kind === 'metric') return false;
		if (seen.kind !== 'day' || !this.days) return true;
		const day = this.days.read(text);
		if (day === undefined) return false;
		const { first, last } = seen.days ?? { first: day, last: day };
		seen.days = { first: day < first ? day : first, last: day > last ? day : last };
		return true;
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
