import { BadAnswer } from '../../service/answers/serverText';
import { Brackets } from '../../shared/json';
import { notJson, rowsOfAnswer } from './answer';
import { markedNumbers } from './digits';
import { findRows, severalLists, type SqlRow } from './rows';

const MEGABYTE = 2 ** 20;
/** Characters of an answer that are kept before its rows are passed on, and at most. */
const BOUNDS = { part: MEGABYTE / 16, most: 16 * MEGABYTE };

/**
 * The rows of an answer as it comes, in memory that does not grow with it; their numbers are those of
 * {@link markedNumbers}. Rows that have ended are passed on if their list is still open, and all but the
 * first are taken out of the answer. At its end, the rest is read like any answer: what comes behind the
 * rows may show that they are elsewhere.
 * @throws BadAnswer; InvalidValue for the field
 */
export async function* streamRows(
	parts: AsyncIterable<string>,
	rowsField: string,
	notes: string[],
	{ part, most } = BOUNDS,
): AsyncGenerator<SqlRow[]> {
	let held = '';
	let enough = part;
	let path: string[] | undefined;
	for await (const text of parts) {
		held += text;
		if (held.length < enough) continue;
		const taken = takeRows(held, rowsField);
		if (taken) {
			yield path ? taken.rows.slice(1) : taken.rows;
			path = samePath(path, taken.path);
			held = taken.rest;
		}
		if (held.length > most) throw tooLarge(held, most);
		// An answer that has no such list is not searched again with each part that comes.
		enough = Math.min(held.length + (taken ? part : held.length), most + 1);
	}
	const last = rowsOfAnswer(markedNumbers(held), rowsField, notes);
	samePath(path, last.path);
	yield path ? last.rows.slice(1) : last.rows;
}

/** @throws InvalidValue where the rows turn out to be elsewhere than those that were passed on */
function samePath(known: string[] | undefined, path: string[]): string[] {
	if (known && known.join('\n') !== path.join('\n')) throw severalLists(known, path);
	return path;
}

function tooLarge(text: string, most: number): BadAnswer {
	if (!/^\s*[[{]/.test(text)) return notJson(text);
	return new BadAnswer(
		`The answer has no list of rows that could be written as it comes, and is larger than the ${most / MEGABYTE} MB that are held`,
		'Choose the Output Format JSON File, which takes any answer as it comes, or split the period. If one of several lists has the rows, set "Rows Field" to it.',
	);
}

/**
 * @param text the beginning of an answer
 * @returns the rows that have ended, the names that lead to their list, and the text with only the first of
 *   them; undefined where it is not known yet where the rows are, or none has ended
 * @throws BadAnswer where it is no JSON
 */
function takeRows(text: string, rowsField: string) {
	const { open, first, last } = openList(text);
	if (first === undefined) return undefined;
	let answer: unknown;
	try {
		const json = `${text.slice(0, last)}]${'}'.repeat(open.length - 1)}`;
		answer = JSON.parse(markedNumbers(json));
	} catch {
		throw notJson(text);
	}
	try {
		const { path, rows, isList } = findRows(answer, rowsField);
		const names = open.slice(1).map((place) => nameBefore(text, place));
		if (!isList || path.join('\n') !== names.join('\n')) return undefined;
		return { path, rows, rest: text.slice(0, first) + text.slice(last) };
	} catch {
		// What is missing may follow.
		return undefined;
	}
}

/**
 * The list that is open around all other open lists.
 * @returns where it and the objects around it begin, outermost first; and its first and last comma
 */
function openList(text: string): { open: number[]; first?: number; last?: number } {
	const brackets = new Brackets();
	const open: number[] = [];
	let first: number | undefined;
	let last: number | undefined;
	for (let at = -1; ; ) {
		const isInList = text[open.at(-1) ?? -1] === '[';
		at = brackets.next(text, at + 1, isInList ? open.length : Infinity);
		if (at === text.length) return { open, first, last };
		if (brackets.depth < open.length) {
			open.pop();
			first = undefined;
		} else if (isInList && text[at] === ',') {
			first ??= at;
			last = at;
		} else if (!isInList && text[at] !== ',') open.push(at);
	}
}

/** The name of the member whose value begins at a place. */
function nameBefore(text: string, place: number): string {
	const end = text.lastIndexOf('"', place);
	return text.slice(text.lastIndexOf('"', end - 1) + 1, end);
}
