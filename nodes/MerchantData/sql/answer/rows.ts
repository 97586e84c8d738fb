import type { IDataObject } from 'n8n-workflow';
import { hasData } from '../../service/answers/goodAnswer';
import { InvalidValue } from '../../shared/invalidValue';

/**
 * The rows of an answer, whose shape is not specified ("Endpoints" 8: "Response shape: not shown"): a list
 * of objects, an object that has one in it, lists of values with the names of their columns, a list of
 * values for each column, or a single object. No step goes through the rows more than once.
 */
export type SqlRow = IDataObject;

export type JsonObject = Record<string, unknown>;

export interface LocatedRows {
	rows: SqlRow[];
	/** The names that lead there; none where it is the answer itself. */
	path: string[];
	/** Whether each entry of a list is a row by itself, so that rows can be read before the list ends. */
	isList?: boolean;
}

const ROW_FIELDS = new Set(['data', 'rows', 'results', 'result', 'records', 'items', 'values']);
const isNamed = (path: string[]) => path.every((name) => ROW_FIELDS.has(name));

/**
 * Finds the rows of an answer: in the field with a name of {@link ROW_FIELDS}, else in the only one that
 * may have rows. Where there is none, the answer is one row.
 * @param rowsField names with dots between them; `.` for the answer itself; empty to find the rows
 * @throws InvalidValue where "Rows Field" leads nowhere, or must say which of several lists is meant
 */
export function findRows(answer: unknown, rowsField: string): LocatedRows {
	if (rowsField !== '') return rowsAt(answer, rowsField);
	if (Array.isArray(answer)) return inList(answer, []);
	const all = candidates(answer, []);
	const named = all.filter(({ path }) => ROW_FIELDS.has(path.at(-1) ?? ''));
	const likely = named.length > 0 ? named : all;
	const [found, other] = likely.filter(({ rows }) => rows.length > 0);
	if (other) throw severalLists(found.path, other.path);
	return found ?? likely[0] ?? oneRow(answer, []);
}

/**
 * What may be the rows: at the names of rows also what is empty, and a list for each column.
 * @param names of the columns, where they are given beside the value
 */
function candidates(value: unknown, path: string[], names?: string[]): LocatedRows[] {
	if (isEmpty(value)) return isNamed(path) ? [noRows(path)] : [];
	if (Array.isArray(value)) {
		const first: unknown = value.find((entry) => entry !== null);
		const isTable = names !== undefined && Array.isArray(first);
		const isRows = isTable || isRow(first) || (isNamed(path) && isObject(first));
		return isRows ? [inList(value, path, names)] : [];
	}
	if (!isObject(value)) return [];
	const columns = isNamed(path) ? inColumns(value, path) : undefined;
	if (columns) return [columns];
	const inner = columnNames(value);
	return Object.entries(value).flatMap(([name, field]) =>
		inner && name === 'columns' ? [] : candidates(field, [...path, name], inner),
	);
}

export function severalLists(...paths: string[][]): InvalidValue {
	const names = paths.map((path) => `"${path.join('.')}"`).join(' and ');
	return new InvalidValue(
		'Rows Field',
		`is empty, and the answer has more than one list that could be its rows: ${names}`,
		'Set it to the one that is meant, or to a single dot where the answer is one row.',
	);
}

/**
 * The rows at the place that "Rows Field" names. A path that ends at null or at nothing means no rows: a
 * service may answer so for a part of the period without rows.
 * @throws InvalidValue where the answer has something, but not there
 */
function rowsAt(answer: unknown, rowsField: string): LocatedRows {
	const path = rowsField.split('.').filter((name) => name !== '');
	let value = answer;
	let names: string[] | undefined;
	for (const [depth, name] of path.entries()) {
		if (!isObject(value) || !Object.hasOwn(value, name)) {
			if (!hasData(value)) return noRows(path.slice(0, depth));
			throw new InvalidValue(
				'Rows Field',
				`is "${rowsField}", which the answer does not have`,
				`The answer has ${isRow(answer) ? `the fields: ${Object.keys(answer).slice(0, 30).join(', ')}` : 'no fields'}.`,
			);
		}
		names = columnNames(value);
		value = value[name];
	}
	if (isEmpty(value)) return noRows(path);
	if (Array.isArray(value)) return inList(value, path, names);
	if (!isObject(value) || path.length === 0) return oneRow(value, path);
	return inColumns(value, path) ?? oneRow(value, path);
}

/** @param names of the columns, where the entries are lists of values */
function inList(values: unknown[], path: string[], names?: string[]): LocatedRows {
	const isLists = Array.isArray(values[0]);
	if (!isLists || !names) {
		const rows = values.every(isRow) ? values : values.map(asRow);
		// The names of lists may come behind them.
		return { rows, path, isList: !isLists };
	}
	// Of columns with one name, none is lost: `id, id` becomes `id, id_2`.
	const columns: string[] = [];
	for (const name of names) {
		let free = name;
		for (let n = 2; columns.includes(free) || (free !== name && names.includes(free)); n++)
			free = `${name}_${n}`;
		columns.push(free);
	}
	const rows = values.map((entry) => {
		const cells = Array.isArray(entry) ? (entry as unknown[]) : [entry];
		const named = cells.map((cell, index) => [columns[index] ?? `column_${index + 1}`, cell]);
		return Object.fromEntries(named) as SqlRow;
	});
	return { rows, path, isList: true };
}

/** `{ date: […], total: […] }`: lists of values of one length, one for each column. */
function inColumns(fields: JsonObject, path: string[]): LocatedRows | undefined {
	const columns = Object.entries(fields);
	const [[, first]] = columns;
	if (!Array.isArray(first)) return undefined;
	const isColumn = (list: unknown): list is unknown[] =>
		Array.isArray(list) && list.length === first.length && !list.some(isObject);
	if (!columns.every(([, list]) => isColumn(list))) return undefined;
	const rowAt = (row: number) => columns.map(([name, list]) => [name, (list as unknown[])[row]]);
	return { rows: first.map((_, row) => Object.fromEntries(rowAt(row)) as SqlRow), path };
}

const oneRow = (value: unknown, path: string[]): LocatedRows => ({ rows: [asRow(value)], path });

const noRows = (path: string[]): LocatedRows => ({ rows: [], path });

/** The names of columns, which are texts or objects with a name. */
function columnNames({ columns }: JsonObject): string[] | undefined {
	if (!Array.isArray(columns)) return undefined;
	const names: unknown[] = columns.map((column: unknown) =>
		isObject(column) ? column.name : column,
	);
	return names.every((name) => typeof name === 'string') ? names : undefined;
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null;
}

/** Adds a column to a row, in place. @throws InvalidValue where the row has such a column: it would be lost */
export function addColumn(
	row: SqlRow,
	name: string,
	value: IDataObject[string],
	option: string,
): void {
	if (Object.hasOwn(row, name)) {
		throw new InvalidValue(
			option,
			`adds the column "${name}", and the answer has one of that name`,
			'Give that column another name in the query, or turn the option off.',
		);
	}
	row[name] = value;
}

const isRow = (value: unknown): value is SqlRow => isObject(value) && !Array.isArray(value);

/** A row that has the value under `value`, unless it is a row itself. */
const asRow = (value: unknown): SqlRow => (isRow(value) ? value : ({ value } as SqlRow));

const isEmpty = (value: unknown): boolean =>
	value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
