import type { IDataObject } from 'n8n-workflow';

/** Rows that are lists of values, and the names of their columns. */

type Fields = Record<string, unknown>;

export interface ColumnNames {
	names: string[];
	/** Where they stand: elsewhere in the answer, in the first list, or nowhere. */
	from: 'answer' | 'firstList' | 'nowhere';
}

/** Where services put the names of columns. */
const COLUMN_FIELDS = [
	'columns',
	'columnNames',
	'fields',
	'schema',
	'headers',
	'header',
	'meta',
	'metadata',
];
/** What the name of a column is called where a column is an object. */
const NAME_FIELDS = ['name', 'column_name', 'columnName', 'field', 'label', 'key'];

/**
 * The names of the columns of rows that are lists, for the widest of them.
 * @param given the names that the answer has elsewhere
 */
export function namesOf(
	values: unknown[],
	given: string[] | undefined,
): { names: ColumnNames; note?: string } {
	const lists = values.map((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
	const width = lists.reduce((widest, { length }) => Math.max(widest, length), 0);
	const named = (names: string[], from: ColumnNames['from']): ColumnNames => ({
		names: widened(uniqueNames(names), width),
		from,
	});
	if (given !== undefined) return { names: named(given, 'answer') };
	if (!hasHeader(lists)) {
		const note = 'The rows are lists without names: their columns are called column_1 and so on';
		return { names: named([], 'nowhere'), note };
	}
	const [header] = lists;
	return {
		names: named(header as string[], 'firstList'),
		note: `The first list, ${excerpt(header)}, was taken as the names of the columns. If it is a row, turn "Simplify" off to get the lists as they came`,
	};
}

/** Distinct names for at least so many columns. @param names distinct ones of the first columns */
export function widened(names: string[], width: number): string[] {
	if (names.length >= width) return names;
	return uniqueNames(
		Array.from({ length: width }, (_, index) => names[index] ?? `column_${index + 1}`),
	);
}

/**
 * A first list of distinct texts holds the names of the columns. A single text is as likely a row: it is
 * taken as a name only where other rows hold something else than texts.
 */
function hasHeader([first, ...others]: unknown[][]): boolean {
	const isNames =
		first.length > 0 &&
		first.every((text) => typeof text === 'string' && text !== '') &&
		new Set(first).size === first.length;
	return isNames && (first.length > 1 || others.some(([value]) => typeof value !== 'string'));
}

function excerpt(names: unknown[]): string {
	const text = names.join(', ');
	return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** A row of values, in the order of its columns' names. */
export function rowOf(names: string[], values: unknown[]): IDataObject {
	const row: Fields = {};
	values.forEach((value, index) => {
		setColumn(row, names[index], value);
	});
	return row as IDataObject;
}

/** A plain assignment to `__proto__` would not add a column. */
function setColumn(row: Fields, name: string, value: unknown): void {
	if (name !== '__proto__') row[name] = value;
	else
		Object.defineProperty(row, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
}

/** `id, id` becomes `id, id_2`, so that no column is lost. */
function uniqueNames(names: string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		let unique = name;
		for (let count = 2; taken.has(unique); count++) unique = `${name}_${count}`;
		taken.add(unique);
		return unique;
	});
}

/** The names of columns that stand in a value, such as `{ schema: { fields: [{ name }] } }`. */
export function namesOfColumns(value: unknown, depth: number): string[] | undefined {
	if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0)
		return undefined;
	for (const key of COLUMN_FIELDS) {
		const columns = (value as Fields)[key];
		const names = Array.isArray(columns)
			? columns.map(nameOf)
			: [namesOfColumns(columns, depth - 1) ?? []].flat();
		if (names.length > 0 && names.every((name) => name !== undefined)) return names;
	}
	return undefined;
}

function nameOf(column: unknown): string | undefined {
	if (typeof column === 'string') return column;
	if (typeof column !== 'object' || column === null) return undefined;
	const name = NAME_FIELDS.map((field) => (column as Fields)[field]).find(
		(text) => typeof text === 'string',
	);
	return name as string | undefined;
}
