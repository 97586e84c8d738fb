import { JsonScanner } from './jsonScanner';

/**
 * Finds the parts of a JSON text without parsing them, so that they can be copied as they were
 * written: parsing keeps about 16 digits of a number, and makes 12.5 of 12.50.
 */

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
export function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end;
}

function isEscaped(text: string, at: number): boolean {
	let backslashes = 0;
	while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
	return backslashes % 2 === 1;
}

const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * A JSON text with other numbers. What stands in strings stays as it is.
 * @param json valid
 * @param replace is given a number as it is written, and gives the JSON that takes its place
 */
export function replaceNumbers(json: string, replace: (digits: string) => string): string {
	let text = '';
	let copied = 0;
	// One expression for strings and numbers would overflow the stack at a long string.
	for (let at = 0; at < json.length; ) {
		const quote = json.indexOf('"', at);
		const end = quote < 0 ? json.length : quote;
		const part = json.slice(at, end);
		const replaced = part.replace(NUMBER, replace);
		if (replaced !== part) {
			text += json.slice(copied, at) + replaced;
			copied = end;
		}
		at = quote < 0 ? end : endOfString(json, quote) + 1;
	}
	return text + json.slice(copied);
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

/** A value in an object or a list, by its first character and the one after its last. */
export interface Member {
	/** The name, or the place in the list. */
	key: string;
	/** The name as it is written; empty in a list. */
	name: string;
	start: number;
	end: number;
}

/**
 * Visits the members of the object or list that begins at a place.
 * @param text valid JSON
 * @param visit gets the places where a value begins and ends, and those of its name, which is empty in
 *   a list
 */
export function visitMembers(
	text: string,
	start: number,
	visit: (value: number, end: number, name: number, nameEnd: number) => void,
): void {
	const isList = text.charCodeAt(start) === OPEN_LIST;
	const close = isList ? CLOSE_LIST : CLOSE_OBJECT;
	let at = skipBlanks(text, start + 1);
	while (text.charCodeAt(at) !== close) {
		const name = at;
		const nameEnd = isList ? name : endOfString(text, name) + 1;
		const value = isList ? at : skipBlanks(text, skipBlanks(text, nameEnd) + 1);
		const end = endOfValue(text, value);
		visit(value, end, name, nameEnd);
		at = skipBlanks(text, end);
		if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1);
	}
}

/** The members that {@link visitMembers} visits. */
export function membersOf(text: string, start: number): Member[] {
	const members: Member[] = [];
	visitMembers(text, start, (value, end, nameStart, nameEnd) => {
		const name = text.slice(nameStart, nameEnd);
		const key = name === '' ? String(members.length) : textOf(name);
		members.push({ key, name, start: value, end });
	});
	return members;
}

/** The text that a JSON string stands for. */
export function textOf(json: string): string {
	return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/**
 * Where the value at a path begins; of two members of one name, the last counts.
 * @param text valid JSON that has the path
 */
export function startOf(text: string, path: readonly string[]): number {
	let start = skipBlanks(text, 0);
	for (const key of path) {
		start = membersOf(text, start).findLast((member) => member.key === key)!.start;
	}
	return start;
}

/** The beginning of a JSON text, completed to valid JSON. */
export interface Completed {
	/** Without the last member, which may go on, and with the brackets closed. */
	json: string;
	/** Where the objects and lists begin that had to be closed, outermost first. */
	open: number[];
}

/** Completes the beginning of a JSON text. A text that cannot become JSON is left as it is. */
export function completed(text: string): Completed {
	const scanner = new JsonScanner();
	const open: number[] = [];
	let end = 0;
	for (let at = 0; ; ) {
		const mark = scanner.next(text, at, Infinity);
		if (mark < 0) return { json: text, open: [] };
		if (mark === text.length) break;
		at = mark + 1;
		end = text[mark] === ',' ? mark : at;
		if (scanner.depth > open.length) open.push(mark);
		else if (scanner.depth < open.length) open.pop();
	}
	const closing = open.map((at) => (text.charCodeAt(at) === OPEN_LIST ? ']' : '}'));
	return { json: text.slice(0, end) + closing.reverse().join(''), open };
}
