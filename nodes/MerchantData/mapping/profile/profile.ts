import { isBlank, isPlainObject } from '../../lib/objects';
import { type Column, type ColumnSettings, isTable, type Layout, type SkipRule } from '../columns';
import type { Row, RowObserver } from '../row';
import { CellReader, type Cells, type OfRow } from './cellReader';
import { ColumnDescription } from './columnDescription';
import { type Description, isNotice, type LeftOut, withOneMore } from './description';
import { Summary } from './summary';
import { isDash } from './textKinds';
import { Totals } from './totals';
import { isLabelOfTotal } from './totalWords';

/** Rows that are described in full. Later rows are only checked for totals. */
const MOST_ROWS = 1_000;

/** Describes a table from its rows, each of which it sees once, after it is made. */
export class Profile implements RowObserver {
	/** Of a CSV file. Set before the first row. */
	delimiter?: string;
	private readonly columns = new Map<string, ColumnDescription>();
	/** All names of columns. Rows of JSON may each have names of their own. */
	private readonly names = new Set<string>();
	private readonly shops = new Set<string>();
	/** The columns, and after them the values within their objects. */
	private readonly all: ColumnDescription[] = [];
	private readonly leftOut = new Map<SkipRule | undefined, LeftOut>();
	private readonly notices: Row[] = [];
	private readonly shortLabels: string[] = [];
	private hasNamesAgain = false;
	/** Rows that wait until it is known what the columns contain. */
	private waiting: Array<{ row: Row; ofRow: OfRow; values: readonly unknown[] }> = [];
	/** Reads their cells: from the 1,001st row on, or at the end. */
	private cells?: CellReader;
	private totals?: Totals;
	private keys: readonly ColumnDescription[] = [];
	/** Only for *Preview*. */
	private summary?: Summary;
	/** Summed up at the end, if they are no totals. */
	private readonly mayBeTotals: Cells[] = [];
	private rows = 0;
	private latest?: { layout: Layout; ofRow: OfRow };
	private readonly isTable: boolean;

	constructor(
		private readonly settings: ColumnSettings,
		private readonly placeOf: (row: Row) => string,
		private readonly isPreview = false,
	) {
		this.isTable = isTable(settings.dataMode);
	}

	see(row: Row, layout: Layout, values: readonly unknown[]): void {
		const ofRow = this.columnsOf(layout);
		const first = firstOf(layout, values);
		if (this.isTable && isNotice(first)) {
			this.notices.push(row);
			return;
		}
		if (this.rows++ < MOST_ROWS) {
			// A total says nothing about its columns.
			const isTotal = this.isTable && isLabelOfTotal(first) && values.some(isNone);
			if (!isTotal) for (const at of layout.dataAt) this.seeValue(ofRow[at]!, values[at]);
			if (this.isTable) this.waiting.push({ row, ofRow, values });
		} else if (this.isTable) this.seeCells(row, this.seeWaiting().cellsOf(row, ofRow, values));
	}

	private seeCells({ problem }: Row, cells: Cells): void {
		const isCounted = this.isPreview || this.rows <= MOST_ROWS;
		for (const key of this.keys) {
			const text = cells.texts[key.at];
			if (text === undefined) key.cells.missing++;
			else if (isCounted) key.cells.add(text);
		}
		const isSuspect = this.totals!.see(cells);
		if (problem || !this.summary) return;
		const mayBeTotal = isSuspect || this.totals!.isLabeled(cells);
		if (mayBeTotal && this.mayBeTotals.length < MOST_ROWS) this.mayBeTotals.push(cells);
		else this.summary.see(cells);
	}

	/** Values of objects are columns of their own, by their path. */
	private seeValue(column: ColumnDescription, value: unknown): void {
		if (value === undefined || value === null || value === '') return;
		column.see(value);
		if (!this.isTable || !isPlainObject(value)) return;
		const { inner, name: path, column: sent } = column;
		for (const [name, each] of Object.entries(value)) {
			const own = sent && { ...sent, path: [...sent.path, name] };
			if (!inner.has(name)) inner.set(name, this.describe(`${path}.${name}`, own));
			this.seeValue(inner.get(name)!, each);
		}
	}

	/** A line that cannot be read as a row: it lacks cells, or repeats the column names. */
	seeBroken(layout: Layout, values: readonly unknown[]): void {
		this.seeNames(layout);
		const first = firstOf(layout, values);
		if (isNotice(first) || isLabelOfTotal(first)) this.shortLabels.push(String(first));
		this.hasNamesAgain ||=
			values.length > 0 && values.every((value, at) => String(value).trim() === layout.names[at]);
	}

	private seeNames(layout: Layout): void {
		// An item that is empty, as "Always Output Data" gives it, lacks nothing.
		if (layout.dataAt.length > 0) this.columnsOf(layout);
	}

	leaveOut(row: Row, layout: Layout, values: readonly unknown[], rule?: SkipRule): void {
		this.seeNames(layout);
		const first = firstOf(layout, values);
		this.leftOut.set(rule, withOneMore(this.leftOut.get(rule), this.placeOf(row), first));
	}

	end(): Description {
		this.seeWaiting();
		const totals = this.totals!.end();
		const found = new Set(totals.filter(({ isDoubtful }) => !isDoubtful).map(({ row }) => row));
		for (const cells of this.mayBeTotals) if (!found.has(cells.row)) this.summary?.see(cells);
		const thousands = this.cells!.thousands ?? undefined;
		// If they come late, the rows were summed up in a format that does not know them.
		const isLate = thousands && !thousands.column.texts.has(thousands.text);
		if (isLate) thousands.column.see(thousands.text);
		return {
			columns: this.all,
			names: [...this.names],
			shops: this.shops,
			totals,
			summaries: (!isLate && this.summary?.end()) || new Map(),
			misfits: [...(this.summary?.misfits.values() ?? [])],
			notices: this.notices,
			shortLabels: this.shortLabels,
			hasNamesAgain: this.hasNamesAgain,
			delimiter: this.delimiter,
			leftOut: this.leftOut,
			thousands,
			isCounted: this.isPreview || this.rows <= MOST_ROWS,
			formats: this.settings.formats,
			placeOf: this.placeOf,
		};
	}

	/** Columns without data, and those that come after the rows that are described, have no description. */
	private columnsOf(layout: Layout): OfRow {
		if (this.latest?.layout === layout) return this.latest.ofRow;
		for (const { name } of layout.shops) this.shops.add(name);
		const sent = new Map(layout.columns.map((column) => [column.at, column]));
		const ofRow = layout.names.map((name, at) => {
			const known = this.columns.get(name);
			if (known) return known;
			this.names.add(name);
			if (this.cells || !layout.dataAt.includes(at)) return undefined;
			const made = this.describe(name, sent.get(at));
			this.columns.set(name, made);
			return made;
		});
		this.latest = { layout, ofRow };
		return ofRow;
	}

	private describe(name: string, sent?: Column): ColumnDescription {
		const { all, settings } = this;
		const made = new ColumnDescription(name, all.length, sent, settings.emptyValues);
		all.push(made);
		return made;
	}

	/** Once it is known what the columns contain, the rows so far are checked for totals. */
	private seeWaiting(): CellReader {
		if (this.cells) return this.cells;
		const { all, settings, delimiter } = this;
		const cells = new CellReader(all, settings, delimiter, this.isPreview);
		this.cells = cells;
		this.totals = new Totals(all);
		this.keys = all.filter(({ role }) => role === 'key');
		if (this.isPreview) this.summary = new Summary(all, settings, delimiter);
		for (const { row, ofRow, values } of this.waiting)
			this.seeCells(row, cells.cellsOf(row, ofRow, values));
		this.waiting = [];
		return cells;
	}
}

const isNone = (value: unknown): boolean =>
	isBlank(value) || (typeof value === 'string' && isDash(value.trim()));

/** The first value of a row that is not blank. */
function firstOf({ dataAt }: Layout, values: readonly unknown[]): unknown {
	for (const at of dataAt) if (!isBlank(values[at])) return values[at];
	return undefined;
}
