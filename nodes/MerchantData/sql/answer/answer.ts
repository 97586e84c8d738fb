import { parseAnswer, saysFailed } from '../../service/answers/goodAnswer';
import { serverText } from '../../service/answers/serverText';
import { fieldOfMore } from './moreRows';
import { locationAt } from './rowsField';
import { findRows, type RowsLocation } from './rowsLocation';

/** Whether an answer with a good status has rows, or says that the query failed. */

/** The answer has a good status, but says that the query failed, and nothing else. */
export class FailedAnswer extends Error {
	override name = 'FailedAnswer';

	readonly description =
		'If this is a row of data, take items, and set "Rows Field" in the options to a single dot.';

	constructor(text: string) {
		super(`The answer says that the query failed: ${serverText(text)}`);
	}
}

/**
 * Where the rows are in a whole answer, and what a user should know of how it was read.
 * @param answer the parsed text
 * @param rowsField empty to find them; a single dot says that the answer itself is a row
 * @throws FailedAnswer; InvalidValue where "Rows Field" leads nowhere
 */
export function locateRows(
	text: string,
	answer: unknown,
	rowsField: string,
): { location: RowsLocation; notes: string[] } {
	const failed = saysFailed(answer);
	if (failed === 'yes' && rowsField !== '.') throw new FailedAnswer(text);
	const location = rowsField === '' ? findRows(answer) : locationAt(answer, rowsField);
	const notes = location.note === undefined ? [] : [location.note];
	if (failed === 'partly') notes.push(FAILED_BESIDE_DATA);
	const more = fieldOfMore(answer, location);
	if (more !== undefined) notes.push(`${MORE_ROWS} ("${more}"): ${GET_THEM}`);
	return { location, notes };
}

const FAILED_BESIDE_DATA =
	'The answer reports an error beside its rows: turn "Simplify" off to see it whole';

export const MORE_ROWS = 'The answer says that there are more rows than it has';
const GET_THEM = 'split the period, or ask for fewer rows at a time in the query';

/** An answer that says that the query failed is short. */
const LONGEST_FAILURE = 16_384;

/**
 * Passes a body on as it is.
 * @throws FailedAnswer at its end
 */
export async function* refuseFailure(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of body) {
		length += part.length;
		if (length <= LONGEST_FAILURE) parts.push(part);
		yield part;
	}
	if (length > LONGEST_FAILURE) return;
	const text = Buffer.concat(parts).toString('utf8');
	if (saysFailed(parseAnswer(text)) === 'yes') throw new FailedAnswer(text);
}
