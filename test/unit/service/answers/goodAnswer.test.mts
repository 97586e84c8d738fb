import {
	answerItem,
	answerValue,
	hasData,
	isPage,
	looksLikeError,
	receiptProblem,
	recordProblem,
	rowErrors,
	saysFailed,
} from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';

it.each<[unknown, 'no' | 'partly' | 'yes']>([
	[{ success: false }, 'yes'],
	[{ ok: false, message: 'x', code: 7 }, 'yes'],
	[{ error: 'x', details: { line: 3 } }, 'yes'],
	[{ error: 'x', data: [{ a: 1 }] }, 'partly'],
	[{ success: false, total: 5 }, 'partly'],
	[{ statusCode: 401 }, 'yes'],
	[{ status: '503', message: 'x' }, 'yes'],
	[{ status: 'Failed', data: [] }, 'yes'],
	[{ statusCode: 200, message: 'x' }, 'no'],
	[{ status: 4040 }, 'no'],
	[{ status: [404] }, 'no'],
	[{ status: { toString: 1 } }, 'no'],
	// A status may be a column.
	[{ status: 'failed', orders: [{ id: 1 }] }, 'no'],
	[{ error: null, data: [] }, 'no'],
	[{ error: '', errors: {} }, 'no'],
	[{ success: 'false' }, 'no'],
	[[{ error: 'x' }], 'no'],
	[null, 'no'],
	['error', 'no'],
])('%j says that it failed: %s', (answer, expected) => {
	expect(saysFailed(answer)).toBe(expected);
});

it('knows what has data', () => {
	const none = [null, undefined, '', [], {}, { a: [null, { b: '' }] }];
	expect(none.filter(hasData)).toEqual([]);
	const some = [0, false, ' ', { a: [null, { b: 0 }] }];
	expect(some.filter(hasData)).toEqual(some);
});

it.each([
	...['\uFEFF <!doctype HTML>', '<!-- a comment -->', '<html lang="en">', '<error/>'],
	'<ns:fault a="1">\nx\n</ns:FAULT>',
])('%j is a page', (text) => expect(isPage(text)).toBe(true));

it.each([
	...['<html-table>,x', '<DATE>,<TIME>\n1,2', '<a> is not b', '<a', '<', '< 5', 'a <html>', ''],
])('%j is no page', (text) => expect(isPage(text)).toBe(false));

it.each([
	[undefined, ['{"scopes":[]}', '[]', '', 'null']],
	['is not a JSON object', ['Please log in', '"Please log in"', '7']],
	['says that the request failed', ['{"success":false,"scopes":["a"]}', '{"statusCode":401}']],
	['is a web page or XML', ['<p>Please log in</p>']],
])('says (%s) why these are no record: %j', (why, texts) => {
	expect(texts.map((text) => recordProblem(answerValue(text)))).toEqual(texts.map(() => why));
});

it.each<[answer: unknown, errors: unknown[]]>([
	[{ success: true, rejected: 1 }, ['rejected: 1']],
	[{ success: true, failed_rows: '2' }, ['failed_rows: 2']],
	[{ result: { invalidCount: 3, ok: 1 } }, ['invalidCount: 3']],
	[{ failedRows: [0, 7] }, [0, 7]],
	[{ partialFailureError: { code: 3, message: 'x' } }, [{ code: 3, message: 'x' }]],
	[{ results: [{ status: 200 }, { status: 400, id: 1 }] }, [{ status: 400, id: 1 }]],
	[{ statuses: [200, 422] }, [422]],
	[{ data: { errors: [{ row: 1 }] } }, [{ row: 1 }]],
	...[
		{ success: true, message: 'Ad received' },
		{ success: true, rejected: 0, errors: [], failedRows: null, invalid: false, skipped: '' },
		{ success: true, partialFailureError: {}, id: 400, ids: [400, 500] },
		// What it repeats of a row.
		{ data: [{ code: 450, status: 'ACTIVE', metrics: { rejected: 5, failed: 2 } }] },
		...['OK', null, 17, [], [1, 2]],
	].map((answer): [unknown, unknown[]] => [answer, []]),
])('the answer to a push, %j, has these errors of single rows: %j', (answer, errors) => {
	expect(rowErrors(answer)).toEqual(errors);
	expect(receiptProblem(answer) === undefined).toBe(errors.length === 0);
});

it.each<[string, unknown]>([
	['[{"id":1},2]', [{ id: 1 }, 2]],
	['"queued"', 'queued'],
	['null', null],
	['OK, {queued}', 'OK, {queued}'],
	['', null],
	[' \r\n', null],
	// n8n would take these for failed items.
	['{"error":"asleep"}', { error: 'asleep' }],
	['{"error":null,"message":"fine"}', { error: null, message: 'fine' }],
])('makes an item of %j, because an item of n8n is an object', (text, response) => {
	expect(answerItem(answerValue(text))).toEqual({ response });
	const whole = { id: 1, deep: { a: [response] } };
	expect(answerItem(whole)).toEqual(whole);
});

it('knows the rows that n8n would take for an error', () => {
	const message = { error: 'x', message: 'y' };
	const like = [{ error: 'x' }, { error: null }, message, { ...message, details: 'z' }];
	expect(like.filter(looksLikeError)).toEqual(like);
	expect([{ error: 'x', count: 1 }, { message: 'x' }, {}].filter(looksLikeError)).toEqual([]);
});
