import { saysFailed } from '../service/answers/goodAnswer';
import { JsonScanner, parseJson } from '../lib/jsonText';
import { completeness } from './completeness';
import { failedAnswer, notJson, unfinishedAnswer } from './rows';

/** Answers up to this length are parsed. Longer ones do not say that the query failed, is still running, or has more rows. */
const SHORT = 16_384;

/** An answer of any size that is passed on as it comes. */
export class WholeJson {
	/** The member that says that there are more rows, once the answer has ended. */
	notWhole?: string;

	constructor(private readonly answer: AsyncIterable<Uint8Array>) {}

	/**
	 * Its parts, to be read once.
	 * @throws BadAnswer at the end, if it is not one complete JSON value: n8n does not notice if a compressed one was cut off
	 */
	async *parts(): AsyncGenerator<Uint8Array> {
		const scanner = new JsonScanner();
		let beginning = Buffer.alloc(0);
		let length = 0;
		/** How often the last open bracket was closed. */
		let ends = 0;
		/** The last character that is not blank. */
		let last = '';
		for await (const part of this.answer) {
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
		if (length <= SHORT) return this.check(text);
		// A list or an object, with nothing after it.
		const isWhole = ends === 1 && scanner.depth === 0 && /[\]}]/.test(last);
		if (!isWhole || !/^\s*[[{]/.test(text)) throw notJson(text);
	}

	private check(text: string): void {
		const value = parseJson(text);
		if (value === undefined) throw notJson(text);
		if (saysFailed(value) === 'yes') throw failedAnswer(text);
		const { notFinished, notWhole } = completeness(value);
		if (notFinished !== undefined) throw unfinishedAnswer(notFinished);
		this.notWhole = notWhole;
	}
}
