import { NOT_ROWS, saysFailed } from '../../service/answers/goodAnswer';
import { parseJsonExactly, readableJson } from '../../lib/exactNumbers';
import { InvalidInput, InvalidValue, ofNumberNotHeld } from '../../errors/invalidInput';
import { type JsonElement, type JsonListError, JsonListReader } from '../../lib/jsonList';
import { namedValues } from '../../mapping/columns';
import { LARGEST_ROW } from '../../mapping/row';
import {
	FILE_FIELD,
	type FileRecord,
	notRows,
	type Piece,
	RecordReader,
	tooLong,
	unreadable,
} from './records';

/** Lines that each hold an object ({@link https://github.com/ndjson/ndjson-spec | NDJSON}). */
export class NdjsonReader extends RecordReader {
	next(): FileRecord | undefined {
		const { text, at, line } = this;
		const lineBreak = text.indexOf('\n', at);
		const end = lineBreak < 0 ? text.length : lineBreak;
		if (end - at > LARGEST_ROW) return this.end(line, { problem: tooLong(line) });
		if (lineBreak < 0 && !(this.isLast && at < end)) return undefined;
		this.at = end + 1;
		this.line++;
		const json = text.slice(at, end).trim();
		return json === '' ? { line, text: '' } : recordOf({ text: json, line });
	}
}

/** The elements of the list in a JSON file, or of the one list of objects in its object. */
export class JsonReader extends RecordReader {
	private readonly list = new JsonListReader({
		line: this.line,
		notRows: NOT_ROWS,
		mostChars: LARGEST_ROW,
	});

	override add({ text, isLast }: Piece): void {
		// After the end, text must not fill the memory.
		if (!this.isOver) this.list.add(text, isLast);
	}

	next(): FileRecord | undefined {
		if (this.isOver) return undefined;
		try {
			const element = this.list.next();
			if (element) return recordOf(element);
			const refusal = wrongAround(this.list);
			return refusal && this.end(1, { refusal });
		} catch (error) {
			const { kind, line } = error as JsonListError;
			if (kind === 'severalLists') return this.end(line, { refusal: NO_LIST });
			return this.end(line, { problem: kind === 'tooLarge' ? tooLong(line) : noJson(line) });
		}
	}
}

/** A record that cannot be read does not affect the others. */
function recordOf({ text, line }: JsonElement): FileRecord {
	if (!text.startsWith('{')) {
		const wrong = 'contains something other than an object';
		const remedy = 'A row is an object of named fields.';
		return { line, text, problem: unreadable('json.notAnObject', line, wrong, remedy) };
	}
	try {
		return { line, text, fields: namedValues(parseJsonExactly(text) as object) };
	} catch (thrown) {
		const problem = ofNumberNotHeld(thrown);
		// The text is JSON, but JavaScript cannot hold one of its numbers.
		if (problem instanceof InvalidInput)
			return { line, text, problem, fields: namedValues(JSON.parse(readableJson(text)) as object) };
		const wrong = `contains a row that is not valid JSON: ${(thrown as Error).message}`;
		return { line, text, problem: unreadable('json.invalid', line, wrong, 'Correct the row.') };
	}
}

function noJson(line: number): InvalidValue {
	const remedy =
		'Correct the file, or create it again. If each line is a row, choose NDJSON as the file format.';
	return unreadable('json.invalid', line, 'is not valid JSON, or is cut off', remedy);
}

/** Why the file is refused because of the text around the list, or because there is no list. */
function wrongAround({ siblings, path }: JsonListReader): InvalidInput | undefined {
	// The text is blank, or has not ended.
	if (siblings === undefined) return undefined;
	if (saysFailed(siblings) !== 'no') return notRows('an object that reports a failure');
	return path ? undefined : NO_LIST;
}

const NO_LIST = new InvalidValue(
	'file.noTable',
	FILE_FIELD,
	'contains no list of objects, or more than one',
	'A JSON file is an array of objects, or an object that contains one such array.',
);
