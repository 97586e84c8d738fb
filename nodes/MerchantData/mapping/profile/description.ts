import { textOf } from '../../lib/exactNumbers';
import type { Formats } from '../cells';
import type { SkipRule } from '../columns';
import { comparable } from '../names';
import type { Row } from '../row';
import type { ColumnDescription } from './columnDescription';
import type { ColumnSummary, Misfit } from './summary';
import type { Total } from './totals';

/** A table as the first reading describes it. Hints, refusals and the proposal are made from it. */
export interface Description {
	/** Columns, and values within their objects. */
	readonly columns: readonly ColumnDescription[];
	/** All names of columns, also of those that no row has filled. */
	readonly names: readonly string[];
	/** Columns that may name no other shop than that of the row. */
	readonly shops: ReadonlySet<string>;
	readonly totals: readonly Total[];
	readonly notices: readonly Row[];
	/** The first texts of notices and totals that lack cells. */
	readonly shortLabels: readonly string[];
	readonly hasNamesAgain: boolean;
	readonly delimiter?: string;
	/** The key is the rule that leaves rows out; undefined for rows without any value. */
	readonly leftOut: ReadonlyMap<SkipRule | undefined, LeftOut>;
	/** Only for *Preview*: a summary of each column that is sent, and cells that do not fit. */
	readonly summaries: ReadonlyMap<ColumnDescription, ColumnSummary>;
	readonly misfits: readonly Misfit[];
	/** A number that may have thousands, of all rows, if none has decimals. */
	readonly thousands?: { readonly column: ColumnDescription; readonly text: string };
	/** Whether the texts of all rows are counted. */
	readonly isCounted: boolean;
	readonly formats: Formats;
	readonly placeOf: (row: Row) => string;
}

/** Rows that are left out for one reason: how many there are, and the first three of them. */
export interface LeftOut {
	readonly count: number;
	readonly quoted: readonly string[];
}

const MOST_QUOTED = 3;

/** @param value the first that the row has, if it has one */
export function withOneMore(
	{ count, quoted }: LeftOut = { count: 0, quoted: [] },
	place: string,
	value: unknown,
): LeftOut {
	if (count >= MOST_QUOTED) return { count: count + 1, quoted };
	const quote = value === undefined ? '' : ` "${textOf(value).slice(0, 50)}"`;
	return { count: count + 1, quoted: [...quoted, place + quote] };
}

/** The rule of *Rows to Skip* that leaves out a total, and no row of data; undefined if there is none. */
export function ruleFor({ lacks, column }: Total, description: Description) {
	const { columns, totals } = description;
	const labels = totals.flatMap((total) =>
		total.label !== undefined && total.column === column ? total.label.trim() : [],
	);
	const rule = beginRule(labels, column, description);
	const isEmptyInTotals = ({ name, cells }: ColumnDescription) =>
		cells.missing === totals.filter((each) => !each.isDoubtful && each.lacks.includes(name)).length;
	const empty = columns.filter((each) => lacks.includes(each.name) && isEmptyInTotals(each));
	// Rows of a later file may lack a name, but not their day.
	const [found] = [...empty.filter(({ kind }) => kind === 'day'), ...empty];
	return rule ?? (found && { column: found.name });
}

/** The rule for such labels, if there are any; undefined if rows of data begin so, too. @param column of the labels */
export function beginRule(
	labels: readonly string[],
	column: string | undefined,
	{ columns, totals, isCounted }: Description,
): SkipRule | undefined {
	const text = commonBegin(labels);
	const begin = comparable(text);
	const isSkipped = ({ isDoubtful, label = '', column: own }: Total) =>
		!isDoubtful && own === column && comparable(label).startsWith(begin);
	const { cells } = columns.find(({ name }) => name === column) ?? {};
	const rows = cells && isCounted && begin !== '' ? cells.beginning(begin) : Infinity;
	return rows > totals.filter(isSkipped).length ? undefined : { column: column!, text };
}

/** How notices of ad platforms begin. */
export const isNotice = (value: unknown): boolean =>
	typeof value === 'string' && /^\s*©/.test(value);

/** The longest common beginning, cut after a colon and before the first digit. */
function commonBegin(labels: readonly string[]): string {
	let [begin = ''] = labels;
	for (const label of labels)
		while (!label.toLowerCase().startsWith(begin.toLowerCase())) begin = begin.slice(0, -1);
	const colon = begin.indexOf(':');
	if (colon >= 0) begin = begin.slice(0, colon + 1);
	return begin.replace(/\d.*$/s, '').trim();
}
