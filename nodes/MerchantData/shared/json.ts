/** Finds values and numbers in JSON text without parsing it. */

const [QUOTE, COMMA, OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = Buffer.from('",{[}]');
const [BACKSLASH] = Buffer.from('\\');
const [SPACE, TAB, CR, LF] = Buffer.from(' \t\r\n');

/** The place of the next character that is not a blank; the text's length where there is none. */
export function skipBlanks(text: string, start: number): number {
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code !== SPACE && code !== LF && code !== CR && code !== TAB) return at;
	}
	return text.length;
}

/** The end of a number, of true, false or null, or of a word that is not JSON. */
function endOfWord(text: string, start: number): number {
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code <= SPACE || code === COMMA || code === CLOSE_OBJECT || code === CLOSE_LIST) return at;
	}
	return -1;
}

/**
 * The place of the quote that ends a string.
 * @param start that of its first quote
 * @returns -1 where the text ends before it does
 */
function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end;
}

function isEscaped(text: string, at: number): boolean {
	let backslashes = 0;
	while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
	return backslashes % 2 === 1;
}

/**
 * The place behind the value that begins at a place. Only strings and the depth of brackets are
 * looked at: of text that is not JSON, the part up to that place is not JSON either.
 * @returns -1 where the text ends before the value does, or where a number may go on
 */
export function endOfValue(text: string, start: number): number {
	const first = text.charCodeAt(start);
	if (first === QUOTE) return endOfString(text, start) + 1 || -1;
	if (first !== OPEN_OBJECT && first !== OPEN_LIST) return endOfWord(text, start);
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case QUOTE:
				at = endOfString(text, at);
				if (at < 0) return -1;
				break;
			case OPEN_OBJECT:
			case OPEN_LIST:
				depth++;
				break;
			case CLOSE_OBJECT:
			case CLOSE_LIST:
				depth--;
				if (depth === 0) return at + 1;
		}
	}
	return -1;
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
		at = quote < 0 ? end : endOfString(json, quote) + 1 || json.length;
	}
	return text + json.slice(copied);
}
