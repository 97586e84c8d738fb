import {
	answerItem,
	answerValue,
	hasData,
	isPage,
	looksLikeError,
	saysFailed,
	whyNoRecord,
} from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';

it.each<[unknown, 'no' | 'partly' | 'yes']>([
	[{ success: false, error: 'x' }, 'yes'],
	[{ success: false }, 'yes'],
	[{ ok: false, message: 'x', code: 7 }, 'yes'],
	[{ errors: [{ message: 'x' }], data: null }, 'yes'],
	[{ error: { code: 5 }, rows: [] }, 'yes'],
	[{ error: true, status: 400 }, 'yes'],
	[{ error: 'x', details: { line: 3 } }, 'yes'],
	[{ error: 'x', data: [{ a: 1 }] }, 'partly'],
	[{ success: false, total: 5 }, 'partly'],
	[{ statusCode: 401 }, 'yes'],
	[{ status: '503', message: 'x' }, 'yes'],
	[{ status: 'error', errorMessage: 'x' }, 'yes'],
	[{ status: 'Failed', data: [] }, 'yes'],
	[{ code: 404, msg: 'x' }, 'yes'],
	[{ statusCode: 200, message: 'x' }, 'no'],
	[{ status: 4040 }, 'no'],
	[{ status: true }, 'no'],
	[{ status: [404] }, 'no'],
	[{ status: { toString: 1 } }, 'no'],
	[{ status: 'ok' }, 'no'],
	// A status may be a column.
	[{ status: 'failed', orders: [{ id: 1 }] }, 'no'],
	[{ status: 404, url: 'x' }, 'no'],
	[{ success: true, data: [{ a: 1 }] }, 'no'],
	[{ error: null, data: [] }, 'no'],
	[{ error: false, errors: [], message: 'x' }, 'no'],
	[{ error: '', errors: {} }, 'no'],
	[{ error: 0 }, 'no'],
	[{ message: 'x' }, 'no'],
	[{ success: 'false' }, 'no'],
	[{}, 'no'],
	[[{ error: 'x' }], 'no'],
	[null, 'no'],
	['error', 'no'],
])('%j says that it failed: %s', (answer, expected) => {
	expect(saysFailed(answer)).toBe(expected);
});

it.each<[unknown, boolean]>([
	[null, false],
	[undefined, false],
	['', false],
	[[], false],
	[{}, false],
	[{ a: [null, { b: '' }] }, false],
	[0, true],
	[false, true],
	[' ', true],
	[{ a: [null, { b: 0 }] }, true],
])('%j has data: %p', (value, expected) => {
	expect(hasData(value)).toBe(expected);
});

it.each([
	['\uFEFF <!doctype HTML>', true],
	['<!-- a comment -->', true],
	['<html lang="en">', true],
	['<Error><Code>AccessDenied</Code></Error>\n', true],
	['<ns:fault a="1">\nx\n</ns:FAULT>', true],
	['<error/>', true],
	['<html-table>,x', false],
	['<DATE>,<TIME>\n1,2', false],
	['<a> is not b', false],
	['<a', false],
	['<', false],
	['< 5', false],
	['a <html>', false],
	['', false],
])('%j is a page: %p', (text, expected) => {
	expect(isPage(text)).toBe(expected);
});

it.each([
	['{"scopes":[]}', undefined],
	['[]', undefined],
	['', undefined],
	['null', undefined],
	['Please log in', 'is not a JSON object'],
	['"Please log in"', 'is not a JSON object'],
	['7', 'is not a JSON object'],
	['{"success":false,"scopes":["a"]}', 'says that the request failed'],
	['{"statusCode":401}', 'says that the request failed'],
	['<p>Please log in</p>', 'is a web page or XML'],
])('%j as a record: %s', (text, expected) => {
	expect(whyNoRecord(answerValue(text))).toBe(expected);
});

it.each<[string, unknown]>([
	['[{"id":1},2]', [{ id: 1 }, 2]],
	[' 17 ', 17],
	['"queued"', 'queued'],
	['null', null],
	['OK, {queued}', 'OK, {queued}'],
	['', null],
	[' \r\n', null],
	['[1', '[1'],
	// n8n would take these for failed items.
	['{"error":"asleep"}', { error: 'asleep' }],
	['{"error":null,"message":"fine"}', { error: null, message: 'fine' }],
])('makes an item of %j, because an item of n8n is an object', (text, response) => {
	expect(answerItem(answerValue(text))).toEqual({ response });
	const whole = { id: 1, deep: { a: [response] } };
	expect(answerItem(whole)).toEqual(whole);
});

it('gives what is nested deeper than n8n can show as text', () => {
	const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
	for (const deep of [nested(1_001), `{"a":1,"b":${nested(1_000)}}`, nested(60_000)]) {
		expect(answerItem(answerValue(deep))).toEqual({ response: deep });
	}
	expect(JSON.stringify(answerItem(answerValue(nested(1_000))))).toBe(
		`{"response":${nested(1_000)}}`,
	);
});

it.each<[object, boolean]>([
	[{ error: 'x' }, true],
	[{ error: null }, true],
	[{ error: 'x', message: 'y' }, true],
	[{ error: 'x', message: 'y', details: 'z' }, true],
	[{ error: 'x', count: 1 }, false],
	[{ message: 'x' }, false],
	[{}, false],
])('%j looks like an error: %p', (row, expected) => {
	expect(looksLikeError(row)).toBe(expected);
});
