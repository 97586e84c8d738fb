import { endOfValue, skipBlanks } from '../../shared/jsonParts';

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
	const isLine = !/[\r\n]/.test(object);
	// One object may be the only row, or hold the rows.
	const isRow = byName === 'ndjson' || (byName !== 'json' && end >= 0 && !object.includes('['));
	return isLine && isRow ? 'ndjson' : 'json';
}

/** By the ending of a file's name, or by its MIME type. */
function namedFormat(name: string): FileFormat | undefined {
	const [plain] = name.split(';');
	return NAMED_FORMATS.find(([, pattern]) => pattern.test(plain))?.[0];
}
