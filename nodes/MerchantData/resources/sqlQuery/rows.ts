import type { IDataObject } from 'n8n-workflow';
import { InvalidValue } from '../../shared/invalidValue';

/**
 * Rows out of an answer whose shape is not specified ("Endpoints" 8: "Response shape: not shown").
 * Values stay as they came. Nothing here copies or walks the rows more often than once per step,
 * since there may be hundreds of thousands.
 */
export type Row = IDataObject;
type Fields = Record<string, unknown>;

/** Where services put rows, the most telling name first. */
const ROW_FIELDS = ['data', 'rows', 'results', 'result', 'records', 'items', 'values'];
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
const DEEPEST = 4;

/**
 * Finds the rows of an answer.
 * @param answer the parsed body
 * @param rowsField dot path of the rows, `.` for the answer itself; empty to find them
 * @throws InvalidValue where the path leads nowhere
 */
export function extractRows(answer: unknown, rowsField: string): Row[] {
	if (rowsField !== '') return rowsAt(answer, rowsField);
	if (answer === null || answer === undefined) return [];
	if (Array.isArray(answer)) return rowsOfArray(answer);
	return rowsIn(answer, DEEPEST) ?? [asRow(answer)];
}

function rowsAt(answer: unknown, path: string): Row[] {
	let value = answer;
	let names: string[] | undefined;
	for (const key of path.split('.').filter((part) => part !== '')) {
		names = columnNames(value, 2) ?? names;
		if (!isContainer(value) || !Object.hasOwn(value, key)) {
			throw new InvalidValue(
				'Rows Field',
				`is "${path}", which the answer does not have`,
				fieldsRemedy(answer),
			);
		}
		value = (value as Fields)[key];
	}
	if (value === null || value === undefined) return [];
	if (Array.isArray(value)) return rowsOfArray(value, names);
	if (!isContainer(value)) return [asRow(value)];
	return rowsOfTable(value) ?? rowsOfColumns(value) ?? [value as Row];
}

/** The rows in a value, or undefined where nothing in it looks like rows. */
function rowsIn(value: unknown, depth: number): Row[] | undefined {
	if (Array.isArray(value)) {
		return value.length === 0 || isContainer(value[0]) ? rowsOfArray(value) : undefined;
	}
	if (!isContainer(value) || depth === 0) return undefined;
	return (
		rowsOfTable(value) ??
		rowsInKnownField(value, depth) ??
		rowsOfColumns(value) ??
		rowsInOnlyField(value, depth)
	);
}

function rowsInKnownField(fields: Fields, depth: number): Row[] | undefined {
	for (const key of ROW_FIELDS) {
		const rows = Object.hasOwn(fields, key) ? rowsIn(fields[key], depth - 1) : undefined;
		if (rows !== undefined) return rows;
	}
	return undefined;
}

/** An empty list counts only where nothing stands beside it: it may be a column of a single row. */
function rowsInOnlyField(fields: Fields, depth: number): Row[] | undefined {
	const values = Object.values(fields);
	const found = values
		.map((value) => rowsIn(value, depth - 1))
		.filter((rows) => rows !== undefined && (rows.length > 0 || values.length === 1));
	return found.length === 1 ? found[0] : undefined;
}

function rowsOfArray(values: unknown[], names?: string[]): Row[] {
	if (Array.isArray(values[0])) return rowsOfLists(values as unknown[][], names);
	return values.every(isRow) ? values : values.map(asRow);
}

/** `{ columns: […], rows: [[…], …] }` */
function rowsOfTable(fields: Fields): Row[] | undefined {
	const names = columnNames(fields, 2);
	if (names === undefined) return undefined;
	const lists = ROW_FIELDS.map((key) => fields[key]).find(
		(value) => Array.isArray(value) && Array.isArray(value[0]),
	);
	return lists === undefined ? undefined : rowsOfLists(lists as unknown[][], names);
}

/** `{ date: […], total: […] }`: lists of the same length, one per column. */
function rowsOfColumns(fields: Fields): Row[] | undefined {
	const lists = Object.values(fields);
	const isTable =
		lists.length > 0 &&
		lists.every(
			(list) =>
				Array.isArray(list) &&
				list.length === (lists[0] as unknown[]).length &&
				!list.some(isContainer),
		);
	if (!isTable) return undefined;
	const names = Object.keys(fields);
	return (lists[0] as unknown[]).map((_, index) =>
		rowOf(
			names,
			(lists as unknown[][]).map((list) => list[index]),
		),
	);
}

/** Without names, a first list of different texts is taken for them. */
function rowsOfLists(lists: unknown[][], names?: string[]): Row[] {
	const [first] = lists;
	const isHeader =
		names === undefined &&
		first.every((text) => typeof text === 'string' && text !== '') &&
		new Set(first).size === first.length;
	const unique = uniqueNames(names ?? (isHeader ? (first as string[]) : []));
	const rows = isHeader ? lists.slice(1) : lists;
	return rows.map((list) => rowOf(unique, Array.isArray(list) ? list : [list]));
}

function rowOf(names: string[], values: unknown[]): Row {
	const row: Fields = {};
	values.forEach((value, index) => {
		row[names[index] ?? `column_${index + 1}`] = value;
	});
	return row as Row;
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

function columnNames(value: unknown, depth: number): string[] | undefined {
	if (!isContainer(value) || Array.isArray(value) || depth === 0) return undefined;
	for (const key of COLUMN_FIELDS) {
		const columns = value[key];
		const names = Array.isArray(columns)
			? columns.map(nameOf)
			: [columnNames(columns, depth - 1) ?? []].flat();
		if (names.length > 0 && names.every((name) => name !== undefined)) return names;
	}
	return undefined;
}

function nameOf(column: unknown): string | undefined {
	if (typeof column === 'string') return column;
	if (!isContainer(column)) return undefined;
	const name = NAME_FIELDS.map((field) => column[field]).find((text) => typeof text === 'string');
	return name as string | undefined;
}

function fieldsRemedy(answer: unknown): string {
	if (Array.isArray(answer)) return 'The answer is a list of rows itself: remove the option.';
	if (!isContainer(answer)) return 'The answer has no fields.';
	const paths = Object.entries(answer).flatMap(([key, value]) => [
		key,
		...(isRow(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : []),
	]);
	return `The answer has the fields: ${paths.slice(0, 30).join(', ')}.`;
}

function isContainer(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}

function isRow(value: unknown): value is Row {
	return isContainer(value) && !Array.isArray(value);
}

function asRow(value: unknown): Row {
	return isRow(value) ? value : ({ value } as Row);
}
