import type { ColumnDescription } from './columnDescription';
import type { DayFormat } from './textKinds';
import type { TotalsRow } from './totals';

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
	readonly row: TotalsRow['row'];
}

/** The values of a column so far. */
interface Seen {
	sum: number;
	range?: { least: number; most: number };
	days?: { first: string; last: string };
	readonly texts: Set<string>;
}

/** Sums up the rows that would be sent, for *Preview*. */
export class Summary {
	readonly misfits = new Map<string, Misfit>();
	private readonly seen: readonly Seen[];

	constructor(
		private readonly columns: readonly ColumnDescription[],
		private readonly isSum: readonly boolean[],
		private readonly dayFormat: DayFormat | undefined,
	) {
		this.seen = columns.map(() => ({ sum: 0, texts: new Set() }));
	}

	see({ row, texts, numbers }: TotalsRow): void {
		for (const [at, seen] of this.seen.entries()) {
			const [number, text] = [numbers[at], texts[at]];
			if (number !== undefined) {
				seen.sum += number;
				const { least, most } = seen.range ?? { least: number, most: number };
				seen.range = { least: Math.min(least, number), most: Math.max(most, number) };
			} else if (text !== undefined) {
				if (this.isSum[at] || !this.seesAsDay(at, text)) this.noteMisfit(at, text, row);
				if (seen.texts.size <= MOST_DIFFERENT) seen.texts.add(text);
			}
		}
	}

	/** A row that was seen, and will not be sent. */
	takeAway({ numbers, texts }: TotalsRow): void {
		numbers.forEach((number = 0, at) => (this.seen[at].sum -= number));
		texts.forEach((text, at) => text !== undefined && this.seen[at].texts.delete(text));
	}

	of(at: number): ColumnSummary | undefined {
		const { sum, range, days, texts } = this.seen[at];
		// The sum of averages or rates has no meaning.
		if (range && this.columns[at].known?.isMetric) return { sum: Number(sum.toPrecision(12)) };
		if (range ?? days) return range ?? days;
		const { size } = texts;
		if (size === 0) return undefined;
		return { different: Math.min(size, MOST_DIFFERENT), isMore: size > MOST_DIFFERENT };
	}

	/** @returns false if the column has days, and the text is not one */
	private seesAsDay(at: number, text: string): boolean {
		if (this.columns[at].kind !== 'day' || !this.dayFormat) return true;
		const day = this.dayFormat.reader.read(text);
		if (day === undefined) return false;
		const { first, last } = this.seen[at].days ?? { first: day, last: day };
		this.seen[at].days = { first: day < first ? day : first, last: day > last ? day : last };
		return true;
	}

	private noteMisfit(at: number, text: string, row: TotalsRow['row']): void {
		const { name, type } = this.columns[at];
		// As a number or a date, it is refused anyway.
		if (type === undefined && !this.misfits.has(name))
			this.misfits.set(name, { column: name, text: text.trim().slice(0, 50), row });
	}
}
