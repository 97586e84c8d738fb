import { textOf } from '../../lib/exactNumbers';
import type { SkipRule } from '../columns';
import { comparable } from '../names';
import type { Row } from '../row';
import type { ColumnDescription } from './columnDescription';
import type { ColumnSummary, Misfit } from './summary';
import type { Total } from './totals';

/** A table as the first reading describes it. Hints, refusals and the proposal are made from it. */
export interface Description {
	readonly columns: readonly ColumnDescription[];
	/** Values within objects, by their path. */
	readonly inner: readonly ColumnDescription[];
	/** All names of columns, also of those that no row has filled. */
	readonly names: readonly string[];
	readonly totals: readonly Total[];
	readonly notices: readonly Row[];
	/** Whether a line repeats the column names. */
	readonly hasNamesAgain: boolean;
	/** The fewest in a line that cannot be read as a row; infinite if all lines can. */
	readonly fewestCells: number;
	/** How many rows can be read. */
	readonly rows: number;
	/** Only for a CSV file. */
	readonly delimiter?: string;
	/** The key is the rule that leaves rows out; undefined for rows without any value. */
	readonly leftOut: ReadonlyMap<SkipRule | undefined, LeftOut>;
	/** Only for *Preview*: a summary of each column that is sent, and cells that do not fit. */
	readonly summaries: ReadonlyMap<ColumnDescription, ColumnSummary>;
	readonly misfits: readonly Misfit[];
	readonly placeOf: (row: Row) => string;
}

/** Rows that are left out for one reason: how many there are, and the first three of them. */
export interface LeftOut {
	readonly count: number;
	readonly quoted: string;
}

const MOST_QUOTED = 3;

/** @param value the first that the row has, if it has one */
export function withOneMore(
	{ count, quoted }: LeftOut = { count: 0, quoted: '' },
	place: string,
	value: unknown,
): LeftOut {
	if (count > MOST_QUOTED) return { count: count + 1, quoted };
	if (count === MOST_QUOTED) return { count: count + 1, quoted: `${quoted}, …` };
	const quote = value === undefined ? '' : ` "${textOf(value).slice(0, 50)}"`;
	return { count: count + 1, quoted: `${quoted}${count > 0 ? ', ' : ''}${place}${quote}` };
}

/** The rule of *Rows to Skip* that leaves out a total, and no other row. */
export function ruleFor({ label, lacks = '', column }: Total, description: Description): SkipRule {
	const isEmpty = { column: lacks };
	if (label === undefined) return isEmpty;
	const labels = description.totals.flatMap((total) =>
		total.label !== undefined && total.column === column ? total.label.trim() : [],
	);
	const text = commonBegin(labels);
	const ofColumn = description.columns.find(({ name }) => name === column);
	const isOfTotals = new Set(labels.map(comparable));
	const beginsAnother = [...(ofColumn?.texts.keys() ?? [])].some((other) => {
		const found = comparable(other);
		return !isOfTotals.has(found) && found.startsWith(comparable(text));
	});
	if (text === '' || (beginsAnother && lacks !== '')) return isEmpty;
	const isFirst = description.names[0] === column;
	return { column: isFirst ? '' : (column ?? ''), text };
}

/** The longest common beginning, cut after a colon and before the first digit. */
function commonBegin(labels: readonly string[]): string {
	let [begin] = labels;
	for (const label of labels)
		while (!label.toLowerCase().startsWith(begin.toLowerCase())) begin = begin.slice(0, -1);
	const colon = begin.indexOf(':');
	if (colon >= 0) begin = begin.slice(0, colon + 1);
	return begin.replace(/\d.*$/s, '').trim();
}
