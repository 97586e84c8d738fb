import { saysFailed } from '../service/answers/goodAnswer';
import { JsonScanner, parseJson } from '../lib/jsonText';
import { completeness } from './completeness';
import { failedAnswer, notJson, unfinishedAnswer } from './rows';

/** Answers up to this length are parsed. Longer ones do not say that the query failed or is still running. */
const SHORT = 16_384;

/**
 * Passes on an answer of any size.
 * @throws BadAnswer at the end, if it is not one complete JSON value: n8n does not notice if a compressed one was cut off
 */
export async function* wholeJson(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const scanner = new JsonScanner();
	let beginning = Buffer.alloc(0);
	let length = 0;
	/** How often the last open bracket was closed. */
	let ends = 0;
	/** The last character that is not blank. */
	let last = '';
	for await (const part of answer) {
		if (length <= SHORT) beginning = Buffer.concat([beginning, part]);
		length += part.length;
		// Brackets and quotes are the same in UTF-8.
		const text = Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
		for (let at = -1; (at = scanner.next(text, at + 1, 1, false)) < text.length; )
			if (scanner.depth === 0) ends++;
		last = text.trimEnd().at(-1) ?? last;
		yield part;
	}
	const text = new TextDecoder().decode(beginning);
	if (length > SHORT) {
		// A list or an object, with nothing after it.
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
