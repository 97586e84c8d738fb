import { parseAnswer, saysFailed } from '../../transport/goodAnswer';
import { serverText } from '../../transport/serverText';

/** Answers with a good status that say that the query failed. */

/** A good status, and nothing in the answer but that the query failed. */
export class FailedAnswer extends Error {
	override name = 'FailedAnswer';

	readonly description =
		'If this is a row of data, take items, and set "Rows Field" in the options to a single dot.';

	constructor(text: string) {
		super(`The answer says that the query failed: ${serverText(text)}`);
	}
}

/** What says that it failed is short. */
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
