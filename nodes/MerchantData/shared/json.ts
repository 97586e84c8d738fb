/** JSON text: parsed, or gone through for its rows and numbers. */

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = Buffer.from('{[}]');

/**
 * Follows the brackets of JSON text that comes in pieces, which may be cut anywhere. What stands between
 * them is not looked at: whoever parses it finds what is wrong there.
 */
export class Brackets {
	depth = 0;

	private isInString = false;

	private isEscaped = false;

	/**
	 * Reads on to the next bracket or comma that has so many brackets around it at most.
	 * @param from behind the last one, or where the next piece begins
	 * @returns its place; the text's length where there is none
	 */
	next(text: string, from: number, level: number): number {
		for (let at = from; at < text.length; at++) {
			if (this.isInString) at = this.endOfString(text, at);
			else {
				switch (text.charCodeAt(at)) {
					case QUOTE:
						this.isInString = true;
						break;
					case OPEN_OBJECT:
					case OPEN_LIST:
						if (this.depth++ <= level) return at;
						break;
					case CLOSE_OBJECT:
					case CLOSE_LIST:
						if (--this.depth <= level) return at;
						break;
					case COMMA:
						if (this.depth <= level) return at;
				}
			}
		}
		return text.length;
	}

	/** The place of the quote that ends the string; the text's length where it goes on. */
	private endOfString(text: string, from: number): number {
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

/** As JSON writes it: what is no number of JSON, such as 01, must not become a text, and valid with it. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A JSON text with other numbers. What stands in strings stays as it is. */
export function replaceNumbers(json: string, replace: (digits: string) => string): string {
	let text = '';
	let copied = 0;
	// One expression for strings and numbers would overflow the stack at a long string.
	for (let at = 0; at < json.length; ) {
		const quote = json.indexOf('"', at);
		const end = quote < 0 ? json.length : quote;
		const part = json.slice(at, end);
		// Between most strings there is a colon or a comma alone.
		const replaced = part.length > 1 ? part.replace(NUMBER, replace) : part;
		if (replaced !== part) {
			text += json.slice(copied, at) + replaced;
			copied = end;
		}
		at = quote < 0 ? end : behindString(json, quote);
	}
	return text + json.slice(copied);
}

/** The place behind the string that begins at a quote; the text's length where it is not closed. */
function behindString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
	let backslashes = 0;
	while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
	return backslashes % 2 === 1;
}

/**
 * Parses JSON, or gives undefined for what is none, or is nested more than 1,000 deep: n8n can neither
 * show nor pass on what overflows its stack.
 */
export function parseJson(text: string): unknown {
	try {
		const value = JSON.parse(text) as unknown;
		return isDeep(1_000, value) ? undefined : value;
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
