import { type ColumnSettings, isTable, type Layout, ROW_NUMBER, type SkipRule } from '../columns';
import { isBlank } from '../cells';
import { textOf } from '../../lib/exactNumbers';
import { isPlainObject } from '../../lib/objects';
import { comparable } from '../names';
import { type NumberFormat, numberIn, withoutPercent } from '../numberFormat';
import type { Row } from '../row';
import { ColumnDescription } from './columnDescription';
import { type Description, type LeftOut, withOneMore } from './description';
import { dayChoice, numberFormatOf } from './formats';
import { Summary } from './summary';
import { saysNoValue } from './textKinds';
import { Totals, type TotalsRow } from './totals';
import { isLabelOfTotal } from './totalWords';

/** Rows that are described in full. What comes later is looked at for totals alone. */
const MOST_ROWS = 1_000;
/** How notices of ad platforms begin. */
const NOTICE = /^\s*©/;

type OfRow = ReadonlyArray<ColumnDescription | undefined>;

/** Is told each row of a reading once, after it is made. */
export class Profile {
	/** By name, in the order in which they come. */
	private readonly columns = new Map<string, ColumnDescription>();
	/** All names of columns. Rows of JSON may each have names of their own. */
	private readonly names = new Set<string>();
	/** Values within objects, by their path. */
	private readonly inner = new Map<string, ColumnDescription>();
	private readonly leftOut = new Map<SkipRule | undefined, LeftOut>();
	private readonly notices: Row[] = [];
	private hasNamesAgain = false;
	private fewestCells = Infinity;
	/** Rows that wait until it is known what the columns contain. */
	private waiting: Array<{
		row: Row;
		ofRow: OfRow;
		values: readonly unknown[];
	}> = [];
	/** From the 1,001st row on. */
	private totals?: Totals;
	/** Of *Preview*. */
	private summary?: Summary;
	private order: readonly ColumnDescription[] = [];
	private places: ReadonlyMap<ColumnDescription, number> = new Map();
	/** Whether the numbers of a column add up, in the same order. */
	private isSum: readonly boolean[] = [];
	private format: NumberFormat = 'plain';
	private rows = 0;
	private latest?: { layout: Layout; ofRow: OfRow };
	private latestPlaces?: { ofRow: OfRow; places: ReadonlyArray<number | undefined> };
	private readonly isTable: boolean;

	constructor(
		private readonly settings: ColumnSettings,
		private readonly placeOf: (row: Row) => string,
		private readonly isPreview = false,
	) {
		this.isTable = isTable(settings.dataMode);
	}

	/** A row that would be sent, or that has a value that does not fit. */
	see(row: Row, layout: Layout, values: readonly unknown[]): void {
		const ofRow = this.columnsOf(layout);
		if (this.rows++ < MOST_ROWS) {
			const first = firstOf(values);
			const isNotice = this.isTable && typeof first === 'string' && NOTICE.test(first);
			if (isNotice) this.notices.push(row);
			// They say nothing of what the columns contain.
			const isAside =
				isNotice || (this.isTable && isLabelOfTotal(first) && values.some(isBlankValue));
			if (!isAside) for (let at = 0; at < ofRow.length; at++) this.seeValue(ofRow[at]!, values[at]);
			if (this.isTable) this.waiting.push({ row, ofRow, values });
			return;
		}
		if (!this.isTable) return;
		this.seeWaiting();
		this.seeCells(row, this.cellsOf(row, ofRow, values));
	}

	private seeCells({ problem }: Row, cells: TotalsRow): void {
		this.totals!.see(cells);
		if (!problem) this.summary?.see(cells);
	}

	/** Values of objects are columns of their own, by their path. */
	private seeValue(column: ColumnDescription, value: unknown): void {
		if (value === undefined || value === null || value === '') return;
		column.see(value);
		if (!this.isTable || !isPlainObject(value)) return;
		for (const [name, inner] of Object.entries(value)) {
			const path = `${column.name}.${name}`;
			const known =
				this.inner.get(path) ??
				new ColumnDescription(path, undefined, column.isSent, this.settings.emptyValues);
			this.inner.set(path, known);
			this.seeValue(known, inner);
		}
	}

	/** A line that cannot be read as a row: it lacks cells, or has the names again. */
	seeBroken(layout: Layout, values: readonly unknown[]): void {
		this.seeNames(layout);
		const cells = values.findLastIndex((value) => value !== undefined) + 1;
		this.fewestCells = Math.min(this.fewestCells, cells);
		this.hasNamesAgain ||=
			values.length > 0 && values.every((value, at) => String(value).trim() === layout.names[at]);
	}

	private seeNames(layout: Layout): void {
		// An item that is empty, as "Always Output Data" gives it, lacks nothing.
		if (layout.dataAt.length > 0) this.columnsOf(layout);
	}

	/** A row that is left out. @param rule that says so; undefined if it has no value to send */
	leaveOut(row: Row, layout: Layout, values: readonly unknown[], rule?: SkipRule): void {
		this.seeNames(layout);
		const filled = layout.dataAt.map((at) => values[at]).find((value) => !isBlank(value));
		this.leftOut.set(rule, withOneMore(this.leftOut.get(rule), this.placeOf(row), filled));
	}

	/** @param delimiter of a CSV file */
	end(delimiter?: string): Description {
		this.seeWaiting();
		const totals = this.totals?.end() ?? [];
		for (const { isDoubtful, cells } of totals)
			if (!isDoubtful && !cells.row.problem) this.summary?.takeAway(cells);
		const summaries = this.order.flatMap((column, at) => {
			const summary = column.isSent ? this.summary?.of(at) : undefined;
			return summary ? [[column, summary] as const] : [];
		});
		return {
			columns: [...this.columns.values()],
			inner: [...this.inner.values()],
			names: [...this.names],
			totals,
			summaries: new Map(summaries),
			misfits: [...(this.summary?.misfits.values() ?? [])].filter(
				({ row }) => !totals.some((total) => total.row === row),
			),
			notices: this.notices,
			hasNamesAgain: this.hasNamesAgain,
			fewestCells: this.fewestCells,
			rows: this.rows,
			delimiter,
			leftOut: this.leftOut,
			placeOf: this.placeOf,
		};
	}

	/** The columns of a row, in the order of its values; none for names that come after the rows that are described. */
	private columnsOf(layout: Layout): OfRow {
		if (this.latest?.layout === layout) return this.latest.ofRow;
		const sent = new Map(layout.columns.map((column) => [column.at, column]));
		const ofRow = layout.names.map((name, at) => {
			const known = this.columns.get(name);
			if (known) return known;
			this.names.add(name);
			if (this.totals) return undefined;
			const column = sent.get(at);
			const { emptyValues } = this.settings;
			const made = new ColumnDescription(name, column, column !== undefined, emptyValues);
			this.columns.set(name, made);
			return made;
		});
		this.latest = { layout, ofRow };
		return ofRow;
	}

	/** The places of the columns of a row among all columns. */
	private placesOf(ofRow: OfRow): ReadonlyArray<number | undefined> {
		if (this.latestPlaces?.ofRow !== ofRow) {
			const places = ofRow.map((column) => column && this.places.get(column));
			this.latestPlaces = { ofRow, places };
		}
		return this.latestPlaces.places;
	}

	/** Once it is known what the columns contain, the rows that came are looked at for totals. */
	private seeWaiting(): void {
		if (this.totals) return;
		this.order = [...this.columns.values()];
		this.places = new Map(this.order.map((column, at) => [column, at]));
		this.format = numberFormatOf(this.order, this.settings.formats.number);
		const columns = this.order.map((column) => ({
			name: column.name,
			role: roleOf(column),
			isOfCampaign: column.known?.field.startsWith('campaign.') ?? false,
		}));
		this.isSum = columns.map(({ role }) => role === 'sum');
		this.totals = new Totals(columns);
		const today = new Date().toISOString().slice(0, 10);
		if (this.isPreview)
			this.summary = new Summary(this.order, this.isSum, dayChoice(this.order, true, today).format);
		for (const { row, ofRow, values } of this.waiting)
			this.seeCells(row, this.cellsOf(row, ofRow, values));
		this.waiting = [];
	}

	/** The cells of a row in the order of all columns. */
	private cellsOf(row: Row, ofRow: OfRow, values: readonly unknown[]): TotalsRow {
		const texts = new Array<string | undefined>(this.order.length);
		const numbers = new Array<number | undefined>(this.order.length);
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

	private numberOf(text: string): number | undefined {
		const number = this.format === 'plain' ? Number(text) : NaN;
		if (!Number.isNaN(number)) return text.trim() === '' ? undefined : number;
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

const isBlankValue = (value: unknown): boolean =>
	typeof value === 'string' ? /^[\s\p{P}]*$/u.test(value) : value === null || value === undefined;

const firstOf = (values: readonly unknown[]): unknown =>
	values.find((value) => value !== undefined && value !== null && value !== '');

function roleOf({ name, kind, isPercent }: ColumnDescription): 'key' | 'other' | 'sum' {
	if (name === ROW_NUMBER) return 'other';
	if (kind === 'number' || kind === 'metric') return isPercent ? 'other' : 'sum';
	return kind === 'day' || kind === 'id' || kind === 'text' ? 'key' : 'other';
}
