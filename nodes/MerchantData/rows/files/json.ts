import { ENVELOPE, ERROR_FIELDS, hasData, saysFailed } from '../../service/answers/goodAnswer';
import { endOfValue, skipBlanks } from '../../shared/json';
import { MOST_CHARS } from '../row';
import { type Parsed, type Parser, type Problem, tooLong } from './parser';

/** A reading that goes on when there is more text. */
type Reading<Result = void> = Generator<undefined, Result, undefined>;

/**
 * The elements of a JSON file: those of its list, or of the one list of objects that its object holds.
 * Each is a text, of which only its brackets and strings were looked at.
 */
export class JsonParser implements Parser<string> {
	/** That of the place that reading has come to. */
	line: number;

	private readonly mostChars: number;

	/** The text from the place that reading has come to; before it is what need not be read again. */
	private text = '';

	private at = 0;

	private isLast = false;

	private found: Array<Parsed<string>> = [];

	private readonly reading = this.file();

	private isOver = false;

	/** @param mostChars in an element, and in each other value beside the list of rows */
	constructor(firstLine: number, mostChars = MOST_CHARS) {
		this.line = firstLine;
		this.mostChars = mostChars;
	}

	feed(piece: string, isLast: boolean): Array<Parsed<string>> {
		this.found = [];
		if (this.isOver) return [];
		this.text = this.text.slice(this.at) + piece;
		this.at = 0;
		this.isLast = isLast;
		this.reading.next();
		return this.found;
	}

	/** Nothing more is read. */
	private *stop(problem: Problem): Reading<never> {
		this.isOver = true;
		this.found.push({ line: this.line, problem });
		for (;;) yield;
	}

	private *parsed(json: string): Reading<unknown> {
		try {
			return JSON.parse(json);
		} catch {
			return yield* this.stop(BROKEN);
		}
	}

	private *file(): Reading {
		const first = yield* this.next();
		if (first === '') return;
		if (first !== '[' && first !== '{') yield* this.stop(NO_LIST);
		this.pass(1);
		yield* first === '[' ? this.list() : this.object();
		if ((yield* this.next()) !== '') yield* this.stop(GOES_ON);
	}

	/** The next character that is no blank; empty at the end. @param offset how far ahead to look */
	private *next(offset = 0): Reading<string> {
		for (;;) {
			if (offset === 0) this.pass(skipBlanks(this.text, this.at) - this.at);
			const place = skipBlanks(this.text, this.at + offset);
			if (place < this.text.length) return this.text[place];
			if (this.isLast) return '';
			yield;
		}
	}

	/** One that must be there. @param allowed the characters that it may be, where not all */
	private *required(allowed = '', offset = 0): Reading<string> {
		const character = yield* this.next(offset);
		if (character === '') yield* this.stop(CUT_OFF);
		if (allowed !== '' && !allowed.includes(character)) yield* this.stop(BROKEN);
		return character;
	}

	private pass(count: number): void {
		const end = this.at + count;
		for (
			let lf = this.text.indexOf('\n', this.at);
			lf >= 0 && lf < end;
			lf = this.text.indexOf('\n', lf + 1)
		)
			this.line++;
		this.at = end;
	}

	/** Behind the bracket of a list. */
	private *list(): Reading {
		let mark = yield* this.required();
		if (mark === ']') this.pass(1);
		while (mark !== ']') {
			yield* this.required();
			const { line } = this;
			const content = yield* this.value();
			this.found.push({ line, content });
			mark = yield* this.required(',]');
			this.pass(1);
		}
	}

	/** A value, which may be anything that has its brackets and quotes closed. */
	private *value(): Reading<string> {
		for (;;) {
			const { text, at, mostChars } = this;
			if (',:]}'.includes(text[at])) yield* this.stop(BROKEN);
			const end = endOfValue(text, at);
			if ((end < 0 ? text.length : end) - at > mostChars) yield* this.stop(tooLong(mostChars));
			if (end >= 0) {
				this.pass(end - at);
				return text.slice(at, end);
			}
			if (this.isLast) yield* this.stop(CUT_OFF);
			yield;
		}
	}

	/** Behind the bracket of an object. */
	private *object(): Reading {
		/** The names of the lists of objects. */
		const lists: string[] = [];
		let hasEmptyList = false;
		/** The fields that tell whether something failed. Of others it matters only whether they hold data. */
		const said = new Map<string, unknown>();
		let mark = yield* this.required('"}');
		if (mark === '}') this.pass(1);
		while (mark !== '}') {
			yield* this.required('"');
			const written = yield* this.value();
			const name = (yield* this.parsed(written)) as string;
			yield* this.required(':');
			this.pass(1);
			// The first two characters tell whether it is a list of objects.
			const first = yield* this.required();
			const second = first === '[' ? yield* this.required('', 1) : '';
			let value: unknown = ROWS;
			if (second === '{' && !ERROR_FIELDS.includes(name)) {
				if (lists.push(written) > 1) yield* this.stop(severalLists(lists));
				this.pass(1);
				yield* this.list();
			} else {
				value = yield* this.parsed(yield* this.value());
				hasEmptyList ||= second === ']';
			}
			if (ENVELOPE.has(name)) said.set(name, value);
			else if (hasData(value)) said.set('', ROWS);
			mark = yield* this.required(',}');
			if (mark === ',') this.pass(1);
		}
		if (saysFailed(Object.fromEntries(said)) !== 'no') yield* this.stop(FAILED);
		if (lists.length === 0 && !hasEmptyList) yield* this.stop(NO_LIST);
		this.pass(1);
	}
}

const ROWS = ['rows'];

const NO_LIST: Problem = {
	text: 'holds neither a list of objects nor an object with one',
	remedy: 'A JSON file is an array of objects, or an object that holds one such array.',
	concerns: 'file',
};

const severalLists = (names: string[]): Problem => ({
	text: `begins a second list of objects: ${names.join(' and ')}`,
	remedy: 'It is not known which of them holds the rows. Leave only that one in the file.',
	concerns: 'file',
});

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
	remedy: 'Correct the file. Nothing behind it could be read.',
	concerns: 'rest',
};

const GOES_ON: Problem = {
	text: 'holds something after the end of the JSON',
	remedy: 'Remove it. Where each line is a row, choose NDJSON as the file format.',
	concerns: 'rest',
};
