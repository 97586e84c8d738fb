/** JSON text: parsed, or gone through for its lists and numbers. */

const [QUOTE, BACKSLASH, COMMA, BLANK, TAB, LF, CR] = Buffer.from('"\\, \t\n\r');
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = Buffer.from('{[}]');
const [MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E] = Buffer.from('-+.09eE');

/** JSON has no other blanks. */
const isBlank = (code: number): boolean =>
	code === BLANK || code === LF || code === CR || code === TAB;

/** JSON text without blanks behind it. */
export function withoutBlanks(text: string): string {
	let end = text.length;
	while (isBlank(text.charCodeAt(end - 1))) end--;
	return text.slice(0, end);
}

/**
 * Follows the brackets of JSON text that comes in pieces, which may be cut anywhere. What stands between
 * them is not looked at: whoever parses it finds what is wrong there.
 */
export class JsonScanner {
	/** How many brackets are open behind what has been read. */
	depth = 0;

	/** The line in which that ends. Lines end in LF, CR or CRLF. */
	line: number;

	/** Whether what has been read ends within a string. */
	private isInString = false;

	/** Whether it ends in a backslash to which the next character belongs. */
	private isEscaped = false;

	constructor(line = 1) {
		this.line = line;
	}

	/**
	 * Reads on to a comma with so many brackets open, or to the bracket that closes the last of these.
	 * @param atOpening whether to stop at a bracket that opens one more, too
	 * @returns the place of that character, which counts as read; the text's length if it has none
	 */
	next(text: string, from: number, level: number, atOpening: boolean): number {
		let at = this.isInString ? this.endOfString(text, from) + 1 : from;
		for (; at < text.length; at++) {
			switch (text.charCodeAt(at)) {
				case QUOTE:
					at = this.endOfString(text, at + 1);
					break;
				case OPEN_OBJECT:
				case OPEN_LIST:
					if (this.depth++ === level && atOpening) return at;
					break;
				case CLOSE_OBJECT:
				case CLOSE_LIST:
					if (--this.depth < level) return at;
					break;
				case COMMA:
					if (this.depth === level) return at;
					break;
				case LF:
				case CR:
					this.countLine(text, at);
			}
		}
		return text.length;
	}

	/** Reads on to the next character that is no blank. @returns its place; the text's length if there is none */
	skipBlanks(text: string, from: number): number {
		for (let at = from; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (!isBlank(code)) return at;
			if (code === LF || code === CR) this.countLine(text, at);
		}
		return text.length;
	}

	private countLine(text: string, at: number): void {
		const isSecond = at > 0 && text.charCodeAt(at) === LF && text.charCodeAt(at - 1) === CR;
		if (!isSecond) this.line++;
	}

	private endOfString(text: string, from: number): number {
		this.isInString = true;
		for (let at = from; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (this.isEscaped) this.isEscaped = false;
			else if (code === BACKSLASH) this.isEscaped = true;
			else if (code === QUOTE) {
				this.isInString = false;
				return at;
			}
		}
		return text.length;
	}
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

const isInNumber = (code: number): boolean =>
	isDigit(code) ||
	code === POINT ||
	code === MINUS ||
	code === PLUS ||
	code === SMALL_E ||
	code === LARGE_E;

/** As JSON writes it: what is no number of JSON, such as 01, must not become a text, and valid with it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A JSON text with other numbers. What stands in strings stays as it is.
 * @param replace what it gives for something that is no number is not taken
 */
export function replaceNumbers(json: string, replace: (digits: string) => string): string {
	let text = '';
	let copied = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = endOfString(json, at);
		else if (code === MINUS || isDigit(code)) {
			const start = at;
			while (isInNumber(json.charCodeAt(at + 1))) at++;
			const digits = json.slice(start, at + 1);
			const replaced = replace(digits);
			if (replaced !== digits && NUMBER.test(digits)) {
				text += json.slice(copied, start) + replaced;
				copied = at + 1;
			}
		}
	}
	return text + json.slice(copied);
}

/** The place of the quote that ends the string which begins at a place; the text's length if there is none. */
function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
	let backslashes = 0;
	while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
	return backslashes % 2 === 1;
}

const MOST_LEVELS = 1_000;
/** Each level has two brackets. */
const SHORTEST_DEEP = 2 * MOST_LEVELS;

/**
 * Parses JSON, or gives undefined for what is none, or is nested more than 1,000 deep: n8n can neither
 * show nor pass on what overflows its stack.
 */
export function parseJson(text: string): unknown {
	try {
		const value = JSON.parse(text) as unknown;
		return text.length > SHORTEST_DEEP && isDeep(MOST_LEVELS, value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/** With loops, and calls for nested values alone, because answers may have millions of values. */
function isDeeperThan(levels: number, value: object): boolean {
	if (levels === 0) return true;
	if (Array.isArray(value)) return value.some((inner) => isDeep(levels - 1, inner));
	for (const key in value) if (isDeep(levels - 1, value[key as keyof object])) return true;
	return false;
}
const isDeep = (levels: number, value: unknown): boolean =>
	typeof value === 'object' && value !== null && isDeeperThan(levels, value);
