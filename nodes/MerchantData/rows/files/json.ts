import { ERROR_FIELDS, saysFailed } from '../../service/answers/goodAnswer';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { Brackets, parseJson } from '../../shared/json';
import { namedValues } from '../columns';
import { parseJsonExactly } from '../digits';
import { FILE_FIELD, type FileRecord, type RecordReader, Unreadable, type Unread } from './records';

/** Lines that each hold an object ({@link https://github.com/ndjson/ndjson-spec | NDJSON}). */
export function* ndjsonRecords(unread: Unread): RecordReader {
	for (;;) {
		const { text, at, line, isLast } = unread;
		const lineBreak = text.indexOf('\n', at);
		const end = lineBreak < 0 ? text.length : lineBreak + 1;
		unread.checkLength(end - at);
		if (lineBreak >= 0 || (isLast && at < end)) yield recordOfLine(unread.take(end).trim(), line);
		else if (isLast) return;
		else yield undefined;
	}
}

/** One that cannot be read spoils no other. */
function recordOfLine(json: string, line: number): FileRecord {
	try {
		return json === '' ? { line } : recordOf(json, line);
	} catch (error) {
		return { line, problem: error as Unreadable };
	}
}

function recordOf(json: string, line: number): FileRecord {
	if (!json.startsWith('{')) {
		const text = 'holds something other than an object';
		return { line, problem: new Unreadable(line, text, 'A row is an object of named fields.') };
	}
	try {
		return { line, fields: namedValues(parseJsonExactly(json) as object) };
	} catch (error) {
		// A number that would be another one. The text is JSON.
		if (error instanceof InvalidInput) return { line, json, problem: error };
		throw notJsonRow(line, error as Error);
	}
}

const notJsonRow = (line: number, { message }: Error) =>
	new Unreadable(line, `holds a row that is not valid JSON: ${message}`, 'Correct the row.');

/** The elements of the list in a JSON file, or of the one list of objects that its object holds. */
export function* jsonRecords(unread: Unread): RecordReader {
	const first = yield* nextChar(unread);
	if (first === '') return;
	const brackets = new Brackets();
	if (first === '[') {
		yield* part(unread, brackets, 0);
		yield* elements(unread, brackets);
	} else if (first === '{') yield* elementsInObject(unread, brackets);
	else throw NO_LIST;
	if ((yield* nextChar(unread)) !== '') throw broken(unread);
}

/** The elements of the list whose bracket was taken. Each is parsed by itself. */
function* elements(unread: Unread, brackets: Brackets): RecordReader {
	const level = brackets.depth;
	for (let count = 0; brackets.depth === level; count++) {
		yield* nextChar(unread);
		const { line } = unread;
		let text = '';
		do text += yield* part(unread, brackets, level);
		while (brackets.depth >= level && !text.endsWith(','));
		if (text.length > 1) yield recordOf(text.slice(0, -1), line);
		else if (count > 0 || text === ',') throw broken(unread);
		if (brackets.depth < level && !text.endsWith(']')) throw broken(unread);
	}
}

/** The elements of the list of objects in the object that begins here. */
function* elementsInObject(unread: Unread, brackets: Brackets): RecordReader {
	/** The object, with a number in place of the rows. */
	let beside = '';
	let hasRows = false;
	do {
		beside += yield* part(unread, brackets, 1);
		unread.checkLength(beside.length);
		const isList = brackets.depth === 2 && beside.endsWith('[') && !BEGINS_ERRORS.test(beside);
		if (!isList || (yield* nextChar(unread)) !== '{') continue;
		if (hasRows) throw NO_LIST;
		hasRows = true;
		yield* elements(unread, brackets);
		beside += '0]';
	} while (brackets.depth > 0);
	const object = parseJson(beside);
	if (!object) throw broken(unread);
	if (saysFailed(object) !== 'no') throw FAILED;
	const isEmpty = Object.values(object).some((each) => Array.isArray(each) && each.length === 0);
	if (!hasRows && !isEmpty) throw NO_LIST;
}

/** A list of errors, which are objects, but not rows. */
const BEGINS_ERRORS = new RegExp(`"(?:${ERROR_FIELDS.join('|')})"\\s*:\\s*\\[$`);

/** The next character that is no blank; empty at the end. */
function* nextChar(unread: Unread): Generator<undefined, string> {
	for (;;) {
		const { text, at, isLast } = unread;
		const blanks = text.slice(at).search(/[^ \t\r\n]/);
		unread.take(blanks < 0 ? text.length : at + blanks);
		if (blanks >= 0) return text[at + blanks];
		if (isLast) return '';
		yield undefined;
	}
}

/** The text up to the next bracket or comma with so many brackets around it at most, and that with it. */
function* part(unread: Unread, brackets: Brackets, level: number): Generator<undefined, string> {
	for (let from = unread.at; ; ) {
		const { text, at, isLast } = unread;
		const end = brackets.next(text, from, level);
		unread.checkLength(end - at);
		if (end < text.length) return unread.take(end + 1);
		if (isLast) throw broken(unread);
		from = end - at;
		yield undefined;
	}
}

const broken = ({ line }: Unread) =>
	new Unreadable(
		line,
		'holds something that is not valid JSON, or is cut off there',
		'Correct the file, or create it again. Where each line is a row, choose NDJSON as the file format.',
	);

const NO_LIST = new InvalidValue(
	FILE_FIELD,
	'holds no list of objects, or more than one',
	'A JSON file is an array of objects, or an object that holds one such array.',
);

const FAILED = new InvalidValue(
	FILE_FIELD,
	'holds an object which says that something failed',
	'Check the file: the program that wrote it got an error, beside the rows or instead of them. To push the rows, leave only their list in the file.',
);
