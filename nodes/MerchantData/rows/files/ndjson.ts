import { MOST_CHARS } from '../row';
import { type Parsed, type Parser, tooLong } from './parser';

/**
 * Lines that each hold an object ({@link https://github.com/ndjson/ndjson-spec | NDJSON}), as texts
 * without blanks around them. A blank line is an empty text.
 */
export class NdjsonParser implements Parser<string> {
	line: number;

	private readonly mostChars: number;

	/** The beginning of the line that has not ended. */
	private rest = '';

	private isOver = false;

	constructor(firstLine: number, mostChars = MOST_CHARS) {
		this.line = firstLine;
		this.mostChars = mostChars;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string>> {
		const text = this.rest + piece;
		const found: Array<Parsed<string>> = [];
		let at = 0;
		while (at < text.length && !this.isOver) {
			const next = text.indexOf('\n', at);
			const end = next < 0 ? text.length : next;
			const { line, mostChars } = this;
			if (end - at > mostChars) {
				this.isOver = true;
				found.push({ line, problem: tooLong(mostChars) });
				break;
			}
			if (next < 0 && !isLast) break;
			found.push({ line, content: text.slice(at, end).trim() });
			this.line++;
			at = end + 1;
		}
		this.rest = this.isOver ? '' : text.slice(at);
		return found;
	}
}
