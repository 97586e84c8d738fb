import { textOf } from '../../lib/exactNumbers';
import { type ColumnSettings, ROW_NUMBER } from '../columns';
import { comparable } from '../names';
import { type NumberFormat, numberIn, withoutPercent } from '../numberFormat';
import type { Row } from '../row';
import type { ColumnDescription } from './columnDescription';
import { numberFormatOf } from './formats';
import { saysNoValue } from './textKinds';
import type { TotalsColumn, TotalsRow } from './totals';

/** The columns of a row, in the order of its values; undefined for a column that is not described. */
export type OfRow = ReadonlyArray<ColumnDescription | undefined>;

/** Reads the cells of rows as numbers and texts, once it is known what the columns contain. */
export class CellReader {
	readonly totalsColumns: readonly TotalsColumn[];
	/** Whether the numbers of a column add up. */
	readonly isSum: readonly boolean[];
	private readonly places: ReadonlyMap<ColumnDescription, number>;
	private readonly format: NumberFormat;
	private latest?: { ofRow: OfRow; places: ReadonlyArray<number | undefined> };

	constructor(
		readonly columns: readonly ColumnDescription[],
		private readonly settings: ColumnSettings,
	) {
		this.places = new Map(columns.map((column, at) => [column, at]));
		this.format = numberFormatOf(columns, settings.formats.number);
		this.totalsColumns = columns.map((column) => ({
			name: column.name,
			role: roleOf(column),
			isOfCampaign: column.known?.field.startsWith('campaign.') ?? false,
		}));
		this.isSum = this.totalsColumns.map(({ role }) => role === 'sum');
	}

	/** The cells of a row in the order of all columns. */
	cellsOf(row: Row, ofRow: OfRow, values: readonly unknown[]): TotalsRow {
		const texts = new Array<string | undefined>(this.columns.length);
		const numbers = new Array<number | undefined>(this.columns.length);
		const places = this.placesOf(ofRow);
		for (let of = 0; of < places.length; of++) {
			const [at, value] = [places[of], values[of]];
			if (at === undefined || value === undefined || value === null || value === '') continue;
			if (typeof value === 'string') {
				const number = this.isSum[at] ? this.numberOf(value) : undefined;
				if (number !== undefined) numbers[at] = number;
				else if (!this.isNoValue(value)) texts[at] = value;
			} else if (typeof value === 'number' && this.isSum[at]) numbers[at] = value;
			else texts[at] = textOf(value);
		}
		return { row, texts, numbers };
	}

	/** Where the columns of a row stand among all columns. */
	private placesOf(ofRow: OfRow): ReadonlyArray<number | undefined> {
		if (this.latest?.ofRow !== ofRow) {
			const places = ofRow.map((column) => column && this.places.get(column));
			this.latest = { ofRow, places };
		}
		return this.latest.places;
	}

	private numberOf(text: string): number | undefined {
		const number = this.format === 'plain' ? Number(text) : NaN;
		// JavaScript reads blanks as 0.
		if (number === 0 && text.trim() === '') return undefined;
		if (!Number.isNaN(number)) return number;
		const json = numberIn(withoutPercent(text.trim()), this.format);
		return json === undefined ? undefined : Number(json);
	}

	private isNoValue(text: string): boolean {
		const trimmed = text.trim();
		if (trimmed === '' || saysNoValue(trimmed)) return true;
		const { emptyValues } = this.settings;
		return emptyValues.size > 0 && emptyValues.has(comparable(trimmed));
	}
}

function roleOf({ name, kind, isPercent }: ColumnDescription): TotalsColumn['role'] {
	if (name === ROW_NUMBER) return 'other';
	if (kind === 'number' || kind === 'metric') return isPercent ? 'other' : 'sum';
	return kind === 'day' || kind === 'id' || kind === 'text' ? 'key' : 'other';
}
