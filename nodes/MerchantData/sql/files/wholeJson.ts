import { Brackets } from '../../shared/json';
import { checkedAnswer, notJson } from '../answer/answer';
import type { AnswerFile } from './rowFile';

/** An answer that is no longer is parsed, as one is that says that the query failed. */
const SHORT = 16_384;

/**
 * An answer as it came, of any size.
 * @returns undefined where it is empty
 * @throws BadAnswer where it is not one whole JSON value; of a long one, when its content has been read
 */
export async function wholeJson(
	answer: AsyncIterable<Uint8Array>,
): Promise<AnswerFile | undefined> {
	const reading = answer[Symbol.asyncIterator]();
	const begin: Uint8Array[] = [];
	let length = 0;
	for (let next = await reading.next(); !next.done; next = await reading.next()) {
		begin.push(next.value);
		length += next.value.length;
		if (length > SHORT) break;
	}
	const text = new TextDecoder().decode(Buffer.concat(begin));
	if (length <= SHORT) checkedAnswer(text);
	if (length <= SHORT && text.trim() === '') return undefined;
	return { parts: parts(), isCut: false };

	/** The brackets of a long one are looked at: n8n does not notice that a compressed answer was cut off. */
	async function* parts(): AsyncGenerator<Uint8Array> {
		const brackets = new Brackets();
		/** How many brackets open or close the value as a whole. */
		let outer = 0;
		let last = '';
		let next: IteratorResult<Uint8Array> = { value: Buffer.concat(begin) };
		for (; !next.done; next = await reading.next()) {
			const { buffer, byteOffset, length: size } = next.value;
			// The characters that matter are the same in UTF-8.
			const chars = Buffer.from(buffer, byteOffset, size).toString('latin1');
			for (let at = -1; (at = brackets.next(chars, at + 1, 0)) < chars.length; ) outer++;
			last = chars.trimEnd().at(-1) ?? last;
			yield next.value;
		}
		const isWhole = outer === 2 && brackets.depth === 0 && /[\]}]/.test(last);
		if (length > SHORT && !(isWhole && /^\s*[[{]/.test(text))) throw notJson(text);
	}
}
