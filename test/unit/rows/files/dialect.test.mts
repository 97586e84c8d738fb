import { dialectOf, type FileDialect } from '../../../../nodes/MerchantData/rows/files/dialect.ts';
import { refusal } from '../../../kit/refusal.mts';

interface Given {
	name?: string;
	typed?: Partial<FileDialect>;
	isLast?: boolean;
	line?: number;
}

const read = (text: string, { name = '', typed = {}, isLast = true, line = 1 }: Given = {}) =>
	dialectOf({ text, isLast }, name, typed, line);

describe('the format of a file', () => {
	it.each([
		['a,b\n1,2', 'rows.json', 'json'],
		['[{"a":1}]', 'rows.csv', 'json'],
		['[  {"a":1}]', '', 'json'],
		['  [ ]', '', 'json'],
		['[date],b', '', 'csv'],
		['a[{,b', '', 'csv'],
		['a{"b', '', 'csv'],
		['{a},b', '', 'csv'],
		['{a},b', 'x.ndjson', 'ndjson'],
		['{"a":1}\n{"a":2}', 'rows.json', 'ndjson'],
		['{"a":1}\r[', '', 'ndjson'],
		['\n{\n"a":1}', '', 'json'],
		['{  "a":1}', '', 'ndjson'],
		['{}', 'rows.json', 'ndjson'],
		['{"a":[{"b":1}]}', '', 'json'],
		['{"a":[{"b":1}]} \n ', 'rows.csv', 'json'],
		['{"a":[{"b":1}]}\n{"a":[{"b":1}]}', '', 'ndjson'],
		['{"a":[{"b":1}]}', 'rows.jsonl.gz', 'ndjson'],
		// One line is read as it would be of two, unless it holds a list of rows.
		['{"id":1,"tags":["a","b"],"n":null,"o":{"b":[7]}}', 'rows.json', 'ndjson'],
		['{"result":{"rows":[{"id":1}]}}', '', 'json'],
		['{"id":1,"items":[]}', '', 'json'],
		['{"id":01}', '', 'json'],
		['{"a":1,\n"b":2}', '', 'json'],
		['{"a":[', 'x.ndjson', 'ndjson'],
	])('that holds %j and is named "%s" is %s', (text, name, format) => {
		expect(read(text, { name }).format).toBe(format);
	});

	it('is told by the first line of a long file', () => {
		const isLast = false;
		expect(read('{"a":[{}]}\n{"a', { isLast }).format).toBe('ndjson');
		expect(read('{"a":[{}]}', { isLast }).format).toBe('ndjson');
		expect(read('{"a":[{}', { isLast }).format).toBe('json');
	});

	it('is what the form says', () => {
		const name = 'x.json';
		const delimiter = ';';
		expect(read('a', { name, typed: { format: 'csv', delimiter } })).toEqual({
			format: 'csv',
			delimiter,
		});
		for (const format of ['json', 'ndjson'] as const)
			expect(read('a', { typed: { format, delimiter } })).toEqual({ format, delimiter: '' });
	});

	it.each([
		['x.ndjson', 'ndjson'],
		['x.JSONL.gz', 'ndjson'],
		['x.jsonlines', 'ndjson'],
		['x.json', 'json'],
		['x.json.GZ', 'json'],
		['x.csv', 'csv'],
		['x.tsv', 'csv'],
		['x.TXT.gz', 'csv'],
		['x.json.bak', 'csv'],
		['x_json', 'csv'],
		['', 'csv'],
	])('that is empty and is named "%s" is %s', (name, format) => {
		expect(read('', { name }).format).toBe(format);
	});
});

const PAGE = 'a web page or XML instead of rows';
const FAILED = 'JSON which says that something failed';
const NOT_CSV = 'JSON instead of CSV';

it.each<[text: string, format: FileDialect['format'] | undefined, isLast: boolean, what: string]>([
	['<!DOCTYPE html>\n<html>\n<title>Login</title></html>', 'csv', true, PAGE],
	['\n<html><body>x, y</body></html>', 'json', false, PAGE],
	['<Error><Code>AccessDenied</Code>\n<Id>1</Id></Error>\n', 'ndjson', true, PAGE],
	['{"success":false,"message":"x"}', undefined, true, FAILED],
	['{"statusCode":401}', 'ndjson', true, FAILED],
	['\n{\n"success": false\n}', 'csv', true, NOT_CSV],
	['[{"a":1}, ', 'csv', false, NOT_CSV],
])('%j as %s (whole: %s) is refused as %s', (text, format, isLast, what) => {
	expect(refusal(() => read(text, { typed: { format }, isLast }))).toEqual({
		message: `"Input Binary Field" holds ${what}`,
		remedy: 'Check the file: the program that wrote it may have got an error instead of rows.',
	});
});

it.each<[text: string, format: FileDialect['format'] | undefined, isLast: boolean]>([
	['{"statusCode":401}', 'ndjson', false],
	['{"error":"x"}\n{"error":"y"}', 'ndjson', true],
	['{"success":false,"id":1}', 'ndjson', true],
	['{"error":"x"}', 'json', true],
	['<DATE>,<TIME>\n1,2\n', 'csv', true],
	['error\nx\n', 'csv', true],
])('%j as %s (whole: %s) may hold rows', (text, format, isLast) => {
	expect(read(text, { typed: { format }, isLast }).format).toBe(format);
});

describe('the delimiter', () => {
	it.each([
		['a,b\n1;2\n', '', ','],
		['\na;b\n1,5;2,5\n', '', ';'],
		['a|b|c\n', '', '|'],
		['a\tb\n', '', '\t'],
		['"a;\nb",c\n', '', ','],
		['"a";b\n', '', ';'],
		// A file of one column.
		['one\n"two;three"\n', '', ','],
		['', '', ','],
		// A name that says it.
		['a,b\tc\n1,5\t2\n', 'a.tsv', '\t'],
		['a,b\tc\n1,5\t2\n', 'a.TSV.gz', '\t'],
		['a,b\n', 'a.tsv.csv', ','],
	])('of %j named "%s" is %j', (text, name, delimiter) => {
		expect(read(text, { name, typed: { format: 'csv' } }).delimiter).toBe(delimiter);
	});

	it('is what the form says', () => {
		expect(read('a,b;c\n1;2\n', { typed: { delimiter: ';' } }).delimiter).toBe(';');
		expect(read('a,b;c\n1;2\n', { name: 'a.tsv', typed: { delimiter: ';' } }).delimiter).toBe(';');
	});

	it.each([
		['a;b,c\n', '"," or by ";"'],
		['a\tb;c\n', '";" or by "\\t"'],
		['a,b;c|d\n', '"," or by ";" or by "|"'],
	])('of %j is asked for', (text, either) => {
		expect(refusal(() => read(text))).toEqual({
			message: `"Delimiter" is not set, and the cells of the file may be separated by ${either}`,
			remedy: 'Set "Delimiter" in the options to the right one.',
		});
	});

	it('is no matter if the file is no table', () => {
		const names = (line: number) => `the names seem to be in line ${line}`;
		expect(() => read('Report, Nov\na;b;c\n1;2;3\n', { line: 3 })).toThrow(names(4));
		expect(() => read('Report; x, y\na;b;c\n1;2;3\n')).toThrow(names(2));
		// What the form says is not doubted.
		const typed = { delimiter: ',' };
		expect(read('Report, Nov\na;b;c\n1;2;3\n', { typed }).delimiter).toBe(',');
	});
});
