import { type Parsed, type Parser, type Problem, tooLong } from './parser';

/** Lines that each hold an object ({@link https://github.com/ndjson/ndjson-spec | NDJSON}). */
export class NdjsonParser implements Parser<string> {
	private readonly mostChars: number;

	private line: number;

	/** The beginning of the line that has not ended. */
	private rest = '';

	/** Whether that line is too long to be kept. */
	private isTooLong = false;

	/** @param mostChars in a line */
	constructor(mostChars: number, firstLine: number) {
		this.mostChars = mostChars;
		this.line = firstLine;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string>> {
		const text = this.rest + piece;
		const found: Array<Parsed<string>> = [];
		let at = 0;
		while (at < text.length) {
			const next = text.indexOf('\n', at);
			const end = next < 0 ? text.length : next;
			this.isTooLong ||= end - at > this.mostChars;
			if (next < 0 && !isLast) break;
			this.take(text.slice(at, end), found);
			this.line++;
			at = end + 1;
		}
		if (isLast && this.isTooLong) this.take('', found);
		this.rest = this.isTooLong ? '' : text.slice(at);
		return found;
	}

	private take(text: string, found: Array<Parsed<string>>): void {
		const { line } = this;
		if (this.isTooLong) {
			const { problem } = tooLong(line, this.mostChars);
			found.push({ line, problem: { ...problem, concerns: 'record' } });
		} else {
			const content = text.trim();
			const problem = content === '' ? undefined : problemOfRow(content);
			if (problem) found.push({ line, problem });
			else if (content !== '') found.push({ line, content });
		}
		this.isTooLong = false;
	}
}

/** Why a text is not one JSON object. */
export function problemOfRow(text: string): Problem | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
		return {
			text: 'holds something other than an object',
			remedy: 'A row is an object of named fields.',
			concerns: 'record',
		};
	} catch (error) {
		return {
			text: `holds a row that is not valid JSON: ${(error as Error).message}`,
			remedy: 'Correct the row.',
			concerns: 'record',
		};
	}
}
