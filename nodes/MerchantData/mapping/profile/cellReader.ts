import { textOf } from '../../lib/exactNumbers';
import { isPlainObject, writtenDate } from '../../lib/objects';
import type { ColumnSettings } from '../columns';
import { hasForm } from '../names';
import { currencyIn, looksLikeThousands, numberIn, withoutPercent } from '../numberFormat';
import type { Row } from '../row';
import type { ColumnDescription } from './columnDescription';
import { numberFormatOf } from './formats';
import { saysNoValue } from './textKinds';

/** The columns of a row, in the order of its values; undefined for a column that is not described. */
export type OfRow = ReadonlyArray<ColumnDescription | undefined>;

/** Texts and numbers of a row, in the order of all columns; undefined where there is no value. */
export interface Cells {
	readonly row: Row;
	readonly texts: Array<string | undefined>;
	readonly numbers: Array<number | undefined>;
}

/** The least number of so many digits: one with as many digits as characters has no separator. */
const LEAST = Array.from({ length: 16 }, (_, digits) => 10 ** (digits - 1));

/** Reads the cells of rows as numbers and texts, once it is known what the columns contain. */
export class CellReader {
	/** Asked once: to learn the kind of a column, all its texts are looked at. */
	private readonly hasNumbers: readonly boolean[];
	private readonly isPercent: readonly boolean[];
	/** Columns that are or may be sent as numbers. */
	private readonly isRead: readonly boolean[];
	private readonly format: ReturnType<typeof numberFormatOf>;
	/** The first number that may have thousands; null if one has decimals. */
	thousands?: { column: ColumnDescription; text: string } | null;

	/** @param delimiter of a CSV file. @param isPreview whether to read percentages, too, which do not add up */
	constructor(
		columns: readonly ColumnDescription[],
		private readonly settings: ColumnSettings,
		delimiter?: string,
		private readonly isPreview = true,
	) {
		this.hasNumbers = columns.map(
			({ kind, role }) => role === 'sum' || (isPreview && (kind === 'number' || kind === 'metric')),
		);
		this.isPercent = columns.map((column) => column.isPercent);
		this.isRead = columns.map(
			({ isSent, type, at }) => isSent && (type === 'number' || (isPreview && this.hasNumbers[at])),
		);
		this.format = numberFormatOf(columns, settings.formats.number, delimiter);
	}

	cellsOf(row: Row, ofRow: OfRow, values: readonly unknown[]): Cells {
		const size = this.hasNumbers.length;
		const cells: Cells = { row, texts: new Array(size), numbers: new Array(size) };
		for (let of = 0; of < ofRow.length; of++) this.read(values[of], ofRow[of], cells);
		return cells;
	}

	private read(given: unknown, column: ColumnDescription | undefined, cells: Cells): void {
		if (!column || given === undefined || given === null || given === '') return;
		const { at, inner } = column;
		const value = writtenDate(given);
		if (inner.size > 0 && isPlainObject(value)) {
			for (const [name, each] of Object.entries(value)) this.read(each, inner.get(name), cells);
			return;
		}
		const number = this.hasNumbers[at] ? this.numberOf(value, column) : undefined;
		if (this.thousands !== null && this.isRead[at] && typeof value === 'string')
			if (!(number! >= LEAST[value.length])) this.seeNumber(value, column);
		if (number !== undefined) cells.numbers[at] = number;
		else if (typeof value !== 'string') cells.texts[at] = textOf(value);
		else if (!this.isNoValue(value, column)) cells.texts[at] = value;
	}

	/** Sees a number of any row, because the first 1,000 may have no thousands. */
	private seeNumber(text: string, column: ColumnDescription): void {
		const isThousands = looksLikeThousands(text, this.settings.formats.number);
		if (isThousands === false) this.thousands = null;
		else if (isThousands) this.thousands ??= { column, text: text.trim() };
	}

	private numberOf(value: unknown, column: ColumnDescription): number | undefined {
		if (typeof value !== 'string') return typeof value === 'number' ? value : undefined;
		// Faster, but reads blanks as 0.
		const number = this.format === 'plain' ? Number(value) : 0;
		if (number !== 0 && Number.isFinite(number)) return number;
		const text = value.trim();
		const json = numberIn(this.isPercent[column.at] ? withoutPercent(text) : text, this.format);
		if (json === undefined) return undefined;
		// A proposed currency is that of all rows.
		if (this.isPreview && !/^[\d.,]*$/.test(text)) column.currencies.add(currencyIn(text) ?? '');
		return Number(json);
	}

	private isNoValue(given: string, { noValues }: ColumnDescription): boolean {
		const text = given.trim();
		if (text === '' || hasForm(this.settings.emptyValues, text)) return true;
		const isNone = saysNoValue(text);
		if (isNone) noValues.add(text);
		return isNone;
	}
}
