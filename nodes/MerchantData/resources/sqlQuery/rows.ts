import type { IDataObject } from 'n8n-workflow';
import { ENVELOPE, hasData } from '../../transport/goodAnswer';
import { columnNames, rowOf, rowsOfLists } from './lists';

/**
 * Rows out of an answer whose shape is not specified ("Endpoints" 8: "Response shape: not shown").
 * Values stay as they came. Nothing here copies or walks the rows more often than once per step,
 * since there may be hundreds of thousands.
 */
export type Row = IDataObject;
type Fields = Record<string, unknown>;

export interface Found {
	rows: Row[];
	/** How the answer was understood, as a sentence, where that may not be what was meant. */
	note?: string;
}

/** Where services put rows, the most telling name first. */
const ROW_FIELDS = ['data', 'rows', 'results', 'result', 'records', 'items', 'values'];
const DEEPEST = 4;

/** Finds the rows of an answer. @param answer the parsed body */
export function findRows(answer: unknown): Found {
	if (Array.isArray(answer)) return rowsOfArray(answer);
	return rowsIn(answer, DEEPEST) ?? rowsOfOne(answer);
}

/** The rows of a value in which nothing looks like a list of them: the value, or none. */
function rowsOfOne(value: unknown): Found {
	if (!isContainer(value)) return hasData(value) ? { rows: [asRow(value)] } : noRows('The answer');
	const empty = ROW_FIELDS.find((name) => Object.hasOwn(value, name) && !hasData(value[name]));
	const others = Object.entries(value).filter(([name, of]) => name !== empty && hasData(of));
	if (others.every(([name]) => ENVELOPE.has(name))) {
		if (empty !== undefined) return noRows(`"${empty}"`);
		if (Object.keys(value).length === 0) return noRows('The answer');
	}
	const note = `The answer was taken as one row, although its "${empty}" is empty. If that is where the rows are, set "Rows Field" to it`;
	return { rows: [value as Row], ...(empty === undefined ? {} : { note }) };
}

/** @param what is null or empty */
export function noRows(what: string): Found {
	return { rows: [], note: `${what} is null or empty, which counts as no rows` };
}

/** The rows in a value, or undefined where nothing in it looks like rows. */
function rowsIn(value: unknown, depth: number): Found | undefined {
	if (Array.isArray(value)) {
		const first: unknown = value.find((entry) => entry !== null);
		return value.length === 0 || isContainer(first) ? rowsOfArray(value) : undefined;
	}
	if (!isContainer(value) || depth === 0) return undefined;
	return (
		rowsOfTable(value) ??
		rowsInKnownField(value, depth) ??
		rowsOfColumns(value) ??
		rowsInOnlyField(value, depth)
	);
}

function rowsInKnownField(fields: Fields, depth: number): Found | undefined {
	for (const key of ROW_FIELDS) {
		const found = Object.hasOwn(fields, key) ? rowsIn(fields[key], depth - 1) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

/** An empty list counts only where nothing stands beside it: it may be a column of a single row. */
function rowsInOnlyField(fields: Fields, depth: number): Found | undefined {
	const values = Object.values(fields);
	const found = values
		.map((value) => rowsIn(value, depth - 1))
		.filter((each) => each !== undefined)
		.filter(({ rows, note }) => rows.length > 0 || note !== undefined || values.length === 1);
	return found.length === 1 ? found[0] : undefined;
}

/** @param names of the columns, for rows that are lists */
export function rowsOfArray(values: unknown[], names?: string[]): Found {
	if (Array.isArray(values[0])) return rowsOfLists(values, names);
	return { rows: values.every(isRow) ? values : values.map(asRow) };
}

/** `{ columns: […], rows: [[…], …] }` */
export function rowsOfTable(fields: Fields): Found | undefined {
	const names = columnNames(fields, 2);
	if (names === undefined) return undefined;
	const lists = ROW_FIELDS.map((key) => fields[key]).find(
		(value) => Array.isArray(value) && Array.isArray(value[0]),
	);
	return lists === undefined ? undefined : rowsOfLists(lists as unknown[], names);
}

/** `{ date: […], total: […] }`: lists of the same length, one per column. */
export function rowsOfColumns(fields: Fields): Found | undefined {
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
	const rows = (lists[0] as unknown[]).map((_, index) =>
		rowOf(
			names,
			(lists as unknown[][]).map((list) => list[index]),
		),
	);
	return { rows };
}

export function isContainer(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}

export function isRow(value: unknown): value is Row {
	return isContainer(value) && !Array.isArray(value);
}

/** A row that holds the value under `value`, unless it is a row itself. */
export function asRow(value: unknown): Row {
	return isRow(value) ? value : ({ value } as Row);
}
