import { hasData, parseAnswer, saysFailed } from '../../service/answers/goodAnswer';
import { BadAnswer, serverText } from '../../service/answers/serverText';
import { findRows, isObject, type JsonObject, type LocatedRows } from './rows';

/** Whether an answer with a good status has rows, or says that the query failed. */

/** The error for a text that is not one JSON value: a page, or JSON that was cut off or is broken. */
export function notJson(text: string): BadAnswer {
	return /^\uFEFF?\s*[[{]/.test(text)
		? new BadAnswer(
				'The answer to the query is cut off, or its JSON is broken',
				'Try again, or split the period.',
			)
		: new BadAnswer('The answer to the query is not JSON', `It reads: ${text.slice(0, 200)}`);
}

/**
 * The value of a whole answer; null where it is empty.
 * @param mayFail whether an answer that says that the query failed is taken as data
 * @throws BadAnswer
 */
export function checkedAnswer(text: string, mayFail = false): unknown {
	const answer = parseAnswer(text);
	if (answer === undefined) throw notJson(text);
	if (mayFail || saysFailed(answer) !== 'yes') return answer;
	throw new BadAnswer(
		`The answer says that the query failed: ${serverText(text)}`,
		'If this is a row of data, take items, and set "Rows Field" in the options to a single dot.',
	);
}

/**
 * The rows of a whole answer.
 * @param rowsField where they are; empty to find them; a single dot for the answer itself
 * @param notes gets what a user should know of how the answer was read, in sentences without a full stop
 * @throws BadAnswer; InvalidValue where "Rows Field" leads nowhere, or must say which list is meant
 */
export function rowsOfAnswer(text: string, rowsField: string, notes: string[]): LocatedRows {
	const answer = checkedAnswer(text, rowsField === '.');
	const found = findRows(answer, rowsField);
	if (rowsField !== '.' && saysFailed(answer) === 'partly') notes.push(FAILED_BESIDE_DATA);
	const more = fieldOfMore(answer, found.path);
	if (more !== undefined) notes.push(`${MORE_ROWS} ("${more}"): ${GET_THEM}`);
	return found;
}

const FAILED_BESIDE_DATA =
	'The answer reports an error beside its rows: turn "Simplify" off to see it whole';

/** What a note that rows are missing begins with. */
export const MORE_ROWS = 'The answer says that there are more rows than it has';
const GET_THEM = 'split the period, or ask for fewer rows at a time in the query';

/** Fields that say that there are more rows than the answer has, as services name them; paging is not specified. */
const MORE =
	/^(has_?(more|next(_?page)?)|next(_?(cursor|page(_?token)?|token|url))?|(is_?)?truncated|incomplete|partial)$/i;
/** Objects beside the rows that may have such a field. */
const ABOUT_PAGES = /^(_?links|meta|pagination|paging|page_?info)$/i;

/** The name of the field that says that there are more rows, in the objects around the rows. */
function fieldOfMore(answer: unknown, path: readonly string[]): string | undefined {
	let value = answer;
	for (const key of path) {
		const beside = Object.entries(value as JsonObject).filter(([name]) => name !== key);
		const pages = beside.filter(([name, inner]) => ABOUT_PAGES.test(name) && isObject(inner));
		const all = [...beside, ...pages.flatMap(([, inner]) => Object.entries(inner as JsonObject))];
		const found = all.find(([name, said]) => MORE.test(name) && saysSo(said));
		if (found) return found[0];
		value = (value as JsonObject)[key];
	}
	return undefined;
}

function saysSo(value: unknown): boolean {
	if (typeof value === 'string') return !/^\s*(|false|no|none|null|0)\s*$/i.test(value);
	return Boolean(value) && hasData(value);
}
