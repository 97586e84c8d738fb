import { JsonScanner } from '../../shared/json';
import { checkAnswer, notJson } from '../answer/answer';
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
	const read: Uint8Array[] = [];
	let length = 0;
	while (length <= SHORT) {
		const next = await reading.next();
		if (next.done) break;
		read.push(next.value);
		length += next.value.length;
	}
	const beginning = Buffer.concat(read);
	const text = new TextDecoder().decode(beginning);
	const isLong = length > SHORT;
	if (!isLong) checkAnswer(text);
	if (text.trim() === '' && !isLong) return undefined;
	return { parts: parts(), isCut: false };

	async function* parts(): AsyncGenerator<Uint8Array> {
		const value = new PassingValue();
		let next: IteratorResult<Uint8Array> = { value: beginning };
		for (; !next.done; next = await reading.next()) {
			value.add(next.value);
			yield next.value;
		}
		if (isLong && !(/^\s*[[{]/.test(text) && value.hasEnded())) throw notJson(text);
	}
}

/** A list or an object that passes by, of any size: n8n does not notice that a compressed answer was cut off. */
class PassingValue {
	private readonly scanner = new JsonScanner();

	/** How often no bracket was open any more. */
	private ends = 0;

	/** The last character that is no blank. */
	private last = '';

	add({ buffer, byteOffset, length }: Uint8Array): void {
		// The characters that matter are the same in UTF-8.
		const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
		for (let at = -1; (at = this.scanner.next(text, at + 1, 1, false)) < text.length; )
			if (this.scanner.depth === 0) this.ends++;
		this.last = text.trimEnd().at(-1) ?? this.last;
	}

	/** Whether it has ended, and nothing stands behind it. */
	hasEnded(): boolean {
		return this.ends === 1 && this.scanner.depth === 0 && /[\]}]/.test(this.last);
	}
}
