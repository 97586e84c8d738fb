import { BadAnswer, notJson, rowsOfAnswer } from './answer';
import { Brackets } from './brackets';
import { markedNumbers } from './digits';
import { findRows, type Row, severalLists } from './rows';

/** Characters of an answer. */
export interface HeldBytes {
	/** Held before it is decided whether the rows can be passed on as they come. */
	decide: number;
	/** Held at most. */
	most: number;
}

const MEGABYTE = 2 ** 20;
const BOUNDS: HeldBytes = { decide: MEGABYTE / 4, most: 16 * MEGABYTE };

/**
 * The rows of an answer as it comes, in memory that does not grow with it; their numbers are those of
 * {@link markedNumbers}. Where they are is decided by the beginning, as if the answer ended there, and
 * checked at the end by the same rule: what stands behind the rows may show that they are elsewhere. Only
 * a list that is still open can be passed on as it comes; anything else is held to the end.
 * @param parts of the text
 * @param rowsField empty to find them
 * @param tell is told what a user should know of how the answer was read
 * @throws BadAnswer; InvalidValue for the field
 */
export async function* streamRows(
	parts: AsyncIterable<string>,
	rowsField: string,
	tell: (note: string) => void,
	{ decide, most }: HeldBytes = BOUNDS,
): AsyncGenerator<Row[]> {
	let held = '';
	let list: OpenList | undefined;
	let isDecided = false;
	for await (const part of parts) {
		held += part;
		if (!isDecided) {
			if (held.length < decide) continue;
			isDecided = true;
			list = openList(held, rowsField);
			if (list) held = held.slice(list.before.length);
		}
		if (list) {
			const rows = list.read(held);
			held = '';
			if (rows.length > 0) yield rows;
		}
		if ((list?.held ?? held.length) > most) throw tooLarge(list?.abridged ?? held, most);
	}
	// A few rows tell as well as all of them where rows are, and what stands beside them.
	const last = rowsOfAnswer(markedNumbers(list?.abridged ?? held), rowsField, tell);
	if (!list && last.rows.length > 0) yield last.rows;
	const isSame = last.toRow && list?.path.join('\n') === last.path.join('\n');
	if (list && !isSame) throw severalLists(list, last);
}

function tooLarge(text: string, most: number): BadAnswer {
	if (!/^\s*[[{]/.test(text)) return notJson(text);
	return new BadAnswer(
		`The answer has no list of rows that could be written as it comes, and is larger than the ${most / MEGABYTE} MB that are held`,
		'Choose the Output Format JSON File, which takes any answer as it comes, or split the period. If one of several lists has the rows, set "Rows Field" to it.',
	);
}

/** @returns undefined where it cannot be told yet where the rows are, or they are no open list */
function openList(text: string, rowsField: string): OpenList | undefined {
	const { json, open } = completed(text);
	try {
		const { path, toRow, rows } = findRows(JSON.parse(json), rowsField);
		const start = open[path.length];
		const isOpen =
			text[start] === '[' &&
			path.every((name, depth) => nameBefore(text, open[depth + 1]) === name);
		if (!isOpen || !toRow || rows.length === 0) return undefined;
		return new OpenList(text.slice(0, start + 1), path, toRow);
	} catch {
		// What is missing may follow.
		return undefined;
	}
}

/** The beginning of a JSON text, without its last member, and with the brackets closed that are open. */
function completed(text: string): { json: string; open: number[] } {
	const brackets = new Brackets();
	const open: number[] = [];
	let end = 0;
	for (let at = 0; ; ) {
		const mark = brackets.next(text, at, Infinity);
		if (mark === text.length) break;
		at = mark + 1;
		end = text[mark] === ',' ? mark : at;
		if (brackets.depth > open.length) open.push(mark);
		else if (brackets.depth < open.length) open.pop();
	}
	const closing = open.map((at) => (text[at] === '[' ? ']' : '}')).reverse();
	return { json: text.slice(0, end) + closing.join(''), open };
}

/** The name of the member whose value begins at a place. */
function nameBefore(text: string, place: number): string {
	const end = text.lastIndexOf('"', place);
	return text.slice(text.lastIndexOf('"', end - 1) + 1, end);
}

/** A list of rows whose JSON comes in pieces. */
class OpenList {
	readonly before: string;

	readonly path: string[];

	private readonly toRow: (entry: unknown) => Row;

	private readonly brackets = new Brackets();

	/** What has come of a row that goes on; behind the list, all that has come. */
	private rest = '';

	/** The first rows. */
	private first = '';

	private isClosed = false;

	/**
	 * @param before the text up to the list, with its bracket
	 * @param path the names that lead to it
	 */
	constructor(before: string, path: string[], toRow: (entry: unknown) => Row) {
		this.before = before;
		this.path = path;
		this.toRow = toRow;
		this.brackets.next('[', 0, 0);
	}

	/** How many characters are held. */
	get held(): number {
		return this.rest.length;
	}

	/** The answer so far, with only the first of its rows. */
	get abridged(): string {
		return this.before + this.first + (this.isClosed ? this.rest : '');
	}

	/** Reads on. @returns the rows that have ended. @throws BadAnswer where they are no JSON */
	read(piece: string): Row[] {
		const text = this.rest + piece;
		if (this.isClosed) {
			this.rest = text;
			return [];
		}
		const offset = this.rest.length;
		let end = -1;
		for (let at = 0; !this.isClosed; ) {
			const mark = this.brackets.next(piece, at, 1);
			if (mark === piece.length) break;
			at = mark + 1;
			this.isClosed = this.brackets.depth === 0;
			if (this.isClosed || piece[mark] === ',') end = offset + mark;
		}
		this.rest = end < 0 ? text : text.slice(this.isClosed ? end : end + 1);
		return end < 0 ? [] : this.parsed(text.slice(0, end));
	}

	private parsed(json: string): Row[] {
		// Only an empty list has nothing before its end.
		const isMissing = json.trim() === '' && !(this.isClosed && this.first === '');
		let entries: unknown[];
		try {
			entries = JSON.parse(markedNumbers(`[${isMissing ? ',' : json}]`)) as unknown[];
		} catch {
			throw notJson('[');
		}
		if (this.first === '') this.first = json;
		return entries.map(this.toRow);
	}
}
