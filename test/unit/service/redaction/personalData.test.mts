import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import { withoutPersonalData } from '../../../../nodes/MerchantData/service/redaction/personalData.ts';

it.each([
	['zoë+a.b-c@example.com', 'Zoë+A.b-C@EXAMPLE.com'],
	['zoë@example.com', 'ZO\\u00cb\\u0040EXAMPLE.COM'],
	['zoë@example.com', 'zo&#XEB;&amp;#64;example.com'],
	['zoë@example.com', 'zo%25C3%25AB%2540example.com'],
	['jo😀@example.com', 'jo\\uD83D\\uDE00@example.com'],
	["o'neil@example.com", 'o&#39;neil@example.com'],
	['ann/x@example.com', 'ann\\/x@example.com'],
	['442079460000', '44 (20) 7946-0000'],
	['442079460000', '44&nbsp;20&nbsp;7946&nbsp;0000'],
	['a_________b@example.com', 'A_________b@example.com'],
])('removes %s repeated as %s', (person, repeated) => {
	for (const text of [repeated, `at ${repeated}, or`, `<p>${repeated}</p>`, `x=${repeated}`]) {
		const sent = ['other@example.com', '+99999', person];
		expect(withoutPersonalData(`{"of":"${text}","n":7}`, sent)).toBe(
			`{"of":"${text.replace(repeated, '[redacted]')}","n":7}`,
		);
	}
});

it.each([
	['mailto:ann@example.com', 'mailto:[redacted]'],
	['Ann <ann@example.com>;', 'Ann <[redacted]>;'],
	['宛先ann@example.comです', '宛先[redacted]です'],
	['ann@example.com,ann@example.com', '[redacted],[redacted]'],
	['ann%40example.com%2Cann%40example.com', '[redacted],[redacted]'],
	['"{\\"of\\":\\"ann@example.com\\"}"', '"{\\"of\\":\\"[redacted]\\"}"'],
	['id442079460000x', 'id[redacted]x'],
	['+44 20 7946 0000, 44 20', '+[redacted], 44 20'],
	// The quote and the line break would end the text of JSON.
	['"ann@example.com \\u0022\\u000a%22%5c&#34;"', '"[redacted]      "'],
	// A number in JSON, which stays JSON.
	['{"id": 442079460000 , "n":-442079460000}', '{"id": "[redacted]" , "n":"[redacted]"}'],
	['{"a":"x: 442079460000, y"}', '{"a":"x: [redacted], y"}'],
	['{"a":"\\"q:442079460000,","b":442079460000}', '{"a":"\\"q:[redacted],","b":"[redacted]"}'],
	['{"442079460000":1}', '{"[redacted]":1}'],
	// No JSON.
	['call: 442079460000, or', 'call: [redacted], or'],
	['[442079460000', '[[redacted]'],
])('removes exactly the person from %j', (text, clean) => {
	expect(withoutPersonalData(text, ['ann@example.com', '+44 20 7946 0000'])).toBe(clean);
});

it.each([
	'joann@example.com ann@example.co ann@example @example.com anna@example.com',
	'ann@example.commerce ann@sub.example.com bob@example.com',
	'{"id":44207946000012,"n":124420794600001,"x":12345678442079460000}',
	'{"ids":[44,20,7946,0000]}',
	'44 20 7946 00001 and 1 44 20 7946 000',
	`44 20 79${' '.repeat(65)}46 0000`,
	'550e8400-e29b-41d4-a716-446655440000 %e9 \\u0041 &#65;',
	'',
])('leaves %j', (text) => {
	expect(withoutPersonalData(text, ['ann@example.com', '+442079460000'])).toBe(text);
});

it.each([
	['0170 1234567', '{"id":7,"of":"+491701234567"}', '{"id":7,"of":"+[redacted]"}'],
	['+49 170 1234567', '{"of":"0170/123 45 67, 12"}', '{"of":"[redacted], 12"}'],
	['+1 (415) 555-0132', 'tel 4155550132', 'tel [redacted]'],
	['0170 1234567', '{"of":491701234567}', '{"of":"[redacted]"}'],
	// Fewer than eight digits say too little.
	['12345', '{"of":"0012345"}', '{"of":"0012345"}'],
	['0170 1234567', '{"id":12345670,"of":"234567"}', '{"id":12345670,"of":"234567"}'],
])('finds the number %s by its last eight digits in %s', (sent, text, clean) => {
	expect(withoutPersonalData(text, [sent])).toBe(clean);
});

/** "§" stands for "[redacted]". The properties below draw further ways, and put several together. */
it.each<[why: string, sent: string, text: string, clean: string]>([
	['without its tag', 'jane.doe+x@a.example', 'for jane.doe@a.example.', 'for §.'],
	['with its tag', 'jane.doe+x@a.example', '"jane.doe+x@a.example"', '"§"'],
	['with a tag', 'jane.doe@a.example', 'Jane.Doe+news-1@a.example, 2', '§, 2'],
	['with a tag after another tag', 'j@a.example', 'x+1@b.example j+2@a.example', 'x@b.example §'],
	['as %2B', 'jane+x@a.example', 'q=jane%2Bx%40a.example', 'q=§'],
	['with its other domain', 'jane.doe@gmail.com', 'janedoe@googlemail.com', '§'],
	['with its other domain', 'j@googlemail.com', 'mailto:j@gmail.com', 'mailto:§'],
	['in Punycode', 'jo@bücher.example', 'jo@xn--bcher-kva.example', '§'],
	['in letters', 'jo@xn--bcher-kva.example', 'To <jo@BÜCHER.example>', 'To <§>'],
	['between letters', 'jo@bücher.example', '宛先jo@bücher.exampleです', '宛先§です'],
	['in a form', 'jo@a.example', 'd=a.example+u=jo+x', 'd=§+u=§'],
	['in full width', 'jo.x@a.example', '：ｊｏ．ｘ＠ａ．ｅｘａｍｐｌｅ', ':§'],
	['in ASCII', 'ｊｏ．ｘ@a.example', 'jo.x@a.example', '§'],
	['in full width', '+44 20 7946 0000', '４４ ２０ ７９４６ ００００', '§'],
	['with an accent of its own', 'zoë@a.example', 'zoe\u0308@a.example', '§'],
	['in two fields', 'jo@a.example', '{"u":"jo","d":"a.example"}', '{"u":"§","d":"§"}'],
	['the other way round', 'jo@a.example', 'a.example/jo', '§/§'],
	['in two fields with its tag', 'jo+x@a.example', 'u=jo+x&d=a.example', 'u=§&d=§'],
	['in words', 'jo@a.example', 'jo (at) a.example', '§ (at) §'],
	['far apart', 'jo+x@gmail.com', `GMAIL.com${' .'.repeat(99)} jo`, `§${' .'.repeat(99)} §`],
	['in parts and letters', 'jo@xn--bcher-kva.example', 'jo, bücher.example', '§, §'],
	['and others stay', 'jo@a.example', 'jo@a.example bob@a.example', '§ bob@a.example'],
	[
		'in JSON that stays JSON',
		'j@a.example',
		'{"a":"j@a.example","n":"＂＼"}',
		'{"a":"§","n":"  "}',
	],
])('removes an address that is written %s: %s', (_, sent, text, clean) => {
	const all = ['other@b.example', sent, '+99999'];
	expect(withoutPersonalData(text, all)).toBe(clean.replaceAll('§', '[redacted]'));
});

it.each([
	['jo@a.example', 'user jo of b.example'],
	['jo@a.example', 'jo@b.example, bob@a.example, jo'],
	['jo@a.example', 'jo@www.a.example'],
	['jo@a.example', 'joe (at) a.example'],
	['jo+x@a.example', 'bob+jo@a.example'],
	['+x@a.example', 'bob+y@a.example of a.example'],
	['jo@gmail.com', 'jo@gmail.example'],
	['jo@xn--bcher-kva.example', 'jo@büchner.example'],
	['---@a.example', '。 of b.example'],
])('does not find %s in %j', (sent, text) => {
	expect(withoutPersonalData(text, [sent])).toBe(text);
});

/** The ways in which a service may escape what it repeats. */
const ESCAPES = [
	(text: string) => text,
	(text: string) => JSON.stringify(text).slice(1, -1),
	(text: string) =>
		text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	encodeURIComponent,
	(text: string) => text.replace(/[^a-z\d]/giu, (char) => `&#${char.codePointAt(0)};`),
];
const ESCAPE = fc.constantFrom(...ESCAPES);
it('removes any address, however its parts are spelled and escaped, together or apart', () => {
	const local = fc.stringMatching(/^q([._-]{0,2}[a-z0-9ë]){1,20}$/);
	const domain = fc.constantFrom(
		['x-y.example'],
		['gmail.com', 'googlemail.com'],
		['bücher.example', 'xn--bcher-kva.example'],
		['山.例え.example', 'xn--rht.xn--r8jz45g.example'],
	);
	const tag = fc.constantFrom('', '+', '+shop', '+a.b-1');
	/** ASCII in full width. */
	const wide = (text: string) =>
		text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
	const spelling = fc.constantFrom<Array<(text: string) => string>>(
		(text) => text,
		(text) => text.toUpperCase(),
		(text) => text.normalize('NFD'),
		wide,
	);
	const way = fc.constantFrom('<$1@$2>', '<$1>","at":"<$2>', '<$2>","of":"<$1>', '<$1> at <$2>');
	fc.assert(
		fc.property(
			fc.record({ local, domain, sentTag: tag, tag, spelling, way, escape: ESCAPE }),
			fc.nat(1),
			fc.nat(1),
			(drawn, sentAs, writtenAs) => {
				const domainAt = (at: number) => drawn.domain[at % drawn.domain.length]!;
				const sent = `${drawn.local}${drawn.sentTag}@${domainAt(sentAs)}`;
				const said = (text: string) => drawn.escape(drawn.spelling(text));
				const text = drawn.way
					.replace('$1', () => said(drawn.local + drawn.tag))
					.replace('@', () => said('@'))
					.replace('$2', () => said(domainAt(writtenAs)));
				const expected = drawn.way.replace('$1@$2', '[redacted]').replace(/\$\d/g, '[redacted]');
				expect(withoutPersonalData(`{"to":"${text}"}`, [sent])).toBe(`{"to":"${expected}"}`);
			},
		),
		{ numRuns: draws(1_000) },
	);
});

it('removes any phone number, grouped in any way, however it is escaped', () => {
	const gap = fc.constantFrom('', ' ', '-', ' / ', '\u00a0');
	const grouping = fc.array(gap, { minLength: 1, maxLength: 9 });
	fc.assert(
		fc.property(fc.stringMatching(/^\d{5,15}$/), grouping, ESCAPE, (number, gaps, escape) => {
			const grouped = [...number].map((digit, at) => digit + gaps[at % gaps.length]!).join('');
			const repeated = escape(grouped.replace(/\D*$/, ''));
			const text = `{"to":"<${repeated}>"}`;
			expect(withoutPersonalData(text, [`+${number}`])).toBe('{"to":"<[redacted]>"}');
		}),
	);
});

it('leaves innocent text as it is, byte for byte', () => {
	const escapes = '&#xx; %e9 \\u00 %4 ann example.com 44 20'.split(' ');
	const parts = fc.constantFrom(...'@."\\%&; 7\ud83d', ...escapes);
	fc.assert(
		fc.property(fc.string({ unit: parts, maxLength: 60 }), (text) => {
			expect(withoutPersonalData(text, ['never-here@x.example', '+99 9999 999999'])).toBe(text);
			expect(withoutPersonalData(text, [])).toBe(text);
		}),
	);
});

// More than a function takes arguments.
it('removes 4,000 of 200,000 people', () => {
	const sent = Array.from({ length: 200_000 }, (_, n) =>
		n % 2 ? `p.${n}@x.example` : `44 20 7${n}${n}`,
	);
	const textWith = (people: string[]) =>
		JSON.stringify(people.map((person, id) => ({ id, person })));
	const clean = withoutPersonalData(textWith(sent.slice(0, 4_000)), sent);
	expect(clean === textWith(Array<string>(4_000).fill('[redacted]'))).toBe(true);
});

it('returns nothing of an answer of more than 262,144 characters', () => {
	const text = 'x'.repeat(2 ** 18);
	expect(withoutPersonalData(text, ['ann@example.com']) === text).toBe(true);
	expect(withoutPersonalData(`${text}x`, ['ann@example.com'])).toBe('');
	expect(withoutPersonalData(`${text}x`, []) === `${text}x`).toBe(true);
});
