import { ENVELOPE, ERROR_FIELDS, hasData, saysFailed } from '../../service/answers/goodAnswer';
import { endOfValue, skipBlanks } from '../../shared/json';
import { endOfValid } from '../../shared/jsonScanner';
import { problemOfRow } from './ndjson';
import { countBreaks, type Parsed, type Parser, type Problem, tooLong } from './parser';

/**
 * The objects of a JSON file: those of its list, or of the one list of objects that its object holds.
 * Each is given as it was written.
 */
export class JsonParser implements Parser<string> {
	/** Characters in a row, and in each other value beside the list of rows. */
	private readonly mostChars: number;

	private text = '';

	/** How far the text has been read, and the line of that place. */
	private at = 0;

	private line: number;

	private isLast = false;

	private found: Array<Parsed<string>> = [];

	/** Reads what comes next. @returns whether it was there */
	private next: () => boolean = this.top;

	private isInObject = false;

	/** The names of the lists of objects; of an empty list where there is none. */
	private lists: string[] = [];

	private hasEmptyList = false;

	/** The fields of the object that tell whether something failed. */
	private readonly said = new Map<string, unknown>();

	constructor(mostChars: number, firstLine: number) {
		this.mostChars = mostChars;
		this.line = firstLine;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string>> {
		this.text = this.text.slice(this.at) + piece;
		this.at = 0;
		this.isLast = isLast;
		this.found = [];
		while (this.skipSpace() && this.next());
		if (this.next === this.nothing) this.text = '';
		else if (isLast && this.next !== this.end && this.next !== this.top) this.fail(CUT_OFF);
		return this.found;
	}

	/** @returns whether something follows */
	private skipSpace(): boolean {
		const { text, at, isLast } = this;
		const end = skipBlanks(text, at);
		// Half of a line break waits for the other.
		const isHalf = !isLast && end === text.length && end > at && text[end - 1] === '\r';
		this.advance(isHalf ? end - 1 : end);
		return end < text.length;
	}

	private advance(to: number): void {
		this.line += countBreaks(this.text.slice(this.at, to));
		this.at = to;
	}

	private fail(problem: Problem): false {
		this.found.push({ line: this.line, problem });
		this.next = this.nothing;
		return false;
	}

	/** After a problem that concerns the rest. */
	private nothing(): boolean {
		return false;
	}

	private top(): boolean {
		const first = this.text[this.at];
		if (first !== '[' && first !== '{') return this.fail(NO_LIST);
		this.isInObject = first === '{';
		return this.pass(first === '[' ? this.firstElement : this.firstMember);
	}

	/** Goes past one character. */
	private pass(next: () => boolean): boolean {
		this.at++;
		this.next = next;
		return true;
	}

	private firstElement(): boolean {
		return this.text[this.at] === ']' ? this.endOfList() : this.element();
	}

	private element(): boolean {
		const { text, at } = this;
		const valid = text[at] === '{' ? endOfValid(text, at) : -1;
		const isRow = valid >= 0 && valid - at <= this.mostChars;
		const end = isRow ? valid : this.endOfValue(at);
		if (end < 0) return false;
		const content = text.slice(at, end);
		const problem = isRow ? undefined : problemOfRow(content);
		this.found.push(problem ? { line: this.line, problem } : { line: this.line, content });
		this.advance(end);
		this.next = this.afterElement;
		return true;
	}

	/** @returns -1 where the end has not come yet, or cannot come */
	private endOfValue(start: number): number {
		if (',:]}'.includes(this.text[start])) {
			this.fail(BROKEN);
			return -1;
		}
		const end = endOfValue(this.text, start);
		if ((end < 0 ? this.text.length : end) - this.at <= this.mostChars) return end;
		this.fail(tooLong(this.line, this.mostChars).problem);
		return -1;
	}

	private afterElement(): boolean {
		const mark = this.text[this.at];
		if (mark === ',') return this.pass(this.element);
		return mark === ']' ? this.endOfList() : this.fail(BROKEN);
	}

	private endOfList(): boolean {
		return this.pass(this.isInObject ? this.afterMember : this.end);
	}

	private firstMember(): boolean {
		return this.text[this.at] === '}' ? this.endOfObject() : this.member();
	}

	private member(): boolean {
		const { text, at } = this;
		if (text[at] !== '"') return this.fail(BROKEN);
		const nameEnd = this.endOfValue(at);
		if (nameEnd < 0) return false;
		const colon = skipBlanks(text, nameEnd);
		if (colon < text.length && text[colon] !== ':') return this.fail(BROKEN);
		const start = skipBlanks(text, colon + 1);
		const inner = skipBlanks(text, start + 1);
		// The first two characters tell whether it is a list of objects.
		if (start >= text.length || (text[start] === '[' && inner >= text.length)) return false;
		const name = parsed(text.slice(at, nameEnd)) as string | undefined;
		if (text[start] === '[' && text[inner] === '{' && !ERROR_FIELDS.includes(name ?? '')) {
			if (name === undefined) return this.fail(BROKEN);
			this.say(name, ROWS);
			this.lists.push(text.slice(at, nameEnd));
			if (this.lists.length > 1) return this.fail(severalLists(this.lists));
			this.advance(inner);
			this.next = this.element;
			return true;
		}
		const end = this.endOfValue(start);
		if (end < 0) return false;
		const value = parsed(text.slice(start, end));
		if (name === undefined || value === undefined) return this.fail(BROKEN);
		this.say(name, value);
		this.hasEmptyList ||= text[start] === '[' && text[inner] === ']';
		this.advance(end);
		this.next = this.afterMember;
		return true;
	}

	private afterMember(): boolean {
		const mark = this.text[this.at];
		if (mark === ',') return this.pass(this.member);
		return mark === '}' ? this.endOfObject() : this.fail(BROKEN);
	}

	/** Of fields that are no part of a failure, it matters only whether they hold data. */
	private say(name: string, value: unknown): void {
		if (ENVELOPE.has(name)) this.said.set(name, value);
		else if (hasData(value)) this.said.set('', ROWS);
	}

	private endOfObject(): boolean {
		if (saysFailed(Object.fromEntries(this.said)) !== 'no') return this.fail(FAILED);
		if (this.lists.length === 0 && !this.hasEmptyList) return this.fail(NO_LIST);
		return this.pass(this.end);
	}

	private end(): boolean {
		return this.fail(GOES_ON);
	}
}

/** Undefined where it is no JSON. */
function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

const ROWS = ['rows'];

const NO_LIST: Problem = {
	text: 'holds neither a list of objects nor an object with one',
	remedy: 'A JSON file is an array of objects, or an object that holds one such array.',
	concerns: 'file',
};

function severalLists(names: string[]): Problem {
	return {
		text: `begins a second list of objects: ${names.join(' and ')}`,
		remedy: 'It is not known which of them holds the rows. Leave only that one in the file.',
		concerns: 'file',
	};
}

const FAILED: Problem = {
	text: 'ends an object which says that something failed',
	remedy:
		'Check the file: the program that wrote it got an error, beside the rows or instead of them. To push the rows, leave only their list in the file.',
	concerns: 'file',
};

const CUT_OFF: Problem = {
	text: 'is where the file ends, in the middle of its JSON',
	remedy: 'Create the file again.',
	concerns: 'rest',
};

const BROKEN: Problem = {
	text: 'holds something that is not valid JSON there',
	remedy: 'Correct the file.',
	concerns: 'rest',
};

const GOES_ON: Problem = {
	text: 'holds something after the end of the JSON',
	remedy: 'Remove it. Where each line is a row, choose NDJSON as the file format.',
	concerns: 'rest',
};
