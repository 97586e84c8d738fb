import { ERROR_FIELDS, saysFailed } from '../../service/answers/goodAnswer';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { type JsonElement, JsonListError, JsonListReader } from '../../shared/jsonList';
import { namedValues } from '../columns';
import { parseJsonExactly, readableJson } from '../digits';
import { withoutEarlierError } from '../earlierError';
import { LARGEST_ROW } from '../row';
import {
	FILE_FIELD,
	type FileRecord,
	type Piece,
	type RecordReader,
	TextBuffer,
	tooLong,
	Unreadable,
} from './records';

/** Lines that each hold an object ({@link https://github.com/ndjson/ndjson-spec | NDJSON}). */
export class NdjsonReader implements RecordReader {
	readonly isTable = false;

	private readonly buffer: TextBuffer;

	constructor(line: number) {
		this.buffer = new TextBuffer(line);
	}

	add(piece: Piece): void {
		this.buffer.add(piece);
	}

	next(): FileRecord | undefined {
		const { buffer } = this;
		const { text, at, line, isLast } = buffer;
		const lineBreak = text.indexOf('\n', at);
		const end = lineBreak < 0 ? text.length : lineBreak;
		if (end - at > LARGEST_ROW) return buffer.end({ line, text: '', problem: tooLong(line) });
		if (lineBreak < 0 && !(isLast && at < end)) return undefined;
		buffer.at = end + 1;
		buffer.line++;
		const json = text.slice(at, end).trim();
		return json === '' ? { line, text: '' } : recordOf(json, line);
	}
}

/** The elements of the list in a JSON file, or of the one list of objects that its object holds. */
export class JsonReader implements RecordReader {
	readonly isTable = false;

	private readonly list: JsonListReader;

	/** Whether the last record was given that there is. */
	private isOver = false;

	constructor(line: number) {
		this.list = new JsonListReader({ line, notRows: ERROR_FIELDS, mostChars: LARGEST_ROW });
	}

	add({ text, isLast }: Piece): void {
		// What cannot be read must not fill the memory.
		if (!this.isOver) this.list.add(text, isLast);
	}

	next(): FileRecord | undefined {
		const { list } = this;
		if (this.isOver) return undefined;
		let element: JsonElement | undefined;
		try {
			element = list.next();
		} catch (error) {
			this.isOver = true;
			return endOf(error as JsonListError);
		}
		if (element) return recordOf(element.text, element.line);
		this.isOver = list.hasEnded;
		const refusal = list.hasEnded ? wrongAround(list) : undefined;
		return refusal && { line: 1, text: '', refusal, isEnd: true };
	}
}

/** A record that cannot be read spoils no other. @param json without blanks around it */
function recordOf(json: string, line: number): FileRecord {
	if (!json.startsWith('{')) {
		const wrong = 'holds something other than an object';
		const problem = new Unreadable(line, wrong, 'A row is an object of named fields.');
		return { line, text: json, problem };
	}
	try {
		const fields = withoutEarlierError(parseJsonExactly(json) as object);
		return { line, text: json, fields: namedValues(fields) };
	} catch (error) {
		// A number that would be another one. The text is JSON.
		if (error instanceof InvalidInput) {
			const fields = namedValues(JSON.parse(readableJson(json)) as object);
			return { line, text: json, problem: error, fields };
		}
		const wrong = `holds a row that is not valid JSON: ${(error as Error).message}`;
		return { line, text: json, problem: new Unreadable(line, wrong, 'Correct the row.') };
	}
}

/** The record at which reading ends, because nobody can say what follows. */
function endOf({ kind, line }: JsonListError): FileRecord {
	const end = { line, text: '', isEnd: true };
	if (kind === 'severalLists') return { ...end, refusal: NO_LIST };
	if (kind === 'tooLarge') return { ...end, problem: tooLong(line) };
	const problem = new Unreadable(
		line,
		'holds something that is not valid JSON, or is cut off there',
		'Correct the file, or create it again. If each line is a row, choose NDJSON as the file format.',
	);
	return { ...end, problem };
}

/** Why the file is refused for what it holds around the list, or because there is none. */
function wrongAround({ siblings, path }: JsonListReader): InvalidInput | undefined {
	// The text is the list itself, or blank.
	if (siblings === undefined) return undefined;
	if (saysFailed(siblings) !== 'no') return FAILED;
	return path ? undefined : NO_LIST;
}

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
