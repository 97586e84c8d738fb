import { textOf } from '../../lib/exactNumbers';
import type { ColumnSettings } from '../columns';
import { comparable } from '../names';
import { type NumberFormat, numberIn, withoutPercent } from '../numberFormat';
import type { Row } from '../row';
import type { ColumnDescription } from './columnDescription';
import { numberFormatOf } from './formats';
import { saysNoValue } from './textKinds';

/** The columns of a row, in the order of its values; undefined for a column that is not described. */
export type OfRow = ReadonlyArray<ColumnDescription | undefined>;

/** Texts and numbers of a row, in the order of all columns; undefined where there is no value. */
export interface Cells {
	readonly row: Row;
	readonly texts: ReadonlyArray<string | undefined>;
	readonly numbers: ReadonlyArray<number | undefined>;
}

/** Reads the cells of rows as numbers and texts, once it is known what the columns contain. */
export class CellReader {
	/** Whether the numbers of a column add up. */
	private readonly isSum: readonly boolean[];
	private readonly format: NumberFormat;

	constructor(
		columns: readonly ColumnDescription[],
		private readonly settings: ColumnSettings,
	) {
		this.isSum = columns.map(({ role }) => role === 'sum');
		this.format = numberFormatOf(columns, settings.formats.number);
	}

	cellsOf(row: Row, ofRow: OfRow, values: readonly unknown[]): Cells {
		const texts = new Array<string | undefined>(this.isSum.length);
		const numbers = new Array<number | undefined>(this.isSum.length);
		for (let of = 0; of < ofRow.length; of++) {
			const at = ofRow[of]?.at;
			const value = values[of];
			if (at === undefined || value === undefined || value === null || value === '') continue;
			const number = this.isSum[at] ? this.numberOf(value) : undefined;
			if (number !== undefined) numbers[at] = number;
			else if (typeof value !== 'string') texts[at] = textOf(value);
			else if (!this.isNoValue(value)) texts[at] = value;
		}
		return { row, texts, numbers };
	}

	private numberOf(value: unknown): number | undefined {
		if (typeof value !== 'string') return typeof value === 'number' ? value : undefined;
		if (value === '0') return 0;
		// Faster, but reads blanks as 0.
		const number = this.format === 'plain' ? Number(value) : 0;
		if (number) return number;
		const json = numberIn(withoutPercent(value.trim()), this.format);
		return json === undefined ? undefined : Number(json);
	}

	private isNoValue(text: string): boolean {
		const trimmed = text.trim();
		if (trimmed === '' || saysNoValue(trimmed)) return true;
		const { emptyValues } = this.settings;
		return emptyValues.size > 0 && emptyValues.has(comparable(trimmed));
	}
}
