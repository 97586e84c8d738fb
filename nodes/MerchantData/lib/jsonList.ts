import { JsonScanner, parseJson } from './jsonText';

/** Most names that lead to a list that no path names: `{ "result": { "rows": [ … ] } }`. */
const MOST_NAMES = 2;

export class JsonListError extends Error {
	/**
	 * @param line in which the element or member in question begins, or the text ends
	 * @param lists the names that lead to each of several lists
	 */
	constructor(
		readonly kind: 'broken' | 'severalLists' | 'tooLarge',
		readonly line: number,
		readonly lists: ReadonlyArray<readonly string[]> = [],
	) {
		super(`Unreadable JSON: ${kind}`);
	}
}

export interface JsonListOptions {
	/** The names that lead to the list. Without them, it is the text itself, or the only list of objects in it. */
	path?: readonly string[];
	/** Names of members that have no such list in them, such as `errors`. */
	notRows?: readonly string[];
	/** The number of the first line. */
	line?: number;
	/** The longest element, and the longest text around the list, in characters. */
	mostChars: number;
}

export interface JsonElement {
	/** Its JSON, without blanks around it. */
	text: string;
	/** The line that it begins in. Lines end in LF. */
	line: number;
}

/** JSON has no other blanks. */
const isBlank = (character: string | undefined): boolean =>
	character === ' ' || character === '\n' || character === '\r' || character === '\t';

function linesIn(text: string): number {
	let lines = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
	return lines;
}

/** The text before the last object that follows another one, without the comma. Looking from the end takes no time. */
function beforeLastObject(text: string): string | undefined {
	for (let at = text.lastIndexOf('{'); at > 0; at = text.lastIndexOf('{', at - 1)) {
		const before = text.slice(0, at).trimEnd();
		if (before.endsWith('},')) return before.slice(0, -1);
	}
	return undefined;
}

/**
 * Returns the elements of one list in JSON text that comes in pieces. A list of objects is recognized by its first
 * element. The text around the list is parsed at the end: if that and all elements are JSON, so is the whole text.
 */
export class JsonListReader {
	/** The names that lead to the list, or to an empty list if there is no other so far. */
	path?: readonly string[];
	/** The parsed text, once it has ended, with `[0]` for the list if it has elements. Undefined if it is blank. */
	siblings?: unknown;
	/** Whether the text has been read, and nothing was wrong with it. */
	hasEnded = false;
	/** It has been read up to `at`. */
	private text = '';
	private at = 0;
	private isLast = false;
	/** The beginning of an element, or of a part around the list, that has not ended. */
	private begun = '';
	/** The line in which it begins. */
	private line: number;
	/** The character that ended the last element or part: a bracket or a comma. */
	private mark = '';
	/** The names that lead to each object or list whose members are read one by one. */
	private readonly levels: Array<readonly string[]> = [];
	/** Whether the elements of the list are read, or the first one of a list that may be it. */
	private isInList = false;
	private isFirst = false;
	private hasElements = false;
	/** The text around the list so far. */
	private around = '';
	private readonly scanner = new JsonScanner();

	constructor(private readonly options: JsonListOptions) {
		this.line = options.line ?? 1;
	}

	add(text: string, isLast: boolean): void {
		this.text = this.text.slice(this.at) + text;
		this.at = 0;
		this.isLast = isLast;
	}

	/** The next element; undefined if more text is needed, or all has been read. @throws JsonListError */
	next(): JsonElement | undefined {
		for (let part = this.take(); part; part = this.take()) {
			const element = this.isInList ? this.elementIn(part) : this.readAround(part);
			if (element) return element;
		}
		if (this.isLast && this.at === this.text.length && !this.hasEnded) this.end();
		return undefined;
	}

	/**
	 * Takes elements after one that was just returned, as many as end in an object before another one. Parsing
	 * them as a list is faster than looking for their ends.
	 * @param parse gets them with the commas between them; if it returns undefined, they are left to {@link next}
	 */
	takeTogether<Parsed>(parse: (elements: string) => Parsed | undefined): Parsed | undefined {
		if (!this.isInList) return undefined;
		// Texts of more than 128 kB take twice as long: V8 allocates memory for each.
		const elements = beforeLastObject(this.text.slice(this.at, this.at + 60_000));
		const parsed = elements === undefined ? undefined : parse(elements);
		if (elements === undefined || parsed === undefined) return undefined;
		this.line += linesIn(elements);
		// After the comma.
		this.at += elements.length + 1;
		return parsed;
	}

	/**
	 * Takes the text up to the next comma or end of this level, or around the list to a bracket that opens a value.
	 * @returns the text before that character, which becomes `mark`; undefined if it has not come yet
	 */
	private take(): JsonElement | undefined {
		const end = this.scanner.next(this.text, this.at, this.levels.length, !this.isInList);
		const text = this.begun + this.text.slice(this.at, end);
		const isWhole = end < this.text.length;
		this.mark = this.text[end];
		this.at = isWhole ? end + 1 : end;
		this.begun = isWhole ? '' : text;
		if (this.around.length + text.length > this.options.mostChars)
			throw new JsonListError('tooLarge', this.trimmed(text).line);
		if (!isWhole) return undefined;
		const part = this.trimmed(text);
		this.line += linesIn(text);
		return part;
	}

	private trimmed(text: string): JsonElement {
		let [start, end] = [0, text.length];
		while (isBlank(text[start])) start++;
		while (end > start && isBlank(text[end - 1])) end--;
		return { text: text.slice(start, end), line: this.line + linesIn(text.slice(0, start)) };
	}

	private elementIn(part: JsonElement): JsonElement | undefined {
		if (this.isFirst && !this.beginsList(part)) return undefined;
		const { text, line } = part;
		const isEnd = this.mark === ']';
		// Only an empty list has nothing before its end.
		const isMissing = text === '' && (!isEnd || this.hasElements);
		if (isMissing || this.mark === '}') throw new JsonListError('broken', line);
		this.hasElements ||= text !== '';
		if (isEnd) {
			this.around += this.hasElements ? '0]' : ']';
			this.isInList = false;
			this.levels.pop();
		}
		return text === '' ? undefined : part;
	}

	/** Whether a list with this first element is meant. If not, it stands around the list. */
	private beginsList({ text, line }: JsonElement): boolean {
		const names = this.levels.at(-1)!;
		const { path } = this.options;
		this.isFirst = false;
		if (path ? path.length === names.length : text.startsWith('{') || names.length === 0) {
			if (this.hasElements) throw new JsonListError('severalLists', line, [this.path!, names]);
			this.path = names;
			return true;
		}
		if (text === '' && this.mark === ']' && !path) this.path ??= names;
		this.around += text + this.mark;
		this.isInList = false;
		this.levels.pop();
		return false;
	}

	private readAround({ text, line }: JsonElement): undefined {
		// Nothing may follow the value.
		if (this.levels.length === 0 && this.around !== '') throw new JsonListError('broken', line);
		this.around += text + this.mark;
		if (this.scanner.depth < this.levels.length) this.levels.pop();
		else if (this.mark !== ',') {
			const names = this.levels.length === 0 ? [] : this.namesAfter(text);
			if (!names) return;
			this.levels.push(names);
			this.isInList = this.isFirst = this.mark === '[';
		}
	}

	/** The names that lead to the value after `"name":`, if it may be the list or contain it. */
	private namesAfter(text: string): string[] | undefined {
		const member = text.startsWith('"') ? parseJson(`{${text}0}`) : undefined;
		if (member === undefined) return undefined;
		const [name] = Object.keys(member as object);
		const names = this.levels.at(-1)!;
		const { path, notRows = [] } = this.options;
		const leadsToList = path
			? path[names.length] === name
			: names.length < MOST_NAMES && !notRows.includes(name);
		return leadsToList ? [...names, name] : undefined;
	}

	private end(): void {
		const { text, line } = this.trimmed(this.begun);
		const all = this.around + text;
		this.siblings = parseJson(all);
		if (all !== '' && this.siblings === undefined) throw new JsonListError('broken', line);
		this.hasEnded = true;
	}
}
