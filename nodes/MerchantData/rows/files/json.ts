import { ERROR_FIELDS, parseJson, saysFailed } from '../../service/answers/goodAnswer';
import { InvalidInput } from '../../shared/invalidValue';
import { endOfValue, skipBlanks } from '../../shared/json';
import { parseJsonExactly } from '../digits';
import { type Found, next, type Reader, type Unread, Unreadable, UnreadableRest } from './records';

/** Lines that each hold an object ({@link https://github.com/ndjson/ndjson-spec | NDJSON}). */
export function* ndjsonRecords(unread: Unread): Reader {
	for (;;) {
		const { text, at, line, isLast } = unread;
		const end = next(text, '\n', at);
		unread.checkLength(end - at);
		if (end < text.length || (isLast && at < end)) {
			const json = unread.take(Math.min(end + 1, text.length)).trim();
			yield json === '' ? { line } : recordOf(json, line, Unreadable);
		} else if (isLast) return;
		else yield undefined;
	}
}

/**
 * The elements of the list in a JSON file, or of the one list of objects that its object holds. Where
 * they end is told by their brackets and quotes; each is parsed by itself.
 */
export function* jsonRecords(unread: Unread): Reader {
	const first = yield* nextChar(unread);
	if (first === '') return;
	if (first === '[') yield* elements(unread);
	else if (first === '{') yield* elementsInObject(unread);
	else throw noOneList(unread);
	if ((yield* nextChar(unread)) !== '') throw broken(unread);
}

/** @param Broken what is wrong with one that is no JSON */
function recordOf(json: string, line: number, Broken: typeof Unreadable): Found {
	if (!json.startsWith('{')) {
		const text = 'holds something other than an object';
		return { line, problem: new Unreadable(line, text, 'A row is an object of named fields.') };
	}
	try {
		return { line, fields: parseJsonExactly(json) as object };
	} catch (error) {
		// A number that would be another one. The text is JSON.
		if (error instanceof InvalidInput) return { line, json, problem: error };
		const text = `holds a row that is not valid JSON: ${(error as Error).message}`;
		return { line, problem: new Broken(line, text, 'Correct the row.') };
	}
}

/** The elements of the list that begins here. */
function* elements(unread: Unread): Reader {
	unread.take(unread.at + 1);
	let mark = yield* requiredChar(unread);
	if (mark === ']') unread.take(unread.at + 1);
	while (mark !== ']') {
		yield* requiredChar(unread);
		const { line } = unread;
		const record = recordOf(yield* value(unread), line, UnreadableRest);
		if (record.problem instanceof UnreadableRest) throw record.problem;
		yield record;
		mark = yield* requiredChar(unread);
		if (mark !== ',' && mark !== ']') throw broken(unread);
		unread.take(unread.at + 1);
	}
}

/** The elements of the list of objects in the object that begins here. */
function* elementsInObject(unread: Unread): Reader {
	/** The object, with a number in place of the objects. */
	let beside = unread.take(unread.at + 1);
	/** The last value before a list is its name. */
	let name = '';
	let hasRows = false;
	for (let mark = ''; mark !== '}'; ) {
		mark = yield* requiredChar(unread);
		if (mark === '[' && !isErrorField(name) && (yield* requiredChar(unread, 1)) === '{') {
			if (hasRows) throw noOneList(unread);
			hasRows = true;
			yield* elements(unread);
			beside += '[0]';
		} else if (',:}'.includes(mark)) beside += unread.take(unread.at + 1);
		else beside += ` ${(name = yield* value(unread))}`;
		unread.checkLength(beside.length);
	}
	const object = parseJson(beside);
	if (!object) throw broken(unread);
	if (saysFailed(object) !== 'no') throw failed(unread);
	const isEmpty = Object.values(object).some((each) => Array.isArray(each) && each.length === 0);
	if (!hasRows && !isEmpty) throw noOneList(unread);
}

const isErrorField = (name: string) => ERROR_FIELDS.some((field) => name === `"${field}"`);

/** The next character that is no blank; empty at the end. @param ahead how far ahead to look */
function* nextChar(unread: Unread, ahead = 0): Generator<undefined, string> {
	for (;;) {
		const place = skipBlanks(unread.text, unread.at + ahead);
		if (ahead === 0) unread.take(place);
		if (place < unread.text.length) return unread.text[place];
		if (unread.isLast) return '';
		yield undefined;
	}
}

/** One that must be there. */
function* requiredChar(unread: Unread, ahead = 0): Generator<undefined, string> {
	const char = yield* nextChar(unread, ahead);
	if (char === '') throw broken(unread);
	return char;
}

/** The value that begins here: anything that has its brackets and quotes closed. */
function* value(unread: Unread): Generator<undefined, string> {
	for (;;) {
		const { text, at, isLast } = unread;
		const end = endOfValue(text, at);
		unread.checkLength((end < 0 ? text.length : end) - at);
		if (end === at || text[at] === ':') throw broken(unread);
		if (end > at) return unread.take(end);
		if (isLast) throw broken(unread);
		yield undefined;
	}
}

const broken = ({ line }: Unread) =>
	new UnreadableRest(
		line,
		'holds something that is not valid JSON, or is cut off there',
		'Correct the file, or create it again. Where each line is a row, choose NDJSON as the file format.',
	);

const noOneList = ({ line }: Unread) =>
	new Unreadable(
		line,
		'shows that the file holds no list of objects, or more than one',
		'A JSON file is an array of objects, or an object that holds one such array.',
	);

const failed = ({ line }: Unread) =>
	new Unreadable(
		line,
		'ends an object which says that something failed',
		'Check the file: the program that wrote it got an error, beside the rows or instead of them. To push the rows, leave only their list in the file.',
	);
