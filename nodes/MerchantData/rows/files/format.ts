import { isPage, parseJson, saysFailed } from '../../service/answers/goodAnswer';
import { InvalidValue } from '../../shared/invalidValue';
import { csvCells } from './csv';
import { FILE_FIELD, type Piece, Unread } from './records';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** How a file is read. */
export interface Form {
	format: FileFormat;
	/** Of a CSV file. */
	delimiter: string;
}

const BEGIN_OF_LIST = /^\[\s*[{\]]/;
const BEGIN_OF_OBJECT = /^\{\s*["}]/;

/**
 * The form of a file.
 * @param sample the first piece of its text
 * @param typed what the form of the node says; what it leaves open is detected
 * @throws InvalidValue where the file holds no rows, or may be read in two ways
 */
export function formOf(
	sample: Piece,
	{ name, mimeType }: { name: string; mimeType: string },
	typed: Partial<Form>,
): Form {
	const text = sample.text.trimStart();
	const format =
		typed.format ?? formatOf(text, sample.isLast, namedFormat(name) ?? namedFormat(mimeType));
	const isJson = BEGIN_OF_LIST.test(text) || BEGIN_OF_OBJECT.test(text);
	if (isPage(text)) throw noRows('a web page or XML instead of rows');
	if (format === 'csv' && isJson) throw noRows('JSON instead of CSV');
	// Of a JSON file, it is known at the end of its list.
	if (format === 'ndjson' && sample.isLast && saysFailed(parseJson(text)) === 'yes')
		throw noRows('JSON which says that something failed');
	const delimiter = format === 'csv' ? typed.delimiter || findDelimiter(sample, name) : '';
	return { format, delimiter };
}

/** The file is not quoted, because it may hold a secret. */
const noRows = (what: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds ${what}`,
		'Check the file: the program that wrote it may have got an error instead of rows.',
	);

/**
 * The format by the content of a file, and where that may be any, by its name or type. What begins with
 * an object is NDJSON if name or type says so, or if its first line is an object by itself, unless that
 * is all of the file and holds a list of objects.
 */
function formatOf(text: string, isWhole: boolean, byName: FileFormat | undefined): FileFormat {
	if (BEGIN_OF_LIST.test(text)) return 'json';
	if (!BEGIN_OF_OBJECT.test(text)) return byName ?? 'csv';
	if (byName === 'ndjson') return byName;
	const [first] = text.split(/[\r\n]/, 1);
	const object = parseJson(first);
	const isAll = isWhole && text.trimEnd() === first.trimEnd();
	return object === undefined || (isAll && holdsList(object)) ? 'json' : 'ndjson';
}

const NAMED_FORMATS: ReadonlyArray<[FileFormat, RegExp]> = [
	['ndjson', /[./-](ndjson|jsonl|jsonlines)(\.gz)?$/i],
	['json', /[./+]json(\.gz)?$/i],
	['csv', /[./](csv|tsv|txt)(\.gz)?$/i],
];

/** By the ending of a file's name, or by its MIME type. */
function namedFormat(name: string): FileFormat | undefined {
	const [plain] = name.split(';');
	return NAMED_FORMATS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Whether a list of objects, or an empty one, stands somewhere in a value. */
function holdsList(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (!Array.isArray(value)) return Object.values(value).some(holdsList);
	return value.length === 0 || (typeof value[0] === 'object' && value[0] !== null);
}

const DELIMITERS = [',', ';', '\t', '|'];
const MOST_RECORDS = 20;

/**
 * The character that separates the cells of a CSV file: the one that its name says, or the only one that
 * gives the first record two cells or more. One that gives all records one width wins over one that does
 * not. A comma where none is there.
 * @throws InvalidValue where it may be one or another
 */
function findDelimiter(sample: Piece, fileName: string): string {
	if (/\.tsv(\.gz)?$/i.test(fileName)) return '\t';
	const fitting = DELIMITERS.flatMap((delimiter) => {
		const widths = widthsOf(sample, delimiter);
		const [width = 0] = widths;
		return width > 1 ? { delimiter, isEven: widths.every((each) => each === width) } : [];
	});
	const even = fitting.filter(({ isEven }) => isEven);
	const left = (even.length > 0 ? even : fitting).map(({ delimiter }) => delimiter);
	if (left.length <= 1) return left[0] ?? ',';
	throw new InvalidValue(
		'Delimiter',
		`is not set, and the cells of the file may be separated by ${left.map((each) => JSON.stringify(each)).join(' or by ')}`,
		'Set "Delimiter" in the options to the right one.',
	);
}

/** The number of cells in each of the first records; 0 in one that is wrong. */
function widthsOf(sample: Piece, delimiter: string): number[] {
	const unread = new Unread(1);
	unread.add(sample);
	const widths: number[] = [];
	try {
		for (const record of csvCells(unread, delimiter)) {
			if (!record || widths.length === MOST_RECORDS) break;
			const { cells, problem } = record;
			if (problem || cells.some((cell) => cell !== '')) widths.push(problem ? 0 : cells.length);
		}
	} catch {
		// A quote is not closed.
		widths.push(0);
	}
	return widths;
}
