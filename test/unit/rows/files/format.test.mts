import { formatOf } from '../../../../nodes/MerchantData/rows/files/format.ts';

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
		['{"a":[1]} {"a":2}', '', '', 'ndjson'],
		['\n{\n"a":1}{', '', '', 'ndjson'],
		['{  "a":1}', '', '', 'ndjson'],
		['{}', '', '', 'ndjson'],
		['{}', 'rows.json', '', 'json'],
		['{"a":[{"b":1}]}', '', '', 'json'],
		['{"a":[{"b":1}]}', 'rows.csv', '', 'json'],
		['{"a":[{"b":1}]}', 'rows.ndjson', '', 'ndjson'],
		['{"a":[{"b":1}]}', 'rows.jsonl.gz', '', 'ndjson'],
		['{"a":[{"b":1}]}', '', 'application/x-ndjson', 'ndjson'],
		['{"a":1}', '', 'text/plain', 'ndjson'],
		['{"a":1}\n', '', '', 'ndjson'],
		['{"a":1}\n[', '', '', 'ndjson'],
		['{"a":1}', 'rows.json', '', 'ndjson'],
		// One line is read as it would be of two, unless it may hold the rows.
		['{"id":1,"tags":["a","b"],"o":{"b":[7]}}', '', '', 'ndjson'],
		['{"result":{"rows":[{"id":1}]}}', '', '', 'json'],
		['{"id":1,"note":"[a]"}\n', 'rows.json', 'application/json', 'ndjson'],
		['{"id":1,"items":[]}', '', '', 'json'],
		['{"id":1,"items":[{"sku":2}]}', '', '', 'json'],
		['{"id":01}', '', '', 'json'],
		// An answer.
		['{"message":"Please log in"}', '', '', 'json'],
		['{"message":"Please log in"}', 'rows.json', '', 'json'],
		['{"message":"Please log in","id":1}', 'rows.json', '', 'ndjson'],
		['{"error":"x","status":401}', '', 'text/plain', 'json'],
		['{"a":1,\n"b":2}', '', '', 'json'],
		['{"a":1,\r"b":2}', 'x.ndjson', '', 'json'],
		['{"a":1', '', '', 'json'],
		['{\n"a":[', 'x.ndjson', '', 'json'],
		['{"a":[', 'x.ndjson', '', 'ndjson'],
		['{"a":[', '', 'application/json; charset=utf-8', 'json'],
	])('%j named %j of type %j is %s', (sample, fileName, mimeType, format) => {
		expect(formatOf({ sample, fileName, mimeType })).toBe(format);
	});

	// Where nothing is known of the content.
	it.each([
		['', '', 'csv'],
		['x.ndjson', '', 'ndjson'],
		['x.jsonl', '', 'ndjson'],
		['x.jsonlines', '', 'ndjson'],
		['X.JSONL.GZ', '', 'ndjson'],
		['x/ndjson', '', 'ndjson'],
		['x', 'application/x-ndjson', 'ndjson'],
		['x.json', '', 'json'],
		['x.JSON.gz', '', 'json'],
		['x', 'application/json', 'json'],
		['x', 'application/ld+json', 'json'],
		['x', 'application/json;charset=utf-8', 'json'],
		['x', 'text/plain;x=.json', 'csv'],
		['x.csv', 'application/json', 'csv'],
		['x.tsv', 'application/json', 'csv'],
		['x.TXT', 'application/json', 'csv'],
		['x.csv.gz', 'application/json', 'csv'],
		['x/csv', 'application/json', 'csv'],
		['x.json', 'application/x-ndjson', 'json'],
		['x.ndjson.bak', '', 'csv'],
		['x.json.bak', '', 'csv'],
		['x.csv.bak', 'application/json', 'json'],
		['x_ndjson', '', 'csv'],
		['x_json', '', 'csv'],
		['x_csv', 'application/json', 'json'],
	])('of a file named %j of type %j is %s', (fileName, mimeType, format) => {
		expect(formatOf({ sample: '', fileName, mimeType })).toBe(format);
	});
});
