import { InvalidValue } from '../shared/invalidValue';
import type { CellType, Formats } from './cells';
import { type Field, fieldTree, type NamedLeaf } from './fieldTree';
import { comparable, indexOfName } from './names';

/** What the form of a push says of the columns of a table, and what that means for rows with certain names. */

/** An entry of *Columns*. */
export interface ColumnEntry {
	readonly name: string;
	/** The field that it is sent as; undefined for its own name. */
	readonly path?: readonly string[];
	/** What it is sent as; undefined for as it is. */
	readonly type?: CellType;
	readonly isLeftOut: boolean;
}

/** A rule of *Rows to Skip*. */
export interface SkipRule {
	/** Empty for the first column. */
	readonly column: string;
	/** With which the value begins, as it is typed; undefined for an empty value. */
	readonly text?: string;
}

export interface ColumnSettings {
	readonly entries: readonly ColumnEntry[];
	/** Whether columns without an entry are sent. */
	readonly sendsOthers: boolean;
	/** The column that names the shop of each row. It is not sent, unless an entry names it. */
	readonly shopColumn?: string;
	readonly skipRules: readonly SkipRule[];
	/** Texts that mean "no value", beside the empty one, as {@link comparable} gives them. */
	readonly emptyValues: ReadonlySet<string>;
	readonly formats: Formats;
}

/** A field that no column has, with its value as JSON; empty for none. */
export interface AddedField {
	readonly path: readonly string[];
	readonly json: string;
}

/** What a row holds, as it came. Rows of a table share the list of names. */
export interface NamedValues {
	readonly names: readonly string[];
	readonly values: readonly unknown[];
}

export const namedValues = (row: object): NamedValues => ({
	names: Object.keys(row),
	values: Object.values(row) as unknown[],
});

/** A column that is sent. */
export interface Column {
	readonly name: string;
	/** Its place among the names of a row. */
	readonly at: number;
	readonly path: readonly string[];
	readonly type?: CellType;
	/** Whether the form names it: then it may name another shop, and be what a node has written. */
	readonly isNamed: boolean;
}

/** Where a field of a row comes from: a column, or the place of an added field. */
export type Leaf = Column | number;

/** What rows with certain names become. */
export interface Layout {
	/** All of them, as they came. */
	readonly names: readonly string[];
	readonly columns: readonly Column[];
	readonly fields: ReadonlyArray<Field<Leaf>>;
	/** Columns that say whose row it is, and of which the form says nothing, whether they are sent or not. */
	readonly shops: readonly Column[];
	/** The place of the shop column; -1 if there is none. */
	readonly shopAt: number;
	/** The places that the rules of *Rows to Skip* look at; -1 for a column that is not there. */
	readonly skipAt: readonly number[];
	/** The places of all names but n8n's `row_number`. */
	readonly dataAt: readonly number[];
	/** The names that the form gives to columns that are there. */
	readonly found: readonly string[];
	/** The columns that the form names and the rows do not have, with the label of the field that names them. */
	readonly missing: ReadonlyMap<string, string>;
	/** Why no row with these names can be sent: two columns for one field. */
	readonly problem?: InvalidValue;
}

/** "shop", "Shop Domain", "store_domain": in any case, with anything between the words. */
const NAMES_A_SHOP = /^(?:shop(?:[\s_-]*(?:domain|id|url))?|store(?:[\s_-]*domain)?)$/i;

/** What this node writes into a row for a sheet. Both together are not data; one of them may be. */
const OUTCOME_COLUMNS = ['pushOutcome', 'pushStatus'];

/** What n8n's sheets write into a row. */
export const isRowNumber = (name: string): boolean => name === 'row_number';

/** A column that has no entry in the form, or whose entry is `entry`. */
export function columnOf(name: string, at: number, entry?: Partial<ColumnEntry>): Column {
	const own = name.trim();
	return {
		name: own,
		at,
		path: entry?.path ?? [own],
		type: entry?.type,
		isNamed: entry !== undefined,
	};
}

/** Those of the columns that may name another shop than the one that a row goes to. */
export const shopsIn = (columns: readonly Column[]): Column[] =>
	columns.filter(({ name, isNamed }) => !isNamed && NAMES_A_SHOP.test(name.trim()));

/** The layouts of a table: one for each list of names that its rows have. */
export class Columns {
	readonly settings: ColumnSettings;

	/** The added fields, in the order of their values. */
	private readonly added: ReadonlyArray<readonly string[]>;

	/** By names. */
	private readonly layouts = new Map<string, Layout>();

	/** The names of the row before, and their layout: mostly those of the next row, too. */
	private latest?: { names: readonly string[]; layout: Layout };

	/** Whether blanks around a name mean nothing. */
	private readonly isTable: boolean;

	/** @param isTable whether the names are those of columns: a row of the field *Rows* is sent as it is */
	constructor(settings: ColumnSettings, added: readonly AddedField[] = [], isTable = true) {
		this.settings = settings;
		this.added = added.map(({ path }) => path);
		this.isTable = isTable;
	}

	/** What rows with these names become. It depends on the names and the form alone. */
	layoutOf(names: readonly string[]): Layout {
		if (this.latest && areSame(this.latest.names, names)) return this.latest.layout;
		const key = JSON.stringify(names);
		const layout = this.layouts.get(key) ?? this.newLayout(names);
		// Rows of JSON may each have names of their own.
		if (this.layouts.size < 1_000) this.layouts.set(key, layout);
		this.latest = { names, layout };
		return layout;
	}

	private newLayout(names: readonly string[]): Layout {
		const { entries, sendsOthers, shopColumn, skipRules } = this.settings;
		const places = entries.map(({ name }) => indexOfName(names, name));
		const shopAt = shopColumn === undefined ? -1 : indexOfName(names, shopColumn);
		const hasOutcome = OUTCOME_COLUMNS.every((name) => names.includes(name));
		const noData = ['row_number', ...(hasOutcome ? OUTCOME_COLUMNS : [])];
		const entryAt = (at: number) => entries[places.indexOf(at)] as ColumnEntry | undefined;
		const all = names.map((name, at) => {
			const column = columnOf(name, at, entryAt(at));
			return this.isTable ? column : { ...column, name, path: [name] };
		});
		const columns = names.flatMap((name, at) => {
			const isOther = sendsOthers && at !== shopAt && !noData.includes(name);
			const isLeftOut = entryAt(at)?.isLeftOut ?? !isOther;
			return isLeftOut ? [] : all[at];
		});
		const dataAt = [...names.keys()].filter((at) => !isRowNumber(names[at]));
		const [first = -1] = dataAt;
		const skipAt = skipRules.map(({ column }) => (column ? indexOfName(names, column) : first));
		const wanted: ReadonlyArray<readonly [name: string | undefined, at: number, label: string]> = [
			[shopColumn, shopAt, 'Shop Column'],
			...skipRules.map(({ column }, index) => [column, skipAt[index], 'Rows to Skip'] as const),
			...entries.map(({ name }, index) => [name, places[index], 'Columns'] as const),
		];
		const found = wanted.flatMap(([name, at]) => (name && at >= 0 ? name : []));
		const missing = wanted.flatMap(([name, at, label]) => (name && at < 0 ? [[name, label]] : []));
		const twice = places.findIndex((at, index) => at >= 0 && places.indexOf(at) !== index);
		return {
			names,
			...laidOut(columns, this.added),
			shops: shopsIn(all.filter(({ at }) => at !== shopAt)),
			...(twice >= 0 && {
				problem: namedTwice(entries[places.indexOf(places[twice])], entries[twice]),
			}),
			shopAt,
			skipAt,
			dataAt,
			found,
			missing: new Map(missing as Array<[string, string]>),
		};
	}
}

/** The fields of columns and of added fields, or why they do not go together. */
export function laidOut(
	columns: readonly Column[],
	added: ReadonlyArray<readonly string[]> = [],
): Pick<Layout, 'columns' | 'fields' | 'problem'> {
	const leaves: Array<NamedLeaf<Leaf>> = [
		...columns.map((leaf) => ({ path: leaf.path, leaf, origin: `the column "${leaf.name}"` })),
		...added.map((path, leaf) => ({ path, leaf, origin: '"Fields to Add"' })),
	];
	try {
		return { columns, fields: fieldTree(leaves, 'Columns') };
	} catch (error) {
		return { columns, fields: [], problem: error as InvalidValue };
	}
}

const namedTwice = (first: ColumnEntry, second: ColumnEntry) =>
	new InvalidValue(
		'Columns',
		`names one column twice: as "${first.name}" and as "${second.name}"`,
		'Remove one of them.',
	);

function areSame(names: readonly string[], others: readonly string[]): boolean {
	if (names === others) return true;
	return names.length === others.length && names.every((name, index) => name === others[index]);
}

/** Which rule leaves a row out, if one does. @param layout of its names */
export function skippedBy(
	{ skipRules }: ColumnSettings,
	{ skipAt }: Layout,
	values: readonly unknown[],
): SkipRule | undefined {
	// Most pushes have no rule, and this runs for each row.
	if (skipRules.length === 0) return undefined;
	return skipRules.find(({ text }, index) => {
		const value = values[skipAt[index]];
		if (value === undefined) return false;
		const found = comparable(String(value ?? ''));
		return text === undefined ? found === '' : found.startsWith(comparable(text));
	});
}
