import type { ColumnDescription } from './columnDescription';
import type { DayFormat } from './textKinds';
import type { TotalsRow } from './totals';

/** Most different values of a column that are counted. */
const MOST_DIFFERENT = 1_000;

/** What is told of a column: the sum of what adds up, other numbers' range, its days, or how many values it has. */
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
	private readonly least: number[];
	private readonly most: number[];
	private readonly days: Array<{ first: string; last: string } | undefined>;
	private readonly values: Array<Set<string>>;
	/** Asked once: to learn the kind of a column, all its texts are looked at. */
	private readonly isDay: readonly boolean[];
	/** The last text of each column: many repeat it, and tell nothing more. */
	private readonly last: string[] = [];

	constructor(
		private readonly columns: readonly ColumnDescription[],
		private readonly isSum: readonly boolean[],
		private readonly dayFormat: DayFormat | undefined,
	) {
		this.sums = columns.map(() => 0);
		this.least = columns.map(() => Infinity);
		this.most = columns.map(() => -Infinity);
		this.days = columns.map(() => undefined);
		this.values = columns.map(() => new Set());
		this.isDay = columns.map(({ kind }) => kind === 'day');
	}

	see({ row, texts, numbers }: TotalsRow): void {
		for (let at = 0; at < this.columns.length; at++) {
			const number = numbers[at];
			if (number !== undefined) {
				this.sums[at] += number;
				if (number < this.least[at]) this.least[at] = number;
				if (number > this.most[at]) this.most[at] = number;
				continue;
			}
			const text = texts[at];
			if (text === undefined || text === this.last[at]) continue;
			this.last[at] = text;
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
		const [least, most] = [this.least[at], this.most[at]];
		// To add up averages and rates tells nothing.
		if (least <= most)
			return this.columns[at].known?.isMetric
				? { sum: Number(this.sums[at].toPrecision(12)) }
				: { least, most };
		const days = this.days[at];
		if (days) return days;
		const { size } = this.values[at];
		if (size === 0) return undefined;
		return { different: Math.min(size, MOST_DIFFERENT), isMore: size > MOST_DIFFERENT };
	}

	/** @returns false if the column has days, and the text is not one */
	private seesAsDay(at: number, text: string): boolean {
		if (!this.isDay[at] || !this.dayFormat) return true;
		const day = this.dayFormat.reader.read(text);
		if (day === undefined) return false;
		const { first, last } = this.days[at] ?? { first: day, last: day };
		this.days[at] = { first: day < first ? day : first, last: day > last ? day : last };
		return true;
	}

	private noteMisfit(at: number, text: string, row: TotalsRow['row']): void {
		const { name, type } = this.columns[at];
		// What is sent as a number or a date already is told where it is refused.
		if (type === undefined && !this.misfits.has(name))
			this.misfits.set(name, { column: name, text: text.trim().slice(0, 50), row });
	}
}
