import type { InvalidValue } from '../errors/invalidInput';
import { isPlainObject, without } from '../lib/objects';
import type { CellType, Formats } from './cells';
import { entryNamed, type Field, fieldTree, indexOfName, isSame, type Placed } from './names';

/** The settings of columns, and the layout of rows that follows from them. */

/** An entry of *Columns*. Without a path, it is sent under its own name; without a type, as it is. */
export interface ColumnEntry {
	readonly name: string;
	readonly path?: readonly string[];
	readonly type?: CellType;
	readonly isLeftOut: boolean;
}

export interface SkipRule {
	/** Empty for the first column. */
	readonly column: string;
	/** The beginning of the value, as it is typed; undefined for an empty value. */
	readonly text?: string;
}

export type DataMode = 'autoMapInputData' | 'binary' | 'defineBelow' | 'json';

export interface ColumnSettings {
	readonly dataMode: DataMode;
	/** No two of them have the same name by `isSame`. */
	readonly entries: readonly ColumnEntry[];
	readonly sendsOthers: boolean;
	/** The column that names the shop of each row. It is not sent, unless an entry names it. */
	readonly shopColumn?: string;
	readonly skipRules: readonly SkipRule[];
	/** Texts that mean "no value", as `comparable` returns them. */
	readonly emptyValues: ReadonlySet<string>;
	readonly formats: Formats;
	/** Whether rows are compared with those of the last run. */
	readonly isCompared: boolean;
	/** Whether *If Rows Look Wrong* stops them. */
	readonly stopsWhatLooksWrong: boolean;
}

/** Whether rows have columns, not fields from the form or from JSON. */
export const isTable = (mode: DataMode): boolean =>
	mode === 'autoMapInputData' || mode === 'binary';

/** Whether a column is sent, names the shop of rows, or tells which rows are left out. */
export function usesColumn(
	{ entries, sendsOthers, shopColumn = '', skipRules }: ColumnSettings,
	name: string,
): boolean {
	if ([shopColumn, ...skipRules.map(({ column }) => column)].some((used) => isSame(used, name)))
		return true;
	const entry = entryNamed(entries, name);
	return entry ? !entry.isLeftOut : sendsOthers;
}

/** A field of *Fields to Add*, with its value as JSON; empty if it has none. */
export interface AddedField extends Placed {
	readonly json: string;
}

/** A row as it came. Rows of a table share the list of names. */
export interface NamedValues {
	readonly names: readonly string[];
	readonly values: readonly unknown[];
	/** The names that lead to each value, if objects were taken apart. */
	readonly paths?: ReadonlyArray<readonly string[]>;
}

export function namedValues(given: object): NamedValues {
	const row = withoutEarlierError(given);
	return { names: Object.keys(row), values: Object.values(row) as unknown[] };
}

/** Whether a value is what this node writes as `error` of a row. */
export const isEarlierError = (error: unknown): boolean =>
	isPlainObject(error) && typeof error.message === 'string' && typeof error.outcome === 'string';

/** Whether a column is a part of such an error, as "Convert to File" names it: `error.message`. */
export function ofEarlierError(names: readonly string[]): (name: string) => boolean {
	const isThere = ['error.message', 'error.outcome'].every((name) => names.includes(name));
	return (name) => isThere && name.startsWith('error.');
}

/** A row without the error of an earlier push, which is not data. */
export const withoutEarlierError = <Fields extends object>(row: Fields): Fields =>
	'error' in row && isEarlierError(row.error) ? without(row, 'error') : row;

export interface Column extends Placed {
	readonly name: string;
	readonly at: number;
	readonly type?: CellType;
	/** A column with an entry is sent even if it names another shop, or if n8n has added it. */
	readonly entry?: ColumnEntry;
}

/** How rows with certain names are sent. */
export interface Layout {
	readonly names: readonly string[];
	readonly columns: readonly Column[];
	readonly fields: ReadonlyArray<Field<AddedField | Column>>;
	/** All that is sent, sorted by path. */
	readonly byPath: ReadonlyArray<AddedField | Column>;
	/** Columns that name a shop, unless the form names them. */
	readonly shops: readonly Column[];
	readonly shopAt: number;
	/** The column of each rule of *Rows to Skip*; -1 if it is missing. */
	readonly skipAt: readonly number[];
	/** All columns but n8n's `row_number` and those of an earlier error. */
	readonly dataAt: readonly number[];
	/** Why no row with these names can be sent: two columns for one field. */
	readonly problem?: InvalidValue;
}

/** "shop", "Shop Domain", "store_domain": in upper or lower case, with any signs between the words. */
const NAMES_A_SHOP = /^(?:shop(?:[\s_-]*(?:domain|id|url))?|store(?:[\s_-]*domain)?)$/i;

/** Columns that this node writes into a sheet. */
const OF_EARLIER_PUSH = ['pushOutcome', 'pushStatus'];

export const columnOf = (
	name: string,
	at: number,
	entry?: ColumnEntry,
	path: readonly string[] = [name],
): Column => ({
	name,
	at,
	path: entry?.path ?? path,
	origin: `the column "${name}"`,
	type: entry?.type,
	entry,
});

/** A field that is set in the form. Its value is undefined if it is empty and not a text. */
export type SetField = Column & { readonly type: CellType; readonly value: unknown };

/** The layouts of a table: one for each list of names that its rows have. */
export class Columns {
	private readonly layouts = new Map<string, Layout>();
	/** The layout of the last row, which the next one usually has, too. */
	private latest?: { names: readonly string[]; added: readonly AddedField[]; layout: Layout };

	/** @param isTrimmed whether to remove blanks around names, as in tables, but not in JSON */
	constructor(
		private readonly settings: ColumnSettings,
		private readonly isTrimmed: boolean,
	) {}

	layoutOf(
		names: readonly string[],
		added: readonly AddedField[],
		paths?: NamedValues['paths'],
	): Layout {
		const { latest } = this;
		if (!paths && latest?.added === added && areSame(latest.names, names)) return latest.layout;
		const key = JSON.stringify([names, added, paths]);
		const layout = this.layouts.get(key) ?? this.layoutFor(this.columnsOf(names, paths), added);
		// Rows of JSON may each have names of their own.
		if (this.layouts.size < 1_000) this.layouts.set(key, layout);
		if (!paths) this.latest = { names, added, layout };
		return layout;
	}

	private columnsOf(names: readonly string[], paths?: NamedValues['paths']): Column[] {
		const all = this.isTrimmed ? names.map((name) => name.trim()) : names;
		const entryAt = new Map(
			this.settings.entries.map((entry) => [indexOfName(all, entry.name), entry]),
		);
		const pathOf = (at: number) =>
			paths?.[at].map((name, depth) => (depth === 0 && this.isTrimmed ? name.trim() : name));
		return all.map((name, at) => columnOf(name, at, entryAt.get(at), pathOf(at)));
	}

	layoutFor(all: readonly Column[], added: readonly AddedField[]): Layout {
		const { dataMode, sendsOthers, shopColumn, skipRules } = this.settings;
		const names = all.map(({ name }) => name);
		const shopAt = shopColumn === undefined ? -1 : indexOfName(names, shopColumn);
		const isOfError = ofEarlierError(names);
		// n8n writes row numbers into items. In JSON and fields, people do.
		const isData = (name: string) =>
			!isTable(dataMode) || (name !== 'row_number' && !isOfError(name));
		const columns = all.filter(({ name, at, entry }) =>
			entry
				? !entry.isLeftOut
				: sendsOthers && at !== shopAt && !OF_EARLIER_PUSH.includes(name) && isData(name),
		);
		const dataAt = [...names.keys()].filter((at) => isData(names[at]));
		const sent = [...columns, ...added];
		let fields: Layout['fields'] = [];
		let problem: InvalidValue | undefined;
		try {
			fields = fieldTree(sent, isTable(dataMode) ? 'Columns' : 'Fields');
		} catch (error) {
			problem = error as InvalidValue;
		}
		return {
			names,
			columns,
			fields,
			byPath: sent.toSorted(byPath),
			problem,
			shops: all.filter(
				({ name, at, entry }) => !entry && at !== shopAt && NAMES_A_SHOP.test(name.trim()),
			),
			shopAt,
			skipAt: skipRules.map(({ column }) =>
				column ? indexOfName(names, column) : (dataAt[0] ?? -1),
			),
			dataAt,
		};
	}
}

const byPath = (a: Placed, b: Placed): number => (a.path.join('\0') < b.path.join('\0') ? -1 : 1);

const areSame = (names: readonly string[], others: readonly string[]): boolean =>
	names === others ||
	(names.length === others.length && names.every((name, index) => name === others[index]));
