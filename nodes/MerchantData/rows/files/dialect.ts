import { isPage, saysFailed } from '../../service/answers/goodAnswer';
import { parseJson } from '../../shared/json';
import { InvalidValue } from '../../shared/invalidValue';
import { recordAt } from './csv';
import { FILE_FIELD, type FileFormat, type Piece } from './records';
import { tableProblem } from './tableShape';

/** How a file is to be read. */
export interface FileDialect {
	readonly format: FileFormat;
	/** Of a CSV file. */
	readonly delimiter: string;
}

const BEGIN_OF_LIST = /^\[\s*[{\]]/;
const LIST = /\[\s*[{\]]/;
const BEGIN_OF_OBJECT = /^\{\s*["}]/;

/**
 * The dialect of a file.
 * @param sample the first piece of its text
 * @param typed what the form of the node says; what it leaves open is detected
 * @param line the line that the sample begins in
 * @throws InvalidValue if the file holds no table and no rows, or may be read in two ways
 */
export function dialectOf(
	sample: Piece,
	name: string,
	typed: Partial<FileDialect>,
	line: number,
): FileDialect {
	const text = sample.text.trimStart();
	const format = typed.format ?? formatOf(text, sample.isLast, namedFormat(name));
	const isJson = BEGIN_OF_LIST.test(text) || BEGIN_OF_OBJECT.test(text);
	if (isPage(text)) throw notRows('a web page or XML instead of rows');
	if (format === 'csv' && isJson) throw notRows('JSON instead of CSV');
	// Of a JSON file, it is known at the end of its list.
	if (format === 'ndjson' && sample.isLast && saysFailed(parseJson(text)) === 'yes')
		throw notRows('JSON which says that something failed');
	if (format !== 'csv') return { format, delimiter: '' };
	const fitting = typed.delimiter ? [typed.delimiter] : fittingDelimiters(text, name);
	const [delimiter] = fitting;
	const problem = tableProblem(sample, delimiter, typed.delimiter ? [] : DELIMITERS, line);
	if (problem) throw problem;
	if (fitting.length > 1) throw severalDelimiters(fitting);
	return { format, delimiter };
}

/** The file is not quoted, because it may hold a secret. */
const notRows = (what: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds ${what}`,
		'Check the file: the program that wrote it may have got an error instead of rows.',
	);

/**
 * The format by the content of a file, and if that may be any, by its name. What begins with
 * an object is NDJSON if its name says so, or if its first line is an object by itself. If that line
 * is all of the file and may hold a list of objects, the file is JSON: its rows may be there.
 */
function formatOf(text: string, isWhole: boolean, byName: FileFormat | undefined): FileFormat {
	if (BEGIN_OF_LIST.test(text)) return 'json';
	if (!BEGIN_OF_OBJECT.test(text)) return byName ?? 'csv';
	if (byName === 'ndjson') return byName;
	const [first] = text.split(/[\r\n]/, 1);
	const isAll = isWhole && text.trimEnd() === first.trimEnd();
	return parseJson(first) === undefined || (isAll && LIST.test(first)) ? 'json' : 'ndjson';
}

const NAMED_FORMATS: ReadonlyArray<[FileFormat, RegExp]> = [
	['ndjson', /\.(ndjson|jsonl|jsonlines)(\.gz)?$/i],
	['json', /\.json(\.gz)?$/i],
	['csv', /\.(csv|tsv|txt)(\.gz)?$/i],
];

const namedFormat = (name: string): FileFormat | undefined =>
	NAMED_FORMATS.find(([, pattern]) => pattern.test(name))?.[0];

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The characters that may separate the cells of a CSV file: the one that its name says, or those that
 * give its first line two cells or more. A comma if none does.
 */
function fittingDelimiters(text: string, fileName: string): string[] {
	if (/\.tsv(\.gz)?$/i.test(fileName)) return ['\t'];
	const fitting = DELIMITERS.filter((each) => recordAt(text, 0, each, 1).cells.length > 1);
	return fitting.length > 0 ? fitting : [','];
}

const severalDelimiters = (fitting: readonly string[]) =>
	new InvalidValue(
		'Delimiter',
		`is not set, and the cells of the file may be separated by ${fitting.map((each) => JSON.stringify(each)).join(' or by ')}`,
		'Set "Delimiter" in the options to the right one.',
	);
