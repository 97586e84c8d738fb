import { InvalidInput } from '../../errors/invalidInput';
import { ColumnHints, shown } from './columnHints';
import { type ColumnSettings, isTable, type Layout, type SkipRule } from '../columns';
import { indexOfName } from '../names';

/** How sums and notices of ad platforms begin. */
const TOTAL = /^\s*(?:(?:grand|sub)[\s-]?)?(?:total|summe|gesamt|©)/i;

/** Rows of one kind: how many there are, and what the first three of them are. */
class CountedRows {
	count = 0;
	quoted = '';

	add(place: string, value: unknown): void {
		const quote = value === undefined ? '' : ` "${String(value).slice(0, 50)}"`;
		if (this.count++ < 3) this.quoted += `${this.count > 1 ? ', ' : ''}${place}${quote}`;
		else if (this.count === 4) this.quoted += ', …';
	}
}

/** What is learned of the rows of a push while they are inspected, for the user to read. */
export class Learned<Row> {
	readonly hints: ColumnHints;
	/** By the reason for which rows are left out. */
	private readonly leftOut = new Map<string, CountedRows>();
	/** Rows that are not left out, and look like totals. */
	private readonly totals = new CountedRows();
	private readonly names = new Set<string>();
	/** Columns that are sent, and that the form does not name. */
	private readonly others = new Set<string>();
	private latest?: Layout;

	constructor(
		private readonly settings: ColumnSettings,
		private readonly placeOf: (row: Row) => string,
	) {
		this.hints = new ColumnHints(settings);
	}

	seeLayout(layout: Layout): void {
		if (this.latest === layout) return;
		this.latest = layout;
		// An item that is empty, as "Always Output Data" gives it, lacks nothing.
		if (layout.dataAt.length === 0) return;
		for (const name of layout.names) this.names.add(name);
		for (const { name, entry } of layout.columns) if (!entry) this.others.add(name);
	}

	seeTotal(values: readonly unknown[], row: Row): void {
		const first = values.find((value) => typeof value === 'string' && value !== '');
		if (first !== undefined && TOTAL.test(first as string))
			this.totals.add(this.placeOf(row), first);
	}

	/** Notes a row that is left out. @param rule that says so; undefined if it has no value to send */
	leaveOut(row: Row, { dataAt }: Layout, values: readonly unknown[], rule?: SkipRule): void {
		const reason = rule ? skipReason(rule) : 'without any value';
		const rows = this.leftOut.get(reason) ?? new CountedRows();
		this.leftOut.set(reason, rows);
		const filledAt = dataAt.find((at) => String(values[at] ?? '').trim() !== '');
		rows.add(this.placeOf(row), filledAt === undefined ? undefined : values[filledAt]);
	}

	/**
	 * Why rows that each have names of their own are refused: none has a column that *Columns* names, or one that is
	 * to be left out and may be sent under another name.
	 */
	get refusal(): InvalidInput | undefined {
		const missing = this.missing.filter(([, label]) => label === 'Columns');
		const { entries } = this.settings;
		const isLeftOut = ([name]: MissingColumn) =>
			entries.some((entry) => entry.name === name && entry.isLeftOut);
		const refused = missing.length === entries.length ? missing : missing.filter(isLeftOut);
		return refused.length > 0 ? noColumn(refused, [...this.names]) : undefined;
	}

	sentences(isForAgent: boolean, isPreview: boolean): string[] {
		const sentences = [...this.leftOut].map(
			([reason, { count, quoted: rows }]) =>
				`${count} ${count === 1 ? 'row' : 'rows'} ${reason}, left out: ${rows}`,
		);
		// An agent could take the others for a reason to push the rows once more.
		if (isForAgent) return sentences;
		const missing = this.missing.map(([name]) => name);
		if (missing.length > 0)
			sentences.push(
				`No row has the columns ${shown(missing)}, which the form names: check their names.`,
			);
		const { count, quoted: rows } = this.totals;
		if (count > 0)
			sentences.push(
				`${count} ${count === 1 ? 'row looks like a total' : 'rows look like totals'} (${rows}). If that is so, leave them out with "Rows to Skip" in the options.`,
			);
		if (isPreview && isTable(this.settings.dataMode) && this.others.size > 0)
			sentences.push(
				`"Columns" does not name these, so they would be sent under their own names: ${shown([...this.others])}.`,
			);
		return [...sentences, ...this.hints.sentences()];
	}

	private get missing(): MissingColumn[] {
		return this.names.size > 0 ? missingColumns(this.settings, [...this.names]) : [];
	}
}

/** A column that the form names, and the label of the field that names it. */
type MissingColumn = readonly [name: string, label: string];

/** The columns that the form names, and that are not among the names of rows. */
export function missingColumns(
	{ entries, shopColumn, skipRules }: ColumnSettings,
	names: readonly string[],
): MissingColumn[] {
	const named = new Map<string, string>();
	if (shopColumn !== undefined) named.set(shopColumn, 'Shop Column');
	for (const { column } of skipRules) if (column !== '') named.set(column, 'Rows to Skip');
	for (const { name } of entries) named.set(name, 'Columns');
	return [...named].filter(([name]) => indexOfName(names, name) < 0);
}

export function noColumn(missing: readonly MissingColumn[], there: readonly string[]) {
	const all = missing.map(([name, label]) => `"${name.slice(0, 100)}" (${label})`).join(', ');
	return new InvalidInput(
		`There ${missing.length > 1 ? 'are no columns' : 'is no column'} ${all}`,
		`Correct or remove it in the form. The columns are: ${there.join(', ').slice(0, 300)}.`,
	);
}

const skipReason = ({ column, text }: SkipRule): string =>
	`whose ${column === '' ? 'first column' : `"${column}"`} ${text === undefined ? 'is empty' : `begins with "${text}"`}`;
