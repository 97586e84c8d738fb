import type { IDataObject } from 'n8n-workflow';
import { hasData } from '../../service/answers/goodAnswer';
import { InvalidValue } from '../../shared/invalidValue';

/**
 * The rows of an answer, whose shape is not specified ("Endpoints" 8: "Response shape: not shown"): a list
 * of objects, an object that holds one, lists of values with the names of their columns, a list of
 * values for each column, or a single object. There may be hundreds of thousands of rows, so no step goes
 * through them more than once.
 */
export type Row = IDataObject;

export type Fields = Record<string, unknown>;

export interface Found {
	rows: Row[];
	/** The names that lead there; none where it is the answer itself. */
	path: string[];
	/** Makes a row of an entry, where a list holds the rows. */
	toRow?: (entry: unknown) => Row;
	/** How the answer was understood, in a sentence, where another meaning is possible. */
	note?: string;
}

/** The names of fields that hold rows. */
const ROW_FIELDS = new Set(['data', 'rows', 'results', 'result', 'records', 'items', 'values']);
const DEEPEST = 4;

/**
 * Finds the rows of an answer: in the field with a name of {@link ROW_FIELDS}, else in the only one that
 * may hold rows. Where there is none, the answer is one row.
 * @param answer the parsed body
 * @param rowsField names with dots between them; `.` for the answer itself; empty to find the rows
 * @throws InvalidValue where "Rows Field" leads nowhere, or must say which of several lists is meant
 */
export function findRows(answer: unknown, rowsField: string): Found {
	if (rowsField !== '') return rowsAt(answer, rowsField);
	if (Array.isArray(answer)) return inList(answer, []);
	const all = candidates(answer, [], DEEPEST);
	const named = all.filter(({ path }) => ROW_FIELDS.has(path.at(-1) ?? ''));
	const hasRows = ({ rows }: Found) => rows.length > 0;
	const [found, other] = [named.filter(hasRows), named, all].find(({ length }) => length > 0) ?? [];
	if (found && other && hasRows(found)) throw severalLists(found.path, other.path);
	return found ?? one(answer, []);
}

/** What may hold the rows: at the names of rows also what is empty, and a list for each column. */
function candidates(value: unknown, path: string[], depth: number): Found[] {
	const isNamed = path.every((name) => ROW_FIELDS.has(name));
	if (isEmpty(value)) return isNamed ? [noRows(value, path)] : [];
	if (Array.isArray(value)) {
		const first: unknown = value.find((entry) => entry !== null);
		return isRow(first) || (isNamed && isContainer(first)) ? [inList(value, path)] : [];
	}
	if (!isContainer(value) || depth === 0) return [];
	const whole = inTable(value, path) ?? (isNamed ? inColumns(value, path) : undefined);
	if (whole) return [whole];
	return Object.entries(value).flatMap(([name, inner]) =>
		candidates(inner, [...path, name], depth - 1),
	);
}

/** The error where it is not known which list holds the rows. */
export function severalLists(...paths: string[][]): InvalidValue {
	const names = paths.map((path) => `"${path.join('.')}"`).join(' and ');
	return new InvalidValue(
		'Rows Field',
		`is empty, and the answer has more than one list that could be its rows: ${names}`,
		'Set it to the one that is meant, or to a single dot where the answer is one row.',
	);
}

/**
 * The rows that stand where "Rows Field" says. A path that ends at null or at nothing means no rows: a
 * service may answer so for a part of the period without rows.
 * @throws InvalidValue where the answer has something, but not there
 */
function rowsAt(answer: unknown, rowsField: string): Found {
	const path = rowsField.split('.').filter((name) => name !== '');
	let value = answer;
	let names: string[] | undefined;
	for (const [depth, name] of path.entries()) {
		if (!isContainer(value) || !Object.hasOwn(value, name)) {
			if (!hasData(value)) return noRows(null, path.slice(0, depth));
			throw new InvalidValue(
				'Rows Field',
				`is "${rowsField}", which the answer does not have`,
				`The answer has ${isContainer(answer) && !Array.isArray(answer) ? `the fields: ${Object.keys(answer).slice(0, 30).join(', ')}` : 'no fields'}.`,
			);
		}
		names = columnNames(value);
		value = value[name];
	}
	if (isEmpty(value)) return noRows(value, path);
	if (Array.isArray(value)) return inList(value, path, names);
	if (!isContainer(value) || path.length === 0) return one(value, path);
	return inTable(value, path) ?? inColumns(value, path) ?? one(value, path);
}

/** @param names of the columns, where the entries are lists of values */
function inList(values: unknown[], path: string[], names?: string[]): Found {
	const isLists = Array.isArray(values[0]);
	if (!isLists || !names) {
		const rows = values.every(isRow) ? values : values.map(asRow);
		// The names of lists may stand behind them.
		return { rows, path, toRow: isLists ? undefined : asRow };
	}
	const columns = uniqueNames(names);
	const toRow = (entry: unknown) => {
		const cells = Array.isArray(entry) ? (entry as unknown[]) : [entry];
		const named = cells.map((cell, index) => [columns[index] ?? `column_${index + 1}`, cell]);
		return Object.fromEntries(named) as Row;
	};
	return { rows: values.map(toRow), path, toRow };
}

/** `{ columns: […], rows: [[…], …] }` */
function inTable(fields: Fields, path: string[]): Found | undefined {
	const names = columnNames(fields);
	const isLists = (value: unknown) => Array.isArray(value) && Array.isArray(value[0]);
	const key = names && Object.keys(fields).find((name) => isLists(fields[name]));
	return key === undefined ? undefined : inList(fields[key] as unknown[], [...path, key], names);
}

/** `{ date: […], total: […] }`: lists of values of one length, one for each column. */
function inColumns(fields: Fields, path: string[]): Found | undefined {
	const columns = Object.entries(fields);
	const [[, first]] = columns;
	if (!Array.isArray(first)) return undefined;
	const isColumn = (list: unknown): list is unknown[] =>
		Array.isArray(list) && list.length === first.length && !list.some(isContainer);
	if (!columns.every(([, list]) => isColumn(list))) return undefined;
	const rowAt = (row: number) => columns.map(([name, list]) => [name, (list as unknown[])[row]]);
	return { rows: first.map((_, row) => Object.fromEntries(rowAt(row)) as Row), path };
}

const one = (value: unknown, path: string[]): Found => ({ rows: [asRow(value)], path });

function noRows(value: unknown, path: string[]): Found {
	if (Array.isArray(value)) return { rows: [], path };
	const what = path.length === 0 ? 'The answer' : `"${path.join('.')}"`;
	return { rows: [], path, note: `${what} is null or empty, which counts as no rows` };
}

/** The names of columns, which are texts or objects with a name. */
function columnNames({ columns }: Fields): string[] | undefined {
	if (!Array.isArray(columns)) return undefined;
	const names: unknown[] = columns.map((column: unknown) =>
		isContainer(column) ? column.name : column,
	);
	return names.every((name) => typeof name === 'string') ? names : undefined;
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

export function isContainer(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}

/**
 * Adds a column to a row, in place.
 * @param option that asks for it
 * @throws InvalidValue where the row has such a column: it would be lost
 */
export function addColumn(
	row: Row,
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

const isRow = (value: unknown): value is Row => isContainer(value) && !Array.isArray(value);

/** A row that holds the value under `value`, unless it is a row itself. */
const asRow = (value: unknown): Row => (isRow(value) ? value : ({ value } as Row));

const isEmpty = (value: unknown): boolean =>
	value === '' || !(isContainer(value) ? Object.keys(value).length > 0 : hasData(value));
