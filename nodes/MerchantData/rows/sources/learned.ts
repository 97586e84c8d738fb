import { isAgentCall } from '../../n8n/agentCall';
import { InvalidValue } from '../../shared/invalidValue';
import { ColumnHints, shown } from '../columnHints';
import type { ColumnSettings, Layout, SkipRule } from '../columns';
import type { PushExecution } from '../fields/fields';
import { LeftOut } from '../leftOut';

const NUMBER_REMEDIES = {
	autoMapInputData: 'add them to "Columns" and choose "Number"',
	binary: 'add them to "Columns" and choose "Number"',
	defineBelow: 'choose the type Number for them',
	json: 'write them without quotes',
};

/** How sums and notices of ad platforms begin. */
const TOTAL = /^\s*(?:(?:grand|sub)[\s-]?)?(?:total|summe|gesamt|©)/i;

/** What is learned of the rows of a push while they are inspected, for the user to read. */
export class Learned {
	readonly leftOut = new LeftOut();

	readonly hints: ColumnHints;

	/** All names that some row has. */
	private readonly names = new Set<string>();

	/** The columns that the form names and that some row has, and those that are sent without being named. */
	private readonly named = new Set<string>();
	private readonly others = new Set<string>();

	/** The columns that the form names and that some row lacks, with the label of the field that names them. */
	private readonly missing = new Map<string, string>();

	/** How many rows look like totals, and the first of them. */
	private totals = { rows: 0, first: '' };

	/** The layout of the row before: mostly that of the next one, too. */
	private latest?: Layout;

	constructor({ formats }: ColumnSettings) {
		this.hints = new ColumnHints(formats.number);
	}

	/** Notes which columns a row has. */
	seeColumns(layout: Layout): void {
		if (this.latest === layout) return;
		this.latest = layout;
		// An item that is empty, as "Always Output Data" gives it, lacks nothing.
		if (layout.dataAt.length === 0) return;
		for (const name of layout.names) this.names.add(name);
		for (const { name, isNamed } of layout.columns) if (!isNamed) this.others.add(name);
		for (const [name, label] of layout.missing) this.missing.set(name, label);
		for (const name of layout.found) this.named.add(name);
	}

	/** Notes a row that is to be sent: whether it looks like a total. @param place where it stands */
	seeRow(values: readonly unknown[], place: () => string): void {
		const first = values.find((value) => typeof value === 'string' && value !== '');
		if (first === undefined || !TOTAL.test(first as string)) return;
		if (this.totals.rows++ === 0) this.totals.first = `${place()}${quoted(first)}`;
	}

	/** The columns that the form names and that no row has. */
	private notFound(label?: string): string[] {
		const all = [...this.missing].filter(([name]) => !this.named.has(name));
		return all.flatMap(([name, ofLabel]) => (label === undefined || label === ofLabel ? name : []));
	}

	/** Why rows are refused that may each have names of their own: none has a column that *Columns* names. */
	refusal({ entries }: ColumnSettings): InvalidValue | undefined {
		const names = this.notFound('Columns');
		if (entries.length === 0 || names.length < entries.length) return undefined;
		return noColumn(names, 'Columns', [...this.names]);
	}

	/** Sentences for the user. */
	sentences({ nodeField, context }: PushExecution): string[] {
		const sentences = this.leftOut.sentences();
		// An agent could take the others for a reason to push the rows once more.
		if (isAgentCall(context)) return sentences;
		const notFound = this.notFound();
		const isTable = ['autoMapInputData', 'binary'].includes(nodeField('dataMode'));
		if (notFound.length > 0)
			sentences.push(
				`No row has the columns ${shown(notFound)}, which the form names: check their names.`,
			);
		const { rows, first } = this.totals;
		if (rows > 0)
			sentences.push(
				`${rows} ${rows === 1 ? 'row looks like a total' : 'rows look like totals'} (${first}${rows > 1 ? ', …' : ''}). If that is so, leave them out with "Rows to Skip" in the options.`,
			);
		if (nodeField('preview') && isTable && this.others.size > 0)
			sentences.push(
				`"Columns" does not name these, so they would be sent under their own names: ${shown([...this.others])}.`,
			);
		return [...sentences, ...this.hints.sentences(NUMBER_REMEDIES[nodeField('dataMode')])];
	}
}

/** @param there the columns that there are */
export function noColumn(names: readonly string[], label: string, there: readonly string[]) {
	const quoted = names.map((name) => `"${name.slice(0, 100)}"`).join(', ');
	return new InvalidValue(
		label,
		`names ${quoted}: there ${names.length > 1 ? 'are no columns' : 'is no column'} of that name`,
		`Correct or remove it. The columns are: ${there.join(', ').slice(0, 300)}.`,
	);
}

/** Why a rule leaves a row out, for people. */
export const skipReason = ({ column, text }: SkipRule): string =>
	`whose ${column === '' ? 'first column' : `"${column}"`} ${text === undefined ? 'is empty' : `begins with "${text}"`}`;

/** The first value that a row holds, for people, with a blank before it. @param layout of its names */
export function firstValue({ dataAt }: Pick<Layout, 'dataAt'>, values: readonly unknown[]): string {
	const all = dataAt.map((at) => values[at]);
	return quoted(all.find((value) => String(value ?? '').trim() !== ''));
}

const quoted = (value: unknown): string =>
	value === undefined ? '' : ` "${String(value).slice(0, 50)}"`;
