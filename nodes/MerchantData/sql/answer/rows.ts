import type { IDataObject } from 'n8n-workflow';
import { ERROR_FIELDS, parseAnswer, saysFailed } from '../../service/answers/goodAnswer';
import { BadAnswer } from '../../service/answers/serverText';
import { InvalidValue } from '../../shared/invalidValue';
import { isMeant, leadsToList, type WhichList } from '../../shared/jsonList';
import { failedAnswer, noteOnMore, notJson } from './answer';

/**
 * The rows of an answer, whose shape is not specified ("Endpoints" 8: "Response shape: not shown"): a list of
 * objects, or an object that holds one such list, which one or two names lead to. *Rows Field* names any
 * other list. Nothing else is made into rows.
 */
export type SqlRow = IDataObject;

/** @param rowsField names with dots between them; empty to find the list */
export const rowsList = (rowsField: string): WhichList => ({
	path: rowsField === '' ? undefined : rowsField.split('.'),
	notRows: ERROR_FIELDS,
});

/**
 * The rows of a whole answer.
 * @param notes gets what a user should know of how the answer was read, in sentences without a full stop
 * @throws BadAnswer; InvalidValue for "Rows Field"
 */
export function rowsOfAnswer(text: string, rowsField: string, notes: string[]): SqlRow[] {
	const answer = parseAnswer(text);
	if (answer === undefined) throw notJson(text);
	if (answer === null && text.trim() === '') return [];
	const lists = listsIn(answer, rowsList(rowsField));
	const [found, other] = lists.filter(({ rows }) => rows.length > 0);
	if (other) throw severalLists([found.path, other.path], rowsField);
	const rows = found?.rows ?? [];
	const wrong = rows.findIndex((row) => !isRow(row));
	if (wrong >= 0) throw notRow(wrong + 1, JSON.stringify(rows[wrong]));
	checkAround(answer, lists.length > 0 ? rows.length : undefined, rowsField, notes);
	return rows as SqlRow[];
}

interface FoundList {
	path: readonly string[];
	rows: unknown[];
}

/** The lists in an answer that may be its rows, and those that are empty, as the reader of lists finds them. */
function listsIn(value: unknown, which: WhichList, path: readonly string[] = []): FoundList[] {
	if (Array.isArray(value)) {
		const isEmpty = value.length === 0 && !which.path;
		return isEmpty || isMeant(path, isRow(value[0]), which) ? [{ path, rows: value }] : [];
	}
	const members = isRow(value) ? Object.entries(value) : [];
	return members.flatMap(([name, inner]) =>
		leadsToList(path, name, which) ? listsIn(inner, which, [...path, name]) : [],
	);
}

export const isRow = (value: unknown): value is SqlRow =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param number of the entry, from 1 */
export const notRow = (number: number, json: string): BadAnswer =>
	new BadAnswer(
		`Row ${number} of the answer is not an object with named columns: ${json.slice(0, 200)}`,
		WHERE_ROWS_ARE,
	);

/**
 * Looks at what stands around the rows of an answer.
 * @param answer if it has rows, these may be left out of their list
 * @param rows how many it has; undefined if it has no list for them
 * @throws BadAnswer where it says that the query failed, or has no list; InvalidValue for "Rows Field"
 */
export function checkAround(
	answer: unknown,
	rows: number | undefined,
	rowsField: string,
	notes: string[],
): void {
	const failed = saysFailed(answer);
	if (failed === 'yes' && !rows) throw failedAnswer(JSON.stringify(answer));
	if (failed !== 'no') notes.push(FAILED_BESIDE_DATA);
	notes.push(...noteOnMore(answer));
	if (rows !== undefined) return;
	if (rowsField !== '') checkNoRows(answer, rowsField);
	else
		throw new BadAnswer(`The answer has no list of rows: it is ${whatIs(answer)}`, WHERE_ROWS_ARE);
}

/** Where "Rows Field" leads to null, there are no rows. @throws InvalidValue where it leads elsewhere */
function checkNoRows(answer: unknown, rowsField: string): void {
	let value = answer;
	for (const name of rowsField.split('.')) {
		if (value === null) return;
		if (!isRow(value) || !Object.hasOwn(value, name)) {
			throw new InvalidValue(
				'Rows Field',
				`is "${rowsField}", which the answer does not have`,
				`The answer is ${whatIs(answer)}.`,
			);
		}
		value = value[name];
	}
	if (value === null) return;
	const problem = `is "${rowsField}", which is no list in the answer`;
	throw new InvalidValue('Rows Field', problem, `It is ${whatIs(value)}.`);
}

export function severalLists(
	lists: ReadonlyArray<readonly string[]>,
	rowsField: string,
): InvalidValue {
	const names = lists.map((path) => `"${path.join('.')}"`).join(' and ');
	return new InvalidValue(
		'Rows Field',
		`is ${rowsField === '' ? 'empty' : `"${rowsField}"`}, and the answer has more than one list that could be its rows: ${names}`,
		'Set it to the one that is meant.',
	);
}

const WHERE_ROWS_ARE =
	'Rows are a list of objects: the answer itself, or the only one in it, at most two levels down. If they are in another list, set "Rows Field" to it. To get the answer as it came, execute the query with "Simplify" turned off.';

const FAILED_BESIDE_DATA =
	'The answer reports an error beside its rows: turn "Simplify" off to see it whole';

/** What a value is, for an error. */
function whatIs(value: unknown): string {
	if (Array.isArray(value)) return `the list ${beginning(value)}`;
	if (!isRow(value)) return beginning(value);
	const names = Object.keys(value).slice(0, 30).join(', ');
	return names === '' ? 'an empty object' : `an object with the fields: ${names}`;
}

const beginning = (value: unknown): string => JSON.stringify(value).slice(0, 200);

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
