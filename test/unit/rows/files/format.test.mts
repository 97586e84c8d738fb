import { formOf } from '../../../../nodes/MerchantData/rows/files/format.ts';

type Typed = Parameters<typeof formOf>[2];
const form = (text: string, name = '', typed: Typed = {}, isLast = true) =>
	formOf({ text, isLast }, name, typed);
const formatOf = (...given: Parameters<typeof form>) => form(...given).format;
const delimiterOf = (text: string, name = '') => form(text, name, { format: 'csv' }).delimiter;

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
	])('%j named %j is %s', (text, name, format) => {
		expect(formatOf(text, name)).toBe(format);
	});

	it('is told by the first line of a long file, and is what the form says', () => {
		expect(formatOf('{"a":[{}]}\n{"a', '', {}, false)).toBe('ndjson');
		expect(formatOf('{"a":[{}]}', '', {}, false)).toBe('ndjson');
		expect(formatOf('{"a":[{}', '', {}, false)).toBe('json');
		const delimiter = ';';
		expect(form('a', 'x.json', { format: 'csv', delimiter })).toEqual({ format: 'csv', delimiter });
		const ofJson = { format: 'json', delimiter: '' };
		expect(form('a', '', { format: 'json', delimiter })).toEqual(ofJson);
	});

	it.each([
		['x.ndjson', 'ndjson'],
		['x.JSONL.gz', 'ndjson'],
		['x.jsonlines', 'ndjson'],
		['x.json', 'json'],
		['x.tsv', 'csv'],
		['x.TXT.gz', 'csv'],
		['x.json.bak', 'csv'],
		['x_json', 'csv'],
	])('of a file named %j is %s', (name, format) => {
		expect(formatOf('', name)).toBe(format);
	});
});

const PAGE = 'a web page or XML instead of rows';
const FAILED = 'JSON which says that something failed';
it.each<[text: string, format: Typed['format'], isWhole: boolean, found: string | undefined]>([
	['<!DOCTYPE html>\n<html>\n<title>Login</title></html>', 'csv', true, PAGE],
	['\n<html><body>x, y</body></html>', 'json', false, PAGE],
	['<Error><Code>AccessDenied</Code>\n<Id>1</Id></Error>\n', 'ndjson', true, PAGE],
	['{"success":false,"message":"x"}', undefined, true, FAILED],
	['{"statusCode":401}', 'ndjson', true, FAILED],
	['{"statusCode":401}', 'ndjson', false, undefined],
	['{"error":"x"}\n{"error":"y"}', 'ndjson', true, undefined],
	['{"success":false,"id":1}', 'ndjson', true, undefined],
	['{"error":"x"}', 'json', true, undefined],
	['\n{\n"success": false\n}', 'csv', true, 'JSON instead of CSV'],
	['[{"a":1}, ', 'csv', false, 'JSON instead of CSV'],
	['<DATE>,<TIME>\n1,2\n', 'csv', true, undefined],
	['error\nx\n', 'csv', true, undefined],
])('%j as %s (whole: %s) is no file of rows: %s', (text, format, isWhole, found) => {
	const read = () => form(text, '', { format }, isWhole);
	if (found === undefined) expect(read).not.toThrow();
	else expect(read).toThrow(`"Input Binary Field" holds ${found}`);
});

describe('the delimiter', () => {
	it.each([
		['a,b\n1;2\n', '', ','],
		['\na;b\n1,5;2,5\n', '', ';'],
		['a|b|c\n', '', '|'],
		['"a;\nb",c\n', '', ','],
		['"a";b\n', '', ';'],
		// A file of one column.
		['one\ntwo;three\n', '', ','],
		['', '', ','],
		['a,b\n', 'a.tsv', '\t'],
		['a,b\n', 'a.TSV.gz', '\t'],
		['a,b\n', 'a.tsv.csv', ','],
	])('of %j named %j is %j', (text, name, delimiter) => {
		expect(delimiterOf(text, name)).toBe(delimiter);
	});

	it.each([
		['a;b,c\n', '"," or by ";"'],
		['a\tb;c\n', '";" or by "\\t"'],
		['a,b;c|d\n', '"," or by ";" or by "|"'],
	])('of %j is asked for', (text, either) => {
		expect(() => delimiterOf(text)).toThrow(
			`"Delimiter" is not set, and the cells of the file may be separated by ${either}`,
		);
	});
});
