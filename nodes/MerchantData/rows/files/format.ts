import { ENVELOPE } from '../../service/answers/goodAnswer';
import { parseJson } from '../../service/answers/serverText';
import { endOfValue, skipBlanks } from '../../shared/json';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** What is known of a file before it is read. */
export interface FileHints {
	/** The beginning of its text. */
	sample: string;
	fileName: string;
	mimeType: string;
}

const NAMED_FORMATS: ReadonlyArray<[FileFormat, RegExp]> = [
	['ndjson', /[./-](ndjson|jsonl|jsonlines)(\.gz)?$/i],
	['json', /[./+]json(\.gz)?$/i],
	['csv', /[./](csv|tsv|txt)(\.gz)?$/i],
];

/** The format of a file: by its content, and where that may be either, by its name and type. */
export function formatOf({ sample, fileName, mimeType }: FileHints): FileFormat {
	const text = sample.slice(skipBlanks(sample, 0));
	const byName = namedFormat(fileName) ?? namedFormat(mimeType);
	if (/^\[\s*[{\]]/.test(text)) return 'json';
	if (!/^\{\s*["}]/.test(text)) return byName ?? 'csv';
	const end = endOfValue(text, 0);
	if (end >= 0 && text[skipBlanks(text, end)] === '{') return 'ndjson';
	const object = end < 0 ? text : text.slice(0, end);
	if (/[\r\n]/.test(object)) return 'json';
	return byName === 'ndjson' || (end >= 0 && isOnlyRow(object, byName)) ? 'ndjson' : 'json';
}

/**
 * Whether the only object of a file is a row, as each of two lines would be. Otherwise it holds the
 * rows in a list, or is an answer without rows.
 */
function isOnlyRow(json: string, byName: FileFormat | undefined): boolean {
	const object = parseJson(json);
	if (!isContainer(object)) return false;
	const names = Object.keys(object);
	if (names.length === 0) return byName !== 'json';
	return !holdsRows(object) && !names.every((name) => ENVELOPE.has(name));
}

/** Whether a list of objects, or an empty one, stands somewhere in a value. */
function holdsRows(value: object): boolean {
	return Object.values(value).some((inner) => {
		if (!Array.isArray(inner)) return isContainer(inner) && holdsRows(inner);
		return inner.length === 0 || isContainer(inner[0]);
	});
}

const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/** By the ending of a file's name, or by its MIME type. */
function namedFormat(name: string): FileFormat | undefined {
	const [plain] = name.split(';');
	return NAMED_FORMATS.find(([, pattern]) => pattern.test(plain))?.[0];
}
