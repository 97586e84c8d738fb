import { formOf } from '../../../../nodes/MerchantData/rows/files/format.ts';

type Typed = Parameters<typeof formOf>[2];
const form = (text: string, name = '', mimeType = '', typed: Typed = {}, isLast = true) =>
	formOf({ text, isLast }, { name, mimeType }, typed);
const formatOf = (...given: Parameters<typeof form>) => form(...given).format;
const delimiterOf = (text: string, name = '', isLast = true) =>
	form(text, name, '', { format: 'csv' }, isLast).delimiter;

describe('the format of a file', () => {
	it.each([
		['a,b\n1,2', '', 'text/csv', 'csv'],
		['a,b\n1,2', 'rows.json', 'application/json', 'json'],
		['[{"a":1}]', 'rows.csv', 'text/csv', 'json'],
		['[  {"a":1}]', '', '', 'json'],
		['  [ ]', '', '', 'json'],
		['[date],b', '', '', 'csv'],
		['a[{,b', '', '', 'csv'],
		['a{"b', '', '', 'csv'],
		['{a},b', '', '', 'csv'],
		['{a},b', 'x.ndjson', '', 'ndjson'],
		['{"a":1}\n{"a":2}', 'rows.json', 'application/json', 'ndjson'],
		['{"a":1}\r[', '', '', 'ndjson'],
		['\n{\n"a":1}', '', '', 'json'],
		['{  "a":1}', '', '', 'ndjson'],
		['{}', 'rows.json', '', 'ndjson'],
		['{"a":[{"b":1}]}', '', '', 'json'],
		['{"a":[{"b":1}]} \n ', 'rows.csv', '', 'json'],
		['{"a":[{"b":1}]}\n{"a":[{"b":1}]}', '', '', 'ndjson'],
		['{"a":[{"b":1}]}', 'rows.jsonl.gz', '', 'ndjson'],
		['{"a":[{"b":1}]}', '', 'application/x-ndjson', 'ndjson'],
		// One line is read as it would be of two, unless it holds a list of rows.
		['{"id":1,"tags":["a","b"],"n":null,"o":{"b":[7]}}', 'rows.json', '', 'ndjson'],
		['{"result":{"rows":[{"id":1}]}}', '', '', 'json'],
		['{"id":1,"items":[]}', '', '', 'json'],
		['{"id":1,"o":[null]}', '', '', 'ndjson'],
		['{"id":01}', '', '', 'json'],
		['{"a":1,\n"b":2}', '', '', 'json'],
		['{"a":[', 'x.ndjson', '', 'ndjson'],
		['{"a":[', '', 'application/json; charset=utf-8', 'json'],
	])('%j named %j of type %j is %s', (text, name, mimeType, format) => {
		expect(formatOf(text, name, mimeType)).toBe(format);
	});

	it('is told by the first line of a long file, and is what the form says', () => {
		expect(formatOf('{"a":[{}]}\n{"a', '', '', {}, false)).toBe('ndjson');
		expect(formatOf('{"a":[{}]}', '', '', {}, false)).toBe('ndjson');
		expect(formatOf('{"a":[{}', '', '', {}, false)).toBe('json');
		expect(form('a,b', 'x.json', '', { format: 'csv', delimiter: ';' })).toEqual({
			format: 'csv',
			delimiter: ';',
		});
		expect(form('a,b', '', '', { format: 'json', delimiter: ';' })).toEqual({
			format: 'json',
			delimiter: '',
		});
	});

	it.each([
		['x.ndjson', '', 'ndjson'],
		['x.JSONL.gz', '', 'ndjson'],
		['x.jsonlines', 'text/csv', 'ndjson'],
		['x', 'application/x-ndjson', 'ndjson'],
		['x.json', '', 'json'],
		['x', 'application/ld+json;charset=utf-8', 'json'],
		['x', 'text/plain;x=.json', 'csv'],
		['x.tsv', 'application/json', 'csv'],
		['x.TXT.gz', 'application/json', 'csv'],
		['x.json', 'application/x-ndjson', 'json'],
		['x.ndjson.bak', '', 'csv'],
		['x.csv.bak', 'application/json', 'json'],
		['x_json', '', 'csv'],
		['x_csv', 'application/json', 'json'],
	])('of a file named %j of type %j is %s', (name, mimeType, format) => {
		expect(formatOf('', name, mimeType)).toBe(format);
	});
});

const PAGE = 'a web page or XML instead of rows';
const FAILED = 'JSON which says that something failed';
describe('what is no file of rows', () => {
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
	])('%j as %s (whole: %s): %s', (text, format, isWhole, found) => {
		const read = () => form(text, '', '', { format }, isWhole);
		if (found === undefined) expect(read).not.toThrow();
		else expect(read).toThrow(`"Input Binary Field" holds ${found}`);
	});
});

describe('the delimiter', () => {
	it.each([
		['a,b\n1,2\n', ','],
		['a;b\n1,5;2,5\n1;2\n', ';'],
		['a|b|c\n', '|'],
		['"a;b",c\n"d;e",f\n', ','],
		['"a";b\n"c";d\n', ';'],
		// A file of one column.
		['one\ntwo;three\n', ','],
		['', ','],
		// One width wins.
		['a\tb,c\n1\t2\n', '\t'],
		['a,b,c\n1,2\n3;4;5,6,7,8\n', ','],
		['\na;b,c\n\n1;2\n3;4\n', ';'],
		['x,y;z\n"1";2\n', ';'],
		['a,b;c\n1,2;3\n4,5;"6\n', ','],
		['a;b\nc\n', ';'],
	])('of %j is %j', (text, delimiter) => {
		expect(delimiterOf(text)).toBe(delimiter);
	});

	it.each([
		['a;b,c\n1\n', '"," or by ";"'],
		['a,b;c;d\n1,2;3;4\n', '"," or by ";"'],
		['a\tb;c\n1\t2;3\n', '";" or by "\\t"'],
		['a,b;c|d\n', '"," or by ";" or by "|"'],
	])('of %j is asked for', (text, either) => {
		expect(() => delimiterOf(text)).toThrow(
			`"Delimiter" is not set, and the cells of the file may be separated by ${either}`,
		);
	});

	it.each([
		['a.tsv', '\t'],
		['a.TSV.gz', '\t'],
		['a.tsv.csv', ','],
	])('is what the name %j says', (name, delimiter) => {
		expect(delimiterOf('a,b\n1,2\n', name)).toBe(delimiter);
	});

	it('is found where the sample ends within a record', () => {
		const text = 'a,b;c;d\n1;3;4\n5,6;7';
		expect(delimiterOf(text, '', false)).toBe(';');
		expect(() => delimiterOf(text)).toThrow('is not set');
	});

	it('is that of the first twenty records', () => {
		const lines = (count: number) => '1,2;3;4\n'.repeat(count);
		expect(() => delimiterOf(`${lines(20)}5;6,7`)).toThrow('is not set');
		expect(delimiterOf(`${lines(19)}5;6,7`)).toBe(',');
	});
});
