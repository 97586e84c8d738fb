import { serverText } from '../../../../nodes/MerchantData/service/answers/serverText.ts';

it.each<[unknown, string]>([
	[{ error: { code: 17, message: 'deep text' } }, 'deep text'],
	[{ message: null, title: 7, errors: ['said at last'] }, 'said at last'],
	[{ errors: [' first ', {}, 'third', 'fourth'] }, 'first; third; fourth'],
	[{ errors: [{ error: { message: 'four deep' } }] }, 'four deep'],
	['a quoted text', 'a quoted text'],
])('finds the text in %j', (body, text) => {
	expect(serverText(JSON.stringify(body))).toBe(text);
});

it('prefers the most specific text, whatever the order in which the service wrote them', () => {
	const fields = ['message', 'error_description', 'detail', 'title', 'error', 'errors'];
	fields.forEach((field, index) => {
		const present = fields.slice(index).reverse();
		const body = Object.fromEntries(present.map((name) => [name, `text in ${name}`]));
		expect(serverText(JSON.stringify(body))).toBe(`text in ${field}`);
	});
});

it.each<[string, string]>([
	['<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>', '502 Bad Gateway'],
	['\n <title lang="en"> </title><p>502 from\nnginx</p>', '502 from nginx'],
	['<p>so<script>let x = "<b>";</script>rry<style>p { color: red }</style></p>', 'so rry'],
])('reads the page %j as people see it', (html, text) => {
	expect(serverText(html)).toBe(text);
});

it.each<[string, string]>([
	[' \n ', ''],
	['upstream\r\n\tconnect   error ', 'upstream connect error'],
	...[
		...['spend < 5 <script>is</script> <wrong>', '{"message":"cut off', '{"code":17}', 'null'],
		// A text more than four levels deep is none.
		'{"errors":[{"error":{"error":{"message":"no"}}}]}',
	].map((text): [string, string] => [text, text]),
])('shows %j, which has no text of its own, as it came, on one line', (body, text) => {
	expect(serverText(body)).toBe(text);
});

it.each<[unknown, string]>([
	[
		{ message: 'Validation errors', errors: [{ order_id: 'A-3', error: 'id is required' }] },
		'Validation errors; order_id A-3: id is required',
	],
	[
		{ message: 'No', failedRows: [{ row: 1, reason: 'x' }, 'b', { c: 1 }, 4, 5] },
		'No; {"row":1,"reason":"x"}; b; {"c":1}; 2 more',
	],
	[{ message: 'In part', data: { rejected: 2 } }, 'In part; rejected: 2'],
	[{ errors: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
])('adds the errors of single rows, the first three: %j', (body, text) => {
	expect(serverText(JSON.stringify(body))).toBe(text);
});

it('gives the beginning and the end of a text that is too long, and all of others', () => {
	expect(serverText('x'.repeat(500))).toBe('x'.repeat(500));
	expect(serverText(`${'x'.repeat(400)}${'y'.repeat(400)}`)).toBe(
		`${'x'.repeat(250)} … ${'y'.repeat(250)}`,
	);
});
