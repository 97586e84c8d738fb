import { parseAnswer, saysFailed } from '../../service/answers/goodAnswer';
import { BadAnswer, serverText } from '../../service/answers/serverText';

/** What an answer with a good status says of itself: that it is none, that it failed, that it is not all. */

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

/** @throws BadAnswer where a whole answer is not JSON, or says nothing but that the query failed */
export function checkAnswer(text: string): void {
	const answer = parseAnswer(text);
	if (answer === undefined) throw notJson(text);
	if (saysFailed(answer) === 'yes') throw failedAnswer(text);
}

export const failedAnswer = (text: string): BadAnswer =>
	new BadAnswer(
		`The answer says that the query failed: ${serverText(text)}`,
		'Correct the query, or try again. To get the answer as it came, execute the query with "Simplify" turned off.',
	);

/** What a note that rows are missing begins with. */
export const MORE_ROWS = 'The answer says that there are more rows than it has';
const GET_THEM = 'split the period, or ask for fewer rows at a time in the query';

/** The note for an answer which says that there are more rows, if it does. */
export function noteOnMore(answer: unknown): string[] {
	const name = fieldOfMore(answer, 3);
	return name === undefined ? [] : [`${MORE_ROWS} ("${name}"): ${GET_THEM}`];
}

/** The usual names; paging is not specified. */
const MORE = /^(has_?more|next_?cursor|next_?page_?token|truncated)$/i;

/**
 * The name of the field which says that there are more rows.
 * @param levels of objects that are searched: those around the rows, and those beside them
 */
function fieldOfMore(value: unknown, levels: number): string | undefined {
	if (typeof value !== 'object' || value === null || Array.isArray(value) || levels === 0)
		return undefined;
	for (const [name, inner] of Object.entries(value) as Array<[string, unknown]>) {
		if (MORE.test(name) && saysSo(inner)) return name;
		const found = fieldOfMore(inner, levels - 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

const saysSo = (value: unknown): boolean =>
	Boolean(value) && value !== 'false' && typeof value !== 'object';
