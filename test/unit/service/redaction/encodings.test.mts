import {
	findEncoded,
	replaceSpans,
} from '../../../../nodes/MerchantData/service/redaction/encodings.ts';

const finderOf =
	(...words: string[]) =>
	(text: string) =>
		words.flatMap((word) => {
			const start = text.indexOf(word);
			return start < 0 ? [] : [{ start, end: start + word.length }];
		});
const found = (text: string, ...words: string[]) =>
	findEncoded(text, finderOf(...words)).map(({ start, end }) => text.slice(start, end));

it.each([
	['a key b', ['key']],
	['a \\u006bey b', ['\\u006bey']],
	['a ke\\u0079 b', ['ke\\u0079']],
	['\\n\\n%20key\\n%20', ['key']],
	['\\n&amp;k%65y', ['k%65y']],
	['&amp;%2525\\\\\\u006bey', ['\\u006bey']],
	['\\\\u006b\\\\u0065\\\\u0079\\\\', ['\\\\u006b\\\\u0065\\\\u0079']],
	['kex &#107;ey', ['&#107;ey']],
	['&nokey;key', ['key']],
	['&nothing;&#107;ey', ['&#107;ey']],
	['&#1114112;&#x110000;&#107;ey', ['&#107;ey']],
	['%c3%80%ff%e2%82\\ud83d\\u00&#;%6bey', ['%6bey']],
	['nothing', []],
	['', []],
])('finds in %s', (text, encoded) => {
	expect(found(text, 'key')).toEqual(encoded);
});

it.each([
	['\\"\\\\\\/\\\'', '"\\/\''],
	['\\b\\f\\n\\r\\t', '\b\f\n\r\t'],
	['\\u002b\\u002B\\u00e9\\u20AC', '++é€'],
	['\\U002b', '+'],
	['\\ud83d\\ude00\\uD83D\\uDE00', '😀😀'],
	['\\x2b\\x2B\\xe9', '++é'],
	['\\\\u002b', '\\u002b'],
	['\\\\\\u002b', '\\+'],
	['%2b%2B%41', '++A'],
	['%c3%a9%C3%A9', 'éé'],
	['%E2%82%AC%df%bf', '€\u07ff'],
	['%f0%9f%98%80', '😀'],
	['%252B', '%2B'],
	['%7f%00', '\x7f\0'],
	['&amp;&lt;&gt;&quot;&apos;&AMP;&QUOT;', '&<>"\'&"'],
	['&sol;&bsol;&plus;&equals;&commat;&percnt;&period;&colon;&semi;&comma;', '/\\+=@%.:;,'],
	['&num;&dollar;&excl;&quest;&ast;&grave;&Hat;&lowbar;&vert;&nbsp;', '#$!?*`^_|\u00a0'],
	['&lpar;&rpar;&lsqb;&rsqb;&lbrack;&rbrack;&lcub;&rcub;&lbrace;&rbrace;', '()[][]{}{}'],
	['&#43;&#043;&#x2b;&#X2B;&#x002b;', '+++++'],
	['&#8364;&#128512;&#x1F600;&#x10ffff;', '€😀😀\u{10ffff}'],
	['&amp;#43;', '&#43;'],
])('reads %s', (text, plain) => {
	expect(found(`${text}>`, `${plain}>`)).toEqual([`${text}>`]);
	expect(found(`<${text}>`, plain)).toEqual([text]);
});

it('gives what overlaps as one, in order', () => {
	expect(found('d ab\\u0063 abc', 'bc', 'abc', 'd', 'a')).toEqual(['d', 'ab\\u0063', 'abc']);
	expect(found('abcd', 'ab', 'cd')).toEqual(['ab', 'cd']);
	expect(found('abcd', 'abcd', 'b')).toEqual(['abcd']);
});

it('takes three layers off, and no more', () => {
	const layers = (count: number) => `%${'25'.repeat(count - 1)}6bey`;
	expect(found(layers(3), 'key')).toEqual([layers(3)]);
	expect(found(layers(4), 'key')).toEqual([]);
});

it('has an end, whatever a text asks for', () => {
	const find = jest.fn(finderOf('key'));
	findEncoded('%25255c%26%2326;\\u0025%5cu0026\\\\u0026amp;&amp;#92;&#37;25%2525'.repeat(3), find);
	expect(find.mock.calls.length).toBeLessThanOrEqual(1 + 3 + 9 + 27);
});

it('finds what a text holds as bytes, wherever it is escaped', () => {
	const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');
	const foundInBytes = (text: string) =>
		findEncoded(asLatin1(text), finderOf(asLatin1('é€')), asLatin1);
	expect(foundInBytes('ü é€')).toEqual([{ start: 3, end: 8 }]);
	expect(foundInBytes('ü \\u00e9&euro;%E2%82%AC')).toEqual([]);
	expect(foundInBytes('ü \\u00e9%E2%82%AC')).toEqual([{ start: 3, end: 18 }]);
	expect(foundInBytes('ü é\\u20ac.')).toEqual([{ start: 3, end: 11 }]);
});

it('puts other words in the place of spans', () => {
	const spans = [
		{ start: 0, end: 1 },
		{ start: 2, end: 4 },
	];
	expect(replaceSpans('abcde', spans)).toBe('[redacted]b[redacted]e');
	expect(replaceSpans('abcde', spans, ({ start, end }) => `${start}-${end}`)).toBe('0-1b2-4e');
	expect(replaceSpans('abcde', [])).toBe('abcde');
});
