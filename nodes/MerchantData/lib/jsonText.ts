const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = Buffer.from('{[}]');
const [MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E] = Buffer.from('-+.09eE');

/** Follows the brackets of JSON text that comes in pieces. The text between them is not checked. */
export class JsonScanner {
	/** Brackets that are open so far. */
	depth = 0;
	/** Whether the text so far ends within a string, and in a backslash before a character of it. */
	private isInString = false;
	private isEscaped = false;

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
			}
		}
		return text.length;
	}

	/** Reads on to the quote that ends a string. @param from after its first quote, or within it */
	endOfString(text: string, from: number): number {
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

const isDigitOrMinus = (code: number): boolean => (code >= ZERO && code <= NINE) || code === MINUS;
const isInNumber = (code: number): boolean =>
	isDigitOrMinus(code) || code === POINT || code === PLUS || code === SMALL_E || code === LARGE_E;

/** A number of JSON. Others, such as 01, must not become texts, which would make the JSON valid. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Replaces numbers in JSON text, but not in strings. */
export function replaceNumbers(json: string, replace: (digits: string) => string): string {
	const strings = new JsonScanner();
	let text = '';
	let copied = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = strings.endOfString(json, at + 1);
		if (!isDigitOrMinus(code)) continue;
		const start = at;
		while (isInNumber(json.charCodeAt(at + 1))) at++;
		const digits = json.slice(start, at + 1);
		const replaced = replace(digits);
		if (replaced === digits || !NUMBER.test(digits)) continue;
		text += json.slice(copied, start) + replaced;
		copied = at + 1;
	}
	return text + json.slice(copied);
}

/** The first name that an object has twice. @param object its JSON, without blanks around it */
export function nameTwice(object: string): string | undefined {
	const scanner = new JsonScanner();
	const names = new Set<string>();
	// It stops at the bracket that opens the object, at commas, and at the one that closes it.
	let start = scanner.next(object, 0, 0, true) + 1;
	while (start < object.length) {
		const end = scanner.next(object, start, 1, false);
		for (const name of Object.keys(Object(parseJson(`{${object.slice(start, end)}}`)) as object)) {
			if (names.has(name)) return name;
			names.add(name);
		}
		start = end + 1;
	}
	return undefined;
}

const MOST_LEVELS = 1_000;

/** Parses JSON. Undefined if it is not valid, too deep for n8n to show or store, or has a number beyond ±largest. */
export function parseJson(text: string, largest = Infinity): unknown {
	try {
		const value = JSON.parse(text) as unknown;
		return exceeds(value, MOST_LEVELS, largest) ? undefined : value;
	} catch {
		return undefined;
	}
}

/** It looks for both in one walk, and makes no list of values, because it sees each row of an answer. */
function exceeds(value: unknown, levels: number, largest: number): boolean {
	if (typeof value === 'number') return Math.abs(value) > largest;
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	const isBeyond = (inner: unknown) =>
		typeof inner !== 'string' && exceeds(inner, levels - 1, largest);
	if (Array.isArray(value)) return value.some(isBeyond);
	for (const name in value) if (isBeyond(value[name as keyof typeof value])) return true;
	return false;
}

/** A decimal with the twelve digits that comparisons use: sums that are made in parallel differ in their last digits. */
export const twelveDigits = (value: number): number =>
	Number.isInteger(value) ? value : Number(value.toPrecision(12));
