import { parseAnswer } from '../../service/answers/goodAnswer';
import { InvalidValue } from '../../shared/invalidValue';
import { completed, startOf } from '../../shared/json';
import { locateRows } from '../answer/answer';
import { elementAsRow, rowTextsAt } from '../answer/rows';
import type { RowsLocation } from '../answer/rowsLocation';
import { createOpenList, type OpenList } from './arrayStream';
import { BrokenJson, problemOf, refuseWrong } from './jsonCompleteness';

/** The rows of an answer cannot be passed on as they come, and it is too large to be held. */
export class TooLargeToHold extends Error {
	override name = 'TooLargeToHold';
}

/** Characters of an answer. */
export interface HeldBytes {
	/** Held before it is decided where the rows are: names of columns mostly stand before them. */
	decide: number;
	/** Held at most. */
	most: number;
}

const MEGABYTE = 2 ** 20;
const BOUNDS: HeldBytes = { decide: MEGABYTE / 4, most: 16 * MEGABYTE };

/**
 * The rows of an answer as it comes, in memory that does not grow with it. Where they are is decided
 * by its beginning, as if it ended there. At its end that is checked: what stands behind the rows may
 * show that they are elsewhere. Only a list that is still open can be passed on as it comes; anything
 * else is held to the end.
 * @param parts of the text
 * @param rowsField empty to find them
 * @param tell is told what a user should know of how the answer was read
 * @returns the JSON of rows, each an object
 * @throws BrokenJson, FailedAnswer, TooLargeToHold; InvalidValue for the field
 */
export async function* streamRows(
	parts: AsyncIterable<string>,
	rowsField: string,
	tell: (note: string) => void,
	bounds: HeldBytes = BOUNDS,
): AsyncGenerator<string[]> {
	let held = '';
	let enough = bounds.decide;
	let stream: RowStream | undefined;
	for await (const part of parts) {
		held += part;
		if (!stream) {
			if (held.length < enough) continue;
			stream = openStream(held, rowsField, tell);
			if (!stream && held.length > bounds.most) throw tooLarge(held, bounds);
			// A large answer is not searched again with each part that comes.
			enough = Math.min(held.length * 2, bounds.most + 1);
			if (!stream) continue;
		}
		const rows = stream.read(held);
		held = '';
		if (stream.list.held > bounds.most) throw tooLarge(stream.abridged(), bounds);
		if (rows.length > 0) yield rows;
	}
	if (stream) stream.end();
	else {
		const rows = rowsOfWhole(held, rowsField, tell);
		if (rows.length > 0) yield rows;
	}
}

/** @throws BrokenJson instead, where the text is not JSON */
function tooLarge(text: string, { most }: HeldBytes): TooLargeToHold {
	refuseWrong(text);
	return new TooLargeToHold(
		`The answer has no list of rows that could be written as it comes, and is larger than the ${most / MEGABYTE} MB that are held`,
	);
}

/** @throws BrokenJson where it is not JSON, or empty */
function parsedAnswer(text: string): unknown {
	const answer = text.trim() === '' ? undefined : parseAnswer(text);
	if (answer === undefined) throw new BrokenJson(problemOf(text) ?? 'notJson', text);
	return answer;
}

function rowsOfWhole(text: string, rowsField: string, tell: (note: string) => void): string[] {
	const { location, notes } = locateRows(text, parsedAnswer(text), rowsField);
	notes.forEach(tell);
	return rowTextsAt(text, location);
}

interface RowStream {
	list: OpenList;
	/** @throws BrokenJson */
	read(text: string): string[];
	/** The answer so far, with only the first of its rows: the others have been passed on. */
	abridged(): string;
	/**
	 * To be called after the last part.
	 * @throws BrokenJson; InvalidValue where the rows turn out to be elsewhere
	 */
	end(): void;
}

/** @returns undefined where it cannot be told yet where the rows are, or they are no open list */
function openStream(
	text: string,
	rowsField: string,
	tell: (note: string) => void,
): RowStream | undefined {
	const { json, open } = completed(text);
	const location = locationSoFar(json, rowsField);
	if (!location || !isStreamable(location)) return undefined;
	const start = open[location.path.length];
	if (start !== startOf(json, location.path)) return undefined;

	const list = createOpenList();
	const before = text.slice(0, start + 1);
	let skip = before.length;
	let firstRows = '';

	function abridged(): string {
		const behind = list.rest === undefined ? '' : `]${list.rest}`;
		return `${before}${firstRows}${behind}`;
	}

	return {
		list,
		read(part) {
			const elements = list.read(part.slice(skip));
			skip = 0;
			if (firstRows === '') firstRows = elements.join();
			return elements.map((element) => elementAsRow(element, location.names?.names));
		},
		abridged,
		end() {
			// A few rows tell as well as all of them where rows are, and what stands beside them.
			const answer = abridged();
			const { location: last, notes } = locateRows(answer, parsedAnswer(answer), rowsField);
			if (!isSame(location, last)) {
				throw new InvalidValue(
					'Rows Field',
					'is empty, and the answer has more than one list that could be its rows',
					'Set it to the one that is meant, or choose the Output Format JSON File.',
				);
			}
			notes.forEach(tell);
		},
	};
}

function locationSoFar(json: string, rowsField: string): RowsLocation | undefined {
	try {
		return locateRows(json, parseAnswer(json), rowsField).location;
	} catch {
		// What is missing may follow, and so may rows behind a field that says that the query failed.
		return undefined;
	}
}

/** Names of columns that are not known yet may stand behind the rows. */
function isStreamable({ shape, names }: RowsLocation): boolean {
	return shape === 'list' || (shape === 'lists' && names?.from === 'answer');
}

function isSame(one: RowsLocation, other: RowsLocation): boolean {
	return one.shape === other.shape && one.path.join('\n') === other.path.join('\n');
}
