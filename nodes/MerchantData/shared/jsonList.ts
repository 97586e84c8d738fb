import { JsonScanner, parseJson, withoutBlanks } from './json';

/** Which list is meant. */
export interface WhichList {
	/** The names that lead to it. Without them, it is the text itself, or the only list of objects in it. */
	path?: readonly string[];
	/** Names of members that have no such list in them, like `errors`. */
	notRows?: readonly string[];
}

/** So many names lead at most to a list that nobody has named: `{ "result": { "rows": [ … ] } }`. */
const MOST_NAMES = 2;

/** Whether a member of the object to which `names` lead may be the list, or hold it. */
export const leadsToList = (names: readonly string[], name: string, which: WhichList): boolean =>
	which.path
		? which.path[names.length] === name
		: names.length < MOST_NAMES && !which.notRows?.includes(name);

/** Whether the list to which `names` lead is meant. @param isRows whether its first element is an object */
export const isMeant = (names: readonly string[], isRows: boolean, { path }: WhichList): boolean =>
	path ? path.length === names.length : isRows || names.length === 0;

/** Why no more elements can be given. */
export class JsonListError extends Error {
	override name = 'JsonListError';

	readonly kind: 'broken' | 'severalLists' | 'tooLarge';

	/** Where the element or member in question begins, or the text ends. */
	readonly line: number;

	/** The names that lead to each of several lists. */
	readonly lists: ReadonlyArray<readonly string[]>;

	/**
	 * @param kind `broken`: the text is no JSON, or is cut off; `severalLists`: there is another list of
	 *   objects; `tooLarge`: more would have to be held than is allowed
	 */
	constructor(kind: JsonListError['kind'], line: number, lists: JsonListError['lists'] = []) {
		super(`The JSON text cannot be read from line ${line} on: ${kind}`);
		this.kind = kind;
		this.line = line;
		this.lists = lists;
	}
}

export interface JsonListOptions extends WhichList {
	/** The number of the first line. */
	line?: number;
	/** So many characters are held at most: those of one element, and of what stands around the list. */
	mostChars: number;
}

/** An element of the list: its JSON text without blanks around it, and the line that it begins in. */
export interface JsonElement {
	text: string;
	line: number;
}

/**
 * Gives the elements of one list in JSON text that comes in pieces, which may be cut anywhere: see
 * {@link WhichList}. A list of objects is known by its first element.
 *
 * Elements are not parsed, and what stands around the list is parsed when the text has ended. If all of
 * that is JSON, so is the text.
 */
export class JsonListReader {
	/** The names that lead to the list, once it has begun; at the end, to an empty list if there is no other. */
	path?: readonly string[];

	/**
	 * What the text holds, once it has ended, but the list is `[0]` if it has elements. Undefined if the text
	 * is blank.
	 */
	siblings?: unknown;

	/** Whether all of the text has been read, and nothing was wrong with it. */
	hasEnded = false;

	/** The text that has not been read yet begins at `at`. A character before it is kept. */
	private text = '';

	private at = 0;

	private isLast = false;

	/** What has been read of an element, or of a part of what is around, that has not ended. */
	private begun = '';

	/** The line in which that begins. */
	private beginLine = 1;

	/** The character that ended the last element or part: a bracket or a comma. */
	private mark = '';

	/** How many brackets are open around the elements or members that are read. */
	private level = 0;

	/** The names that lead to the innermost object or list in which these are. */
	private names: readonly string[] = [];

	/** The names that lead to a list that has just begun, and may be the one. */
	private begunList?: readonly string[];

	/** Whether the elements of the list are read. */
	private isInList = false;

	/** Whether the list has an element. */
	private hasElements = false;

	/** The names that lead to the first empty list. */
	private emptyPath?: readonly string[];

	/** What has been read around the list. */
	private around = '';

	private readonly options: JsonListOptions;

	private readonly scanner: JsonScanner;

	constructor(options: JsonListOptions) {
		this.options = options;
		this.scanner = new JsonScanner(options.line);
	}

	/** Adds the next piece of the text. */
	add(text: string, isLast: boolean): void {
		// Of CRLF, which is one end of a line, LF may come alone.
		const from = Math.max(this.at - 1, 0);
		this.text = this.text.slice(from) + text;
		this.at -= from;
		this.isLast = isLast;
	}

	/**
	 * The next element.
	 * @returns undefined if more text is needed, or all of it has been read
	 * @throws JsonListError
	 */
	next(): JsonElement | undefined {
		for (;;) {
			if (this.begun === '') {
				this.at = this.scanner.skipBlanks(this.text, this.at);
				this.beginLine = this.scanner.line;
			}
			if (this.at === this.text.length) {
				if (this.isLast && !this.hasEnded) this.end();
				return undefined;
			}
			if (this.begunList) this.beginList(this.begunList);
			else if (!this.isInList) this.readAround();
			else {
				const element = this.element();
				if (element) return element;
			}
		}
	}

	/** Reads up to the next comma, to where a value with brackets begins, or to where the one around ends. */
	private readAround(): void {
		// Nothing may stand behind the value.
		if (this.level === 0 && this.around !== '') throw this.error('broken');
		const text = this.take(true);
		if (text === undefined) return;
		this.around += text + this.mark;
		if (this.scanner.depth < this.level) this.leave();
		else if (this.mark !== ',') {
			const names = this.level === 0 ? [] : this.namesBehind(text);
			if (names && this.mark === '[') this.begunList = names;
			else if (names) this.enter(names);
		}
	}

	/** The names that lead to the value behind `"name":`, if it may be the list, or hold it. */
	private namesBehind(text: string): string[] | undefined {
		const member = text.startsWith('"') ? parseJson(`{${text}0}`) : undefined;
		if (member === undefined) return undefined;
		const [name] = Object.keys(member as object);
		return leadsToList(this.names, name, this.options) ? [...this.names, name] : undefined;
	}

	/** Decides by its first character whether a list is meant. */
	private beginList(names: readonly string[]): void {
		const first = this.text[this.at];
		this.begunList = undefined;
		this.isInList = isMeant(names, first === '{', this.options);
		if (this.isInList) {
			if (this.path) throw this.error('severalLists', [this.path, names]);
			this.path = names;
		} else if (first === ']' && !this.options.path) this.emptyPath ??= names;
		this.enter(names);
	}

	private element(): JsonElement | undefined {
		const text = this.take(false);
		if (text === undefined) return undefined;
		const isEnd = this.mark === ']';
		// Only an empty list has nothing before its end.
		const isMissing = text === '' && (!isEnd || this.hasElements);
		if (isMissing || this.mark === '}') throw this.error('broken');
		this.hasElements ||= text !== '';
		if (isEnd) {
			this.around += this.hasElements ? '0]' : ']';
			this.isInList = false;
			this.leave();
		}
		return text === '' ? undefined : { text: withoutBlanks(text), line: this.beginLine };
	}

	private enter(names: readonly string[]): void {
		this.names = names;
		this.level++;
	}

	private leave(): void {
		this.names = this.names.slice(0, -1);
		this.level--;
	}

	/**
	 * Takes the text up to the next comma at this level, or to the bracket that ends the level.
	 * @param atOpening whether to stop at a bracket that opens a value, too
	 * @returns what stands before that character, which becomes `mark`; undefined if it is not there yet
	 */
	private take(atOpening: boolean): string | undefined {
		const end = this.scanner.next(this.text, this.at, this.level, atOpening);
		const text = this.begun + this.text.slice(this.at, end);
		if (this.around.length + text.length > this.options.mostChars) throw this.error('tooLarge');
		const isWhole = end < this.text.length;
		this.at = isWhole ? end + 1 : end;
		this.begun = isWhole ? '' : text;
		if (!isWhole) return undefined;
		this.mark = this.text[end];
		return text;
	}

	private end(): void {
		const text = this.around + this.begun;
		this.siblings = parseJson(text);
		if (text !== '' && this.siblings === undefined) throw this.error('broken');
		this.path ??= this.emptyPath;
		this.hasEnded = true;
	}

	private error(kind: JsonListError['kind'], lists?: JsonListError['lists']): JsonListError {
		return new JsonListError(kind, this.beginLine, lists);
	}
}
