import { KINDS_OF_ESCAPES } from '../../../../nodes/MerchantData/service/redaction/escapes.ts';

const [JSON_ESCAPES, URL_ESCAPES, , HTML_ESCAPES] = KINDS_OF_ESCAPES;
type Kind = typeof JSON_ESCAPES;

const unescaped = (kind: Kind, text: string) => text.replace(kind!.pattern, kind!.read);

it.each([
	['\\"\\\\\\/\\\'', '"\\/\''],
	['\\b\\f\\n\\r\\t', '\b\f\n\r\t'],
	['\\u002b\\u002B\\u00e9\\u20AC', '++é€'],
	['\\U002b', '+'],
	['\\ud83d\\ude00\\uD83D\\uDE00', '😀😀'],
	['\\x2b\\x2B\\xe9', '++é'],
	['\\\\u002b', '\\u002b'],
	['\\\\\\u002b', '\\+'],
])('reads JSON %s', (text, plain) => {
	expect(unescaped(JSON_ESCAPES, text)).toBe(plain);
});

it.each([
	'\\',
	'a\\',
	'\\q',
	'\\u00',
	'\\u00g0',
	'\\ud83d',
	'\\ude00',
	'\\ud83dx',
	'\\x2',
	'\\u{2b}',
	'%2B&amp;',
])('leaves %s, which JSON does not know', (text) => {
	expect(unescaped(JSON_ESCAPES, text)).toBe(text);
});

it.each([
	['%2b%2B%41', '++A'],
	['%c3%a9%C3%A9', 'éé'],
	['%E2%82%AC%df%bf', '€\u07ff'],
	['%f0%9f%98%80', '😀'],
	['%u002b%u20AC', '+€'],
	['%252B', '%2B'],
	['%7f%00', '\x7f\0'],
])('reads %s of a URL', (text, plain) => {
	expect(unescaped(URL_ESCAPES, text)).toBe(plain);
});

it.each([
	'%',
	'100%',
	'%2',
	'%g0',
	'%c3',
	'%c3%c3',
	'%e2%82',
	'%e2%82x',
	'%f0%9f%98',
	'%80',
	'%f8%80',
	'%ud83d',
	'%u00',
	'\\u002b&amp;',
])('leaves %s, which is no part of a URL', (text) => {
	expect(unescaped(URL_ESCAPES, text)).toBe(text);
});

it.each([
	['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
	['&AMP;&QUOT;&NewLine;&Tab;', '&"\n\t'],
	['&sol;&bsol;&plus;&equals;&commat;&percnt;&period;&colon;&semi;&comma;', '/\\+=@%.:;,'],
	['&num;&dollar;&excl;&quest;&ast;&grave;&Hat;&lowbar;&vert;', '#$!?*`^_|'],
	['&lpar;&rpar;&lsqb;&rsqb;&lbrack;&rbrack;&lcub;&rcub;&lbrace;&rbrace;', '()[][]{}{}'],
	['&nbsp;&shy;&szlig;&Agrave;&agrave;&eacute;&divide;&yuml;', '\u00a0\u00adßÀàé÷ÿ'],
	['&Ouml;&ouml;&OUML;', 'Öö&OUML;'],
	['&#43;&#043;&#x2b;&#X2B;&#x002b;', '+++++'],
	['&#8364;&#128512;&#x1F600;&#x10ffff;', '€😀😀\u{10ffff}'],
	['&amp;#43;', '&#43;'],
])('reads HTML %s', (text, plain) => {
	expect(unescaped(HTML_ESCAPES, text)).toBe(plain);
});

it.each([
	'&',
	'&amp',
	'&#43',
	'&#;',
	'&#x;',
	'&#xg;',
	'&nothing;',
	'&copy=1',
	'&constructor;',
	'&#1114112;',
	'&#x110000;',
	'&#x1F6000000;',
	'&#12345678;',
	'&2;',
	'%2B\\u002b',
])('leaves %s, which is no HTML', (text) => {
	expect(unescaped(HTML_ESCAPES, text)).toBe(text);
});

it('reads no escape without its lead', () => {
	expect(KINDS_OF_ESCAPES.map(({ lead }) => lead)).toEqual(['\\', '%', '', '&']);
});

it('looks for base64 in all but bare dates', () => {
	const { pattern } = KINDS_OF_ESCAPES[2]!;
	expect('on 2026-01-31, 1999-12-31'.match(pattern)).toBeNull();
	for (const run of ['2026-01-31T10', '2026-01-31eyJh', 'c2VjcmV0IQ']) {
		expect(`"${run}"`.match(pattern)).toEqual([run]);
	}
});
