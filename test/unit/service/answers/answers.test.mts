import {
	answerItem,
	answerValue,
	isPage,
	recordProblem,
	saysFailed,
} from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';
import {
	consentedScopes,
	hasScope,
	isGranted,
	keyScopes,
	readGrantedShops,
} from '../../../../nodes/MerchantData/service/answers/granted.ts';
import { serverText } from '../../../../nodes/MerchantData/service/answers/serverText.ts';
import { texts } from '../../../kit/texts.mts';

it.each<readonly [unknown, 'no' | 'partly' | 'yes']>([
	[{ success: false, total: null }, 'yes'],
	[{ ok: false, message: 'x', code: 7, details: { line: 3 } }, 'yes'],
	...['false', 'no'].map((success) => [{ success, data: [] }, 'yes'] as const),
	[{ isSuccess: false }, 'yes'],
	[{ errorMessage: 'bad' }, 'yes'],
	[{ success: { toString: 1 } }, 'no'],
	[{ error: 'none', errorMessage: 'No', errors: false }, 'no'],
	[{ error: 'x', data: [{ a: 1 }] }, 'partly'],
	[{ statusCode: 401 }, 'yes'],
	[{ status: '503', message: 'x' }, 'yes'],
	[{ state: 'Failed', data: [] }, 'yes'],
	[{ statusCode: 200, message: 'x' }, 'no'],
	[{ status: 4040 }, 'no'],
	[{ status: { toString: 1 } }, 'no'],
	// A status may be a column.
	[{ status: 'failed', orders: [{ id: 1 }] }, 'no'],
	[{ error: '', errors: {} }, 'no'],
	[{ errors: { count: 0 }, error: '0' }, 'no'],
	[{ errors: { row: 3 } }, 'yes'],
	[[{ error: 'x' }], 'no'],
	['error', 'no'],
])('%j says that it failed: %s', (answer, expected) => {
	expect(saysFailed(answer)).toBe(expected);
});

it('distinguishes web pages and XML from other texts', () => {
	const pages = texts('\uFEFF <!doctype HTML> | <!-- a comment --> | <html lang="en">');
	const xml = ['<error/>', '<ns:fault a="1">\nx\n</ns:FAULT>'];
	const others = texts('<html-table>,x | <DATE>,<TIME>\n1,2 | <a> is not b | <a | < 5 | a <html>');
	expect([...pages, ...xml, ...others].filter(isPage)).toEqual([...pages, ...xml]);
});

it.each([
	[undefined, ['{"scopes":[]}', '[]', '', 'null']],
	['is not a JSON object', ['Please log in', '"Please log in"', '7']],
	['says that the request failed', ['{"success":false,"scopes":["a"]}', '{"statusCode":401}']],
	['is a web page or XML', ['<p>Please log in</p>']],
])('says %s of answers to a question for a record: %j', (why, texts) => {
	expect(texts.map((text) => recordProblem(answerValue(text)))).toEqual(texts.map(() => why));
});

it.each<[string, unknown]>([
	['[{"id":1},2]', [{ id: 1 }, 2]],
	['OK, {queued}', 'OK, {queued}'],
	[' \r\n', null],
	// n8n would take these for failed items.
	['{"error":"asleep"}', { error: 'asleep' }],
	['{"error":null,"message":"fine"}', { error: null, message: 'fine' }],
	['{"error":1,"message":2,"details":3}', { error: 1, message: 2, details: 3 }],
])('makes an item of %j', (text, response) => {
	expect(answerItem(answerValue(text))).toEqual({ response });
	const whole = { error: 'x', deep: { a: [response] } };
	expect(answerItem(whole)).toEqual(whole);
});

// Specification, "Resources", granted shops response.
it.each<[string, unknown, string[]]>([
	['without further shops', { accountId: 'a.x' }, ['*a.x']],
	['of none', { additionalShopIds: [] }, []],
	['with one twice', { accountId: 'a.x', additionalShopIds: ['b.x', 'a.x'] }, ['*a.x', 'b.x']],
	['with other entries', { accountId: '', additionalShopIds: ['', 7, null, 'b.x'] }, ['b.x']],
])('lists the shops of an answer %s, the primary first', (_, answer, expected) => {
	const shops = readGrantedShops(answer);
	expect(shops?.map(({ shop, isPrimary }) => (isPrimary ? `*${shop}` : shop))).toEqual(expected);
});

it.each([
	'a.x',
	null,
	{ accountId: 7, additionalShopIds: [] },
	{ accountId: { domain: 'a.x' }, additionalShopIds: [{ domain: 'b.x' }] },
])('finds no granted shops in %j', (answer) => {
	expect(readGrantedShops(answer)).toBeUndefined();
});

it.each<[unknown, boolean | undefined]>([
	[{ accountId: 'xn--kse-qla.x', additionalShopIds: [] }, true],
	[{ accountId: 7, additionalShopIds: [null, 'no domain', {}, ' k\u00e4se.x '] }, true],
	[{ accountId: null, additionalShopIds: [] }, false],
	[{ accountId: 'a.x', additionalShopIds: ['b.x', 'https://c.x'] }, false],
	// A wrong "no" would have rows sent again that the service may have.
	['OK', undefined],
	[{ accountId: 'account-12', additionalShopIds: [] }, undefined],
	...[undefined, 'b.x', ['b.x', 7]].map((shops): [unknown, undefined] => [
		{ accountId: 'a.x', additionalShopIds: shops },
		undefined,
	]),
])('reads from %j whether a shop is granted: %s', (answer, expected) => {
	expect(isGranted(answer, 'k\u00e4se.x')).toBe(expected);
	expect(isGranted(answer, 'no-domain')).toBeUndefined();
});

it.each<[unknown, string[] | undefined]>([
	[{ scopes: ['Data Out', ' Orders: Write ', ''] }, ['Data Out', 'Orders: Write']],
	[{ owner: null, scopes: [] }, []],
	// Nothing is claimed of other shapes.
	[{ scopes: [{ name: 'a' }] }, undefined],
	[{ scopes: 'a' }, undefined],
	[null, undefined],
])('the key record %j names the scopes %j', (record, expected) => {
	expect(keyScopes(record)).toEqual(expected);
});

it.each<[unknown, string[] | undefined]>([
	['read_data ads:write, email-sms:write', ['read_data', 'ads:write', 'email-sms:write']],
	[['ads:write'], ['ads:write']],
	[' ', undefined],
	[undefined, undefined],
])('the token answer %j names the scopes %j', (told, expected) => {
	expect(consentedScopes(told)).toEqual(expected);
});

it.each<[string[], string, boolean]>([
	[['Other', 'Data Out'], 'Data Out', true],
	[['DATA_OUT:READ'], 'Data Out', true],
	[['*'], 'Data Out', true],
	[['Customer Data', 'Out'], 'Data Out', false],
])('%j has %s: %s', (told, scope, expected) => {
	expect(hasScope(told, scope)).toBe(expected);
});

it.each<[unknown, string]>([
	[{ error: { code: 17, message: 'deep text' } }, 'deep text'],
	[{ message: null, title: 7, errors: ['said at last'] }, 'said at last'],
	[{ errors: [' first ', {}, 'third', 'fourth'] }, 'first; third; fourth'],
	[{ errors: [{ error: { message: 'four deep' } }] }, 'four deep'],
	// The errors of single rows, the first three.
	[
		{ message: 'Validation errors', errors: [{ order_id: 'A-3', error: 'id is required' }] },
		'Validation errors; order_id A-3: id is required',
	],
	[
		{ message: 'No', failedRows: [{ row: 1, reason: 'x' }, 'b', { c: 1 }, 4, 5] },
		'No; {"row":1,"reason":"x"}; b; {"c":1}; 2 more',
	],
	[{ message: 'In part', rejected: 2 }, 'In part; rejected: 2'],
	[{ errors: [{ at: {}, a: 1, b: 'x', c: 3, d: 4, error: 'bad' }] }, 'bad; a 1, b x, c 3: bad'],
])('finds the text in %j', (body, text) => {
	expect(serverText(JSON.stringify(body))).toBe(text);
});

it('prefers the most specific text, whatever the order', () => {
	const fields = ['errors', 'error', 'title', 'detail', 'error_description', 'message'];
	const body: Record<string, string> = {};
	for (const field of fields) {
		body[field] = `text in ${field}`;
		expect(serverText(JSON.stringify(body))).toBe(`text in ${field}`);
	}
});

it.each<[string, string]>([
	['<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>', '502 Bad Gateway'],
	['\n <title lang="en"> </title><p>502 from\nnginx</p>', '502 from nginx'],
	['<p>so<script>let x = "<b>";</script>rry<style>p { color: red }</style></p>', 'so rry'],
	// What has no text of its own is shown as it came.
	[' \n ', ''],
	['upstream\r\n\tconnect   error ', 'upstream connect error'],
	...[
		'spend < 5 <script>is</script> <wrong>',
		'{"code":17,"rejected":2}',
		'null',
		// A text more than four levels deep is not found.
		'{"errors":[{"error":{"error":{"message":"no"}}}]}',
	].map((text): [string, string] => [text, text]),
])('shows a page as people see it, and other texts on one line: %j', (body, text) => {
	expect(serverText(body)).toBe(text);
});

it('returns the beginning and the end of a text of more than 500 characters', () => {
	expect(serverText('x'.repeat(500))).toBe('x'.repeat(500));
	expect(serverText(`${'x'.repeat(400)}${'y'.repeat(400)}`)).toBe(
		`${'x'.repeat(250)} … ${'y'.repeat(250)}`,
	);
});
