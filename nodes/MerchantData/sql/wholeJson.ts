import { saysFailed } from '../service/answers/goodAnswer';
import { JsonScanner, parseJson } from '../lib/jsonText';
import { completeness } from './completeness';
import { failedAnswer, notJson, unfinishedAnswer } from './rows';

/** An answer that is no longer is parsed: one that says that the query failed or still runs is short. */
const SHORT = 16_384;

/**
 * An answer as it came, of any size: n8n does not notice that a compressed one was cut off.
 * @throws BadAnswer at the end, if it is not one whole JSON value
 */
export async function* wholeJson(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const scanner = new JsonScanner();
	let beginning = Buffer.alloc(0);
	let length = 0;
	/** How often no bracket was open any more. */
	let ends = 0;
	/** The last character that is no blank. */
	let last = '';
	for await (const part of answer) {
		if (length <= SHORT) beginning = Buffer.concat([beginning, part]);
		length += part.length;
		// The characters that matter are the same in UTF-8.
		const text = Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
		for (let at = -1; (at = scanner.next(text, at + 1, 1, false)) < text.length; )
			if (scanner.depth === 0) ends++;
		last = text.trimEnd().at(-1) ?? last;
		yield part;
	}
	const text = new TextDecoder().decode(beginning);
	if (length > SHORT) {
		// A long one is a list or an object, with nothing behind it.
		const isWhole = ends === 1 && scanner.depth === 0 && /[\]}]/.test(last);
		if (!isWhole || !/^\s*[[{]/.test(text)) throw notJson(text);
		return;
	}
	const value = parseJson(text);
	if (value === undefined) throw notJson(text);
	if (saysFailed(value) === 'yes') throw failedAnswer(text);
	const { notFinished } = completeness(value);
	if (notFinished !== undefined) throw unfinishedAnswer(notFinished);
}
