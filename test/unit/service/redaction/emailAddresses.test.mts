import { addressFinder } from '../../../../nodes/MerchantData/service/redaction/emailAddresses.ts';

/** What is found of two addresses in a text. */
const found = (text: string) =>
	addressFinder(['Ann@bücher.example', 'bob+x@example.com'])(text).map(({ start, end }) =>
		text.slice(start, end),
	);

it.each<[text: string, parts: string[]]>([
	['ann@bücher.example', ['ann@bücher.example']],
	['To: ANN@XN--BCHER-KVA.example, and more', ['ANN@XN--BCHER-KVA.example']],
	['bob+x@example.com ann@bücher.example.', ['bob+x@example.com', 'ann@bücher.example']],
	['mailto:bob+x@example.com?subject=x', ['bob+x@example.com']],
	['bob+x@example.com-old', ['bob+x@example.com']],
])('finds in %j what was sent', (text, parts) => {
	expect(found(text)).toEqual(parts);
});

it.each([
	'',
	'@',
	'joann@bücher.example',
	'bob@example.com',
	'bob+x@example.org',
	'ann@example.com',
	'bob+x at example.com',
])('leaves %j alone', (text) => {
	expect(found(text)).toEqual([]);
});
