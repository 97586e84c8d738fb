import { isPlainObject } from '../../lib/objects';
import { isBlank } from '../cells';
import { type Column, type ColumnSettings, isTable, type Layout, type SkipRule } from '../columns';
import type { Row, RowObserver } from '../row';
import { CellReader, type Cells, type OfRow } from './cellReader';
import { ColumnDescription } from './columnDescription';
import { type Description, type LeftOut, withOneMore } from './description';
import { Summary } from './summary';
import { Totals } from './totals';
import { isLabelOfTotal } from './totalWords';

/** Rows that are described in full. Later rows are only checked for totals. */
const MOST_ROWS = 1_000;
/** How notices of ad platforms begin. */
const NOTICE = /^\s*©/;

/** Describes a table from its rows, each of which it sees once, after it is made. */
export class Profile implements RowObserver {
	/** Columns by name, in the order in which they first come. */
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
	private waiting: Array<{ row: Row; ofRow: OfRow; values: readonly unknown[] }> = [];
	/** Reads their cells: from the 1,001st row on, or at the end. */
	private cells?: CellReader;
	private totals?: Totals;
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
		if (this.rows++ < MOST_ROWS) {
			const first = firstOf(layout, values);
			const isNotice = this.isTable && typeof first === 'string' && NOTICE.test(first);
			if (isNotice) this.notices.push(row);
			// They say nothing about their columns.
			const isAside =
				isNotice || (this.isTable && isLabelOfTotal(first) && values.some(isBlankValue));
			if (!isAside) for (const at of layout.dataAt) this.seeValue(ofRow[at]!, values[at]);
			if (this.isTable && !isNotice) this.waiting.push({ row, ofRow, values });
			return;
		}
		if (this.isTable) this.seeCells(row, this.seeWaiting().cellsOf(row, ofRow, values));
	}

	private seeCells({ problem }: Row, cells: Cells): void {
		const mayBeTotal = this.totals!.see(cells);
		if (problem) return;
		if (mayBeTotal && this.mayBeTotals.length < MOST_ROWS) this.mayBeTotals.push(cells);
		else this.summary?.see(cells);
	}

	/** Values of objects are columns of their own, by their path. */
	private seeValue(column: ColumnDescription, value: unknown): void {
		if (value === undefined || value === null || value === '') return;
		column.see(value);
		if (!this.isTable || !isPlainObject(value)) return;
		for (const [name, inner] of Object.entries(value)) {
			const path = `${column.name}.${name}`;
			this.seeValue(this.inner.get(path) ?? this.describe(this.inner, path), inner);
		}
	}

	/** A line that cannot be read as a row: it lacks cells, or repeats the column names. */
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

	leaveOut(row: Row, layout: Layout, values: readonly unknown[], rule?: SkipRule): void {
		this.seeNames(layout);
		const first = firstOf(layout, values);
		this.leftOut.set(rule, withOneMore(this.leftOut.get(rule), this.placeOf(row), first));
	}

	/** @param delimiter of a CSV file */
	end(delimiter?: string): Description {
		this.seeWaiting();
		const totals = this.totals!.end();
		const found = new Set(totals.filter(({ isDoubtful }) => !isDoubtful).map(({ row }) => row));
		for (const cells of this.mayBeTotals) if (!found.has(cells.row)) this.summary?.see(cells);
		return {
			columns: [...this.columns.values()],
			inner: [...this.inner.values()],
			names: [...this.names],
			totals,
			summaries: this.summary?.end() ?? new Map(),
			misfits: [...(this.summary?.misfits.values() ?? [])],
			notices: this.notices,
			hasNamesAgain: this.hasNamesAgain,
			fewestCells: this.fewestCells,
			rows: this.rows,
			delimiter,
			leftOut: this.leftOut,
			placeOf: this.placeOf,
		};
	}

	/** Columns without data, and those that come after the rows that are described, have no description. */
	private columnsOf(layout: Layout): OfRow {
		if (this.latest?.layout === layout) return this.latest.ofRow;
		const sent = new Map(layout.columns.map((column) => [column.at, column]));
		const ofRow = layout.names.map((name, at) => {
			const known = this.columns.get(name);
			if (known) return known;
			this.names.add(name);
			if (this.cells || !layout.dataAt.includes(at)) return undefined;
			return this.describe(this.columns, name, sent.get(at));
		});
		this.latest = { layout, ofRow };
		return ofRow;
	}

	private describe(all: Map<string, ColumnDescription>, name: string, sent?: Column) {
		const made = new ColumnDescription(name, all.size, sent, this.settings.emptyValues);
		all.set(name, made);
		return made;
	}

	/** Once it is known what the columns contain, the rows so far are checked for totals. */
	private seeWaiting(): CellReader {
		if (this.cells) return this.cells;
		const columns = [...this.columns.values()];
		const cells = new CellReader(columns, this.settings);
		this.cells = cells;
		this.totals = new Totals(columns);
		if (this.isPreview) this.summary = new Summary(columns);
		for (const { row, ofRow, values } of this.waiting)
			this.seeCells(row, cells.cellsOf(row, ofRow, values));
		this.waiting = [];
		return cells;
	}
}

const isBlankValue = (value: unknown): boolean =>
	typeof value === 'string' ? /^[\s\p{P}]*$/u.test(value) : value === null || value === undefined;

/** The first value of a row that is not blank. */
function firstOf({ dataAt }: Layout, values: readonly unknown[]): unknown {
	const at = dataAt.find((each) => !isBlank(values[each]));
	return at === undefined ? undefined : values[at];
}
