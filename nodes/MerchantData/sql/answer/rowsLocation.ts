import { ENVELOPE, hasData } from '../../service/answers/goodAnswer';
import { InvalidValue } from '../../shared/invalidValue';
import { type ColumnNames, namesOfColumns, namesOf } from './listRows';

/**
 * Where the rows are in an answer whose shape is not specified ("Endpoints" 8: "Response shape: not
 * shown").
 */
export interface RowsLocation {
	/** The names that lead there; none where it is the answer itself. */
	path: string[];
	/**
	 * What is there: a list of rows, a list of lists of values, a list of values for each column, one
	 * row, or nothing that counts as a row.
	 */
	shape: 'list' | 'lists' | 'columns' | 'one' | 'none';
	/** Of the columns, where rows are lists. */
	names?: ColumnNames;
	/** How the answer was understood, in a sentence, where another meaning is possible. */
	note?: string;
}

export type Fields = Record<string, unknown>;

/** The names of fields that hold rows, the most likely first. */
const ROW_FIELDS = ['data', 'rows', 'results', 'result', 'records', 'items', 'values'];
const DEEPEST = 4;

/** Finds the rows of an answer. @param answer the parsed body */
export function findRows(answer: unknown): RowsLocation {
	if (Array.isArray(answer)) return locationOfList(answer, []);
	const found = locationIn(answer, [], DEEPEST);
	if (found === undefined) refuseUneven(answer, 'is empty, and');
	return found ?? locationOfOne(answer);
}

/**
 * Refuses columns of different lengths: rows cannot be made of them, and they are unlikely to be one row
 * that holds lists. To be called where no rows were found.
 * @param where of the field "Rows Field", before what is wrong there
 * @throws InvalidValue
 */
export function refuseUneven(value: unknown, where: string, depth = DEEPEST): void {
	if (!isContainer(value) || Array.isArray(value) || depth === 0) return;
	const lists = Object.entries(value).filter(
		([, list]) => Array.isArray(list) && !list.some(isContainer),
	);
	if (lists.length > 1 && lists.length === Object.keys(value).length) {
		const lengths = lists.map(([name, list]) => `${name}: ${(list as unknown[]).length}`).join();
		throw new InvalidValue(
			'Rows Field',
			`${where} the columns of the answer have different lengths (${lengths.slice(0, 100)})`,
			'Set it to the list that has the rows, or to a single dot where the answer is one row that holds lists.',
		);
	}
	for (const name of ROW_FIELDS) {
		if (Object.hasOwn(value, name)) refuseUneven(value[name], where, depth - 1);
	}
}

/** Of a value without anything like a list of rows: it is a row itself, or there is none. */
function locationOfOne(value: unknown): RowsLocation {
	if (!isContainer(value)) return hasData(value) ? one([]) : noRows([], 'The answer');
	const empty = ROW_FIELDS.find((name) => Object.hasOwn(value, name) && !hasData(value[name]));
	const others = Object.entries(value).filter(([name, of]) => name !== empty && hasData(of));
	if (others.every(([name]) => ENVELOPE.has(name))) {
		if (empty !== undefined) return noRows([], `"${empty}"`);
		if (Object.keys(value).length === 0) return noRows([], 'The answer');
	}
	const note = `The answer was taken as one row, although its "${empty}" is empty. If that is where the rows are, set "Rows Field" to it`;
	return { ...one([]), ...(empty === undefined ? {} : { note }) };
}

export const one = (path: string[]): RowsLocation => ({ path, shape: 'one' });

/** @param what is null or empty */
export function noRows(path: string[], what: string): RowsLocation {
	return { path, shape: 'none', note: `${what} is null or empty, which counts as no rows` };
}

/** The rows in a value, or undefined where nothing in it looks like rows. */
function locationIn(value: unknown, path: string[], depth: number): RowsLocation | undefined {
	if (Array.isArray(value)) {
		const first: unknown = value.find((entry) => entry !== null);
		return value.length === 0 || isContainer(first) ? locationOfList(value, path) : undefined;
	}
	if (!isContainer(value) || depth === 0) return undefined;
	return (
		locationOfTable(value, path) ??
		locationInKnownField(value, path, depth) ??
		locationOfColumns(value, path) ??
		locationInOnlyField(value, path, depth)
	);
}

function locationInKnownField(
	fields: Fields,
	path: string[],
	depth: number,
): RowsLocation | undefined {
	for (const key of ROW_FIELDS) {
		const found = Object.hasOwn(fields, key)
			? locationIn(fields[key], [...path, key], depth - 1)
			: undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

/** An empty list beside other fields does not count: it may be a column of a single row. */
function locationInOnlyField(
	fields: Fields,
	path: string[],
	depth: number,
): RowsLocation | undefined {
	const entries = Object.entries(fields);
	const found = entries
		.map(([key, value]) => locationIn(value, [...path, key], depth - 1))
		.filter((each) => each !== undefined)
		.filter(({ shape }) => shape !== 'none' || entries.length === 1);
	return found.length === 1 ? found[0] : undefined;
}

/** @param given the names of the columns, for rows that are lists */
export function locationOfList(values: unknown[], path: string[], given?: string[]): RowsLocation {
	if (values.length === 0) return { path, shape: 'none' };
	if (!Array.isArray(values[0])) return { path, shape: 'list' };
	return { path, shape: 'lists', ...namesOf(values, given) };
}

/** `{ columns: […], rows: [[…], …] }` */
export function locationOfTable(fields: Fields, path: string[]): RowsLocation | undefined {
	const names = namesOfColumns(fields, 2);
	if (names === undefined) return undefined;
	const key = ROW_FIELDS.find((name) => {
		const value = fields[name];
		return Array.isArray(value) && Array.isArray(value[0]);
	});
	return key === undefined
		? undefined
		: locationOfList(fields[key] as unknown[], [...path, key], names);
}

/** `{ date: […], total: […] }`: lists of the same length, one per column. */
export function locationOfColumns(fields: Fields, path: string[]): RowsLocation | undefined {
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
	return { path, shape: (lists[0] as unknown[]).length === 0 ? 'none' : 'columns' };
}

export function isContainer(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}
