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

/** Sums up the rows that would be sent, for *Preview*. */
export class Summary {
	readonly misfits = new Map<string, Misfit>();
	private readonly sums: number[];
	private readonly ranges: Array<{ least: number; most: number } | undefined>;
	private readonly days: Array<{ first: string; last: string } | undefined>;
	private readonly values: Array<Set<string>>;

	constructor(
		private readonly columns: readonly ColumnDescription[],
		private readonly isSum: readonly boolean[],
		private readonly dayFormat: DayFormat | undefined,
	) {
		this.sums = columns.map(() => 0);
		this.ranges = columns.map(() => undefined);
		this.days = columns.map(() => undefined);
		this.values = columns.map(() => new Set());
	}

	see({ row, texts, numbers }: TotalsRow): void {
		for (let at = 0; at < this.columns.length; at++) {
			const number = numbers[at];
			if (number !== undefined) {
				this.sums[at] += number;
				const { least, most } = this.ranges[at] ?? { least: number, most: number };
				this.ranges[at] = { least: Math.min(least, number), most: Math.max(most, number) };
				continue;
			}
			const text = texts[at];
			if (text === undefined) continue;
			const isMisfit = this.isSum[at] || !this.seesAsDay(at, text);
			if (isMisfit) this.noteMisfit(at, text, row);
			const values = this.values[at];
			if (values.size <= MOST_DIFFERENT) values.add(text);
		}
	}

	/** A row that was seen, and will not be sent. */
	takeAway({ numbers, texts }: TotalsRow): void {
		numbers.forEach((number = 0, at) => (this.sums[at] -= number));
		texts.forEach((text, at) => text !== undefined && this.values[at].delete(text));
	}

	of(at: number): ColumnSummary | undefined {
		const range = this.ranges[at];
		// The sum of averages or rates has no meaning.
		if (range)
			return this.columns[at].known?.isMetric
				? { sum: Number(this.sums[at].toPrecision(12)) }
				: range;
		const days = this.days[at];
		if (days) return days;
		const { size } = this.values[at];
		if (size === 0) return undefined;
		return { different: Math.min(size, MOST_DIFFERENT), isMore: size > MOST_DIFFERENT };
	}

	/** @returns false if the column has days, and the text is not one */
	private seesAsDay(at: number, text: string): boolean {
		if (this.columns[at].kind !== 'day' || !this.dayFormat) return true;
		const day = this.dayFormat.reader.read(text);
		if (day === undefined) return false;
		const { first, last } = this.days[at] ?? { first: day, last: day };
		this.days[at] = { first: day < first ? day : first, last: day > last ? day : last };
		return true;
	}

	private noteMisfit(at: number, text: string, row: TotalsRow['row']): void {
		const { name, type } = this.columns[at];
		// As a number or a date, it is refused anyway.
		if (type === undefined && !this.misfits.has(name))
			this.misfits.set(name, { column: name, text: text.trim().slice(0, 50), row });
	}
}
