import { saysFailed } from '../../service/answers/goodAnswer';
import { JsonScanner, parseJson } from '../../shared/json';
import { failedAnswer, notJson } from '../answer/rows';

/** An answer that is no longer is parsed, as one is that says that the query failed. */
const SHORT = 16_384;

/**
 * An answer as it came, of any size.
 * @throws BadAnswer at the end, if it is not one whole JSON value
 */
export async function* wholeJson(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const value = new PassingValue();
	for await (const part of answer) {
		value.add(part);
		yield part;
	}
	value.end();
}

/** JSON text that passes by: n8n does not notice that a compressed answer was cut off. */
class PassingValue {
	private readonly scanner = new JsonScanner();

	/** The first bytes, for errors and to be parsed. */
	private beginning = Buffer.alloc(0);

	private length = 0;

	/** How often no bracket was open any more. */
	private ends = 0;

	/** The last character that is no blank. */
	private last = '';

	add(part: Uint8Array): void {
		const { buffer, byteOffset, length } = part;
		if (this.length <= SHORT) this.beginning = Buffer.concat([this.beginning, part]);
		this.length += length;
		// The characters that matter are the same in UTF-8.
		const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
		for (let at = -1; (at = this.scanner.next(text, at + 1, 1, false)) < text.length; )
			if (this.scanner.depth === 0) this.ends++;
		this.last = text.trimEnd().at(-1) ?? this.last;
	}

	/** @throws BadAnswer */
	end(): void {
		const text = new TextDecoder().decode(this.beginning);
		if (this.length <= SHORT) {
			const value = parseJson(text);
			if (value === undefined) throw notJson(text);
			if (saysFailed(value) === 'yes') throw failedAnswer(text);
			return;
		}
		// A long one is a list or an object, with nothing behind it.
		const isWhole = this.ends === 1 && this.scanner.depth === 0 && /[\]}]/.test(this.last);
		if (!isWhole || !/^\s*[[{]/.test(text)) throw notJson(text);
	}
}
