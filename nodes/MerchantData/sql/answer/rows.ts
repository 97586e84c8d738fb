import type { IDataObject } from 'n8n-workflow';
import { ERROR_FIELDS, saysFailed } from '../../service/answers/goodAnswer';
import { BadAnswer, serverText } from '../../service/answers/serverText';
import { InvalidValue } from '../../shared/invalidValue';
import type { WhichList } from '../../shared/jsonList';

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
 * @throws BadAnswer if it says that the query failed, or has no list; InvalidValue for "Rows Field"
 */
export function checkAround(
	answer: unknown,
	rows: number | undefined,
	rowsField: string,
	notes: string[],
): void {
	if (saysFailed(answer) !== 'no') throw failedAnswer(JSON.stringify(answer));
	notes.push(...noteOnMore(answer));
	if (rows !== undefined) return;
	const begins = `It begins: ${JSON.stringify(answer).slice(0, 200)}`;
	if (rowsField === '')
		throw new BadAnswer('The answer has no list of rows', `${begins}. ${WHERE_ROWS_ARE}`);
	throw new InvalidValue(
		'Rows Field',
		`is "${rowsField}", which is no list in the answer`,
		`${begins}.`,
	);
}

export function severalLists(lists: ReadonlyArray<readonly string[]>): InvalidValue {
	const names = lists.map((path) => `"${path.join('.')}"`).join(' and ');
	return new InvalidValue(
		'Rows Field',
		`must say which list of the answer has the rows: ${names}`,
		'Set it to the one that is meant.',
	);
}

const WHERE_ROWS_ARE =
	'Rows are a list of objects: the answer itself, or the only one in it, at most two levels down. If they are in another list, set "Rows Field" to it. To get the answer as it came, execute the query with "Simplify" turned off.';

/**
 * The error for a text that is not one JSON value: a page, or JSON that was cut off or is broken.
 * @param text or its beginning
 */
export function notJson(text: string): BadAnswer {
	return /^\uFEFF?\s*[[{]/.test(text)
		? new BadAnswer(
				'The answer to the query is cut off, or its JSON is broken',
				'Try again, or split the period.',
			)
		: new BadAnswer('The answer to the query is not JSON', `It reads: ${text.slice(0, 200)}`);
}

export const failedAnswer = (text: string): BadAnswer =>
	new BadAnswer(
		`The answer says that the query failed: ${serverText(text)}`,
		'Correct the query, or try again. To get the answer as it came, execute the query with "Simplify" turned off.',
	);

/** What a note that rows are missing begins with. */
export const MORE_ROWS = 'The answer says that there are more rows than it has';
const GET_THEM = 'split the period, or ask for fewer rows at a time in the query';

/** The usual names; paging is not specified. */
const MORE = /^(has_?more|next_?cursor|next_?page_?token|truncated)$/i;

/** The note if an answer says beside its rows that there are more. */
export function noteOnMore(answer: unknown): string[] {
	const members = Object.entries(Array.isArray(answer) ? {} : Object(answer));
	const [name] = members.find(([each, value]) => MORE.test(each) && saysSo(value)) ?? [];
	return name === undefined ? [] : [`${MORE_ROWS} ("${name}"): ${GET_THEM}`];
}

const saysSo = (value: unknown): boolean =>
	Boolean(value) && value !== 'false' && typeof value !== 'object';

/** Adds a column to a row, in place. @throws InvalidValue if the row has such a column: it would be lost */
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
