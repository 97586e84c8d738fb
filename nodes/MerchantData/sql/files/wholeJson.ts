import { Brackets } from '../../shared/json';
import { checkedAnswer, notJson } from '../answer/answer';

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
	/** How many brackets open or close the value as a whole. */
	let outer = 0;
	let last = '';
	for await (const part of body) {
		if (length <= SHORT) begin.push(part);
		length += part.length;
		// The characters that matter are the same in UTF-8.
		const text = Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
		for (
			let at = brackets.next(text, 0, 0);
			at < text.length;
			at = brackets.next(text, at + 1, 0)
		) {
			outer++;
		}
		last = text.trimEnd().at(-1) ?? last;
		yield part;
	}
	const text = new TextDecoder().decode(Buffer.concat(begin));
	const isWhole =
		/^\s*[[{]/.test(text) && outer === 2 && brackets.depth === 0 && /[\]}]/.test(last);
	if (length > SHORT) {
		if (!isWhole) throw notJson(text);
	} else if (text.trim() === '') throw new EmptyAnswer();
	else checkedAnswer(text);
}
