import { insteadOfRows } from '../../../../nodes/MerchantData/rows/files/noRows.ts';

const PAGE = 'a web page or XML instead of rows';
const TEXT = 'a line of text instead of rows';
const FAILED = 'JSON which says that something failed';

it.each([
	['<!DOCTYPE html>\n<html>\n<title>Login</title></html>', 'csv', '', PAGE],
	['\n<html><body>x, y</body></html>', 'csv', '', PAGE],
	['<?xml version="1.0"?>\n<Error/>', 'csv', '', PAGE],
	['<Error><Code>AccessDenied</Code>\n<Id>1</Id></Error>\n', 'csv', '', PAGE],
	['<!doctype html>', 'json', '', PAGE],
	['<!doctype html>', 'ndjson', '', PAGE],
	['Service Unavailable', 'csv', '', TEXT],
	['Service Unavailable\r\n\r\n', 'csv', '', TEXT],
	['Unauthorized', 'csv', '', TEXT],
	['a, b, c', 'csv', ';', TEXT],
	['{"success":false,"message":"x"}', 'ndjson', '', FAILED],
	['{"statusCode":401}', 'ndjson', '', FAILED],
	['{\n"success": false,\n"message": "x"\n}', 'csv', '', 'JSON instead of CSV'],
	['[1, 2]', 'csv', '', 'JSON instead of CSV'],
	['error\nx\n', 'csv', '', undefined],
	['Service Unavailable\nyes\n', 'csv', '', undefined],
	['id\n', 'csv', '', undefined],
	['id,Order ID', 'csv', '', undefined],
	['id;Order ID', 'csv', ';', undefined],
	['', 'csv', '', undefined],
	['\n\n', 'csv', '', undefined],
	['<DATE>,<TIME>\n1,2\n', 'csv', '', undefined],
	['{"error":"x"}', 'json', '', undefined],
	['{"error":"x"}\n{"error":"y"}', 'ndjson', '', undefined],
	['{"success":false,"id":1}', 'ndjson', '', undefined],
] as const)('the file %j as %s with %j holds %s', (text, format, delimiter, found) => {
	expect(insteadOfRows(text, true, format, delimiter)).toBe(found);
});

it('tells a page by its beginning, and nothing else', () => {
	expect(insteadOfRows('<html>', false, 'csv', '')).toBe(PAGE);
	expect(insteadOfRows('Service Unavailable', false, 'csv', '')).toBeUndefined();
});
