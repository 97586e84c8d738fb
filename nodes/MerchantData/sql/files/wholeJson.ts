import { checkedAnswer, notJson } from '../answer/answer';
import { Brackets } from '../answer/brackets';

/** An answer of nothing but blanks. */
export class EmptyAnswer extends Error {
	override name = 'EmptyAnswer';
}

/** An answer that is no longer is parsed, as one is that says that the query failed. */
const SHORT = 16_384;

/**
 * Passes an answer on as it is, of any size, and checks meanwhile that it is one whole JSON value: n8n
 * does not notice that a compressed answer was cut off. Of a long one only the brackets are looked at.
 * @throws BadAnswer, EmptyAnswer at its end
 */
export async function* wholeJson(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const brackets = new Brackets();
	const begin: Uint8Array[] = [];
	let length = 0;
	let isClosed = false;
	let goesOn = false;
	for await (const part of body) {
		if (length <= SHORT) begin.push(part);
		length += part.length;
		// The characters that matter are the same in UTF-8.
		const text = Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
		for (let at = 0; at < text.length; ) {
			if (isClosed) {
				goesOn ||= text.slice(at).trim() !== '';
				break;
			}
			at = brackets.next(text, at, 0) + 1;
			isClosed = at <= text.length && brackets.depth === 0;
		}
		yield part;
	}
	const text = new TextDecoder().decode(Buffer.concat(begin));
	if (length <= SHORT) {
		if (text.trim() === '') throw new EmptyAnswer();
		checkedAnswer(text);
	} else if (!/^\s*[[{]/.test(text) || !isClosed || goesOn) {
		throw notJson(text);
	}
}
