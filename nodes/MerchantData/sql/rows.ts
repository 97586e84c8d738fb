import type { IDataObject } from 'n8n-workflow';
import { BadAnswer, serverText } from '../service/answers/serverText';
import { InvalidValue } from '../errors/invalidInput';
import { isObject } from '../lib/objects';

/**
 * A row of an answer. The shape of answers is not specified ("Endpoints" 8): rows are a list of objects, which is the
 * answer, or the only such list in it, at most two levels down. *Rows Field* names any other list.
 */
export type SqlRow = IDataObject;

const WHERE_ROWS_ARE =
	'Rows are a list of objects: the answer itself, or the only one in it, at most two levels down. If they are in another list, set "Rows Field" to it. To see the answer as it came, execute the query with Items as "Output Format" and "Simplify" turned off.';

/** The entries of a list as rows. @param before number of rows before them. @throws BadAnswer */
export function checkedRows(entries: unknown[], before: number): SqlRow[] {
	const wrong = entries.findIndex((entry) => !isObject(entry));
	if (wrong < 0) return entries as SqlRow[];
	const json = JSON.stringify(entries[wrong]).slice(0, 200);
	const row = `Row ${before + wrong + 1} of the answer`;
	const message = `${row} is not an object with named columns: ${json}`;
	throw new BadAnswer('sql.noRows', message, WHERE_ROWS_ARE);
}

/** @param answer without a list of rows where *Rows Field* says, or anywhere if it is empty */
export function noList(answer: unknown, rowsField: string): Error {
	const begins = `It begins: ${JSON.stringify(answer).slice(0, 200)}.`;
	const whatToDo = `${begins} ${WHERE_ROWS_ARE}`;
	if (rowsField === '')
		return new BadAnswer('sql.noRows', 'The answer has no list of rows', whatToDo);
	const problem = `is "${rowsField}", which is not a list in the answer`;
	return new InvalidValue('sql.noRows', 'Rows Field', problem, begins);
}

export function severalLists(lists: ReadonlyArray<readonly string[]>): InvalidValue {
	const names = lists.map((path) => `"${path.join('.')}"`).join(' and ');
	const problem = `is empty, but the answer has several lists: ${names}`;
	const remedy = 'Set it to the list that has the rows.';
	return new InvalidValue('sql.noRows', 'Rows Field', problem, remedy);
}

/** The error for anything but one JSON value, such as a web page. @param text or its beginning */
export function notJson(text: string): BadAnswer {
	if (text.trim() === '')
		return new BadAnswer('sql.notJson', 'The answer to the query is empty', 'Try again.');
	const reads = `It reads: ${text.slice(0, 200)}`;
	if (!/^\uFEFF?\s*[[{]/.test(text))
		return new BadAnswer('sql.notJson', 'The answer to the query is not JSON', reads);
	const cutOff = 'The answer to the query is cut off, or its JSON is broken';
	return new BadAnswer('sql.notJson', cutOff, 'Try again, or split the period.');
}

export const failedAnswer = (text: string): BadAnswer =>
	new BadAnswer(
		'sql.failed',
		`The answer says that the query failed: ${serverText(text)}`,
		'Correct the query, or try again. To see the answer as it came, execute the query with Items as "Output Format" and "Simplify" turned off.',
	);

/** @param member that says so */
export const unfinishedAnswer = (member: string): BadAnswer =>
	new BadAnswer(
		'sql.unfinished',
		`The service has not finished the query: its answer says so in "${member}"`,
		'Execute the query again later. If it always takes too long, split the period, or narrow the query.',
	);

/** Adds a column to a row, in place. @throws InvalidValue if it would replace another one */
export function addColumn(row: SqlRow, name: string, value: SqlRow[string], option: string) {
	if (Object.hasOwn(row, name)) {
		const problem = `adds the column "${name}", but the answer already has a column of that name`;
		const remedy = 'Rename that column in the query, or turn the option off.';
		throw new InvalidValue('column.twice', option, problem, remedy);
	}
	row[name] = value;
}
