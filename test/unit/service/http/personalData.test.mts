import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import { withoutPersonalData } from '../../../../nodes/MerchantData/service/http/personalData.ts';

it.each([
	['zoë@example.com', 'zo&#XEB;&amp;#64;example.com'],
	['zoë@example.com', 'zo%25C3%25AB%2540example.com'],
	['ann/x@example.com', 'ann\\/x@example.com'],
	['442079460000', '44&nbsp;20&nbsp;7946&nbsp;0000'],
	['a_________b@example.com', 'A_________b@example.com'],
])('removes %s repeated as %s', (person, repeated) => {
	for (const text of [repeated, `at ${repeated}, or`, `<p>${repeated}</p>`, `x:${repeated}`]) {
		const sent = ['other@example.com', '+99999', person];
		expect(withoutPersonalData(`{"of":"${text}","n":7}`, sent)).toBe(
			`{"of":"${text.replace(repeated, '[redacted]')}","n":7}`,
		);
	}
});

it.each<[text: string, clean?: string]>([
	['宛先ann@example.comです', '[redacted]'],
	['ann%40example.com%2Cann%40example.com', '[redacted],[redacted]'],
	['"to\\nann@example.com\\\\"', '"to [redacted]\\\\"'],
	// However it is spelled, and whoever's it is.
	['%C3%A9 q=Ann%2Bx%40xn--bcher-kva.example, jo@a.example', 'é [redacted], [redacted]'],
	['id442079460000x', 'id[redacted]x'],
	['+44 20 7946 0000, 44 20', '+[redacted], 44 20'],
	['４４ ２０ ７９４６ ００００', '[redacted]'],
	// The quote and the line break would end the text of JSON.
	['"ann@example.com \\u0022\\u000a%22%5c&#34;"', '"[redacted]      "'],
	['{"a":"ann@example.com","n":"＂＼"}', '{"a":"[redacted]","n":"  "}'],
	// A number in JSON, which stays JSON.
	['{"id": 442079460000 , "n":-442079460000}', '{"id": "[redacted]" , "n":"[redacted]"}'],
	['{"a":"x: 442079460000, y"}', '{"a":"x: [redacted], y"}'],
	['{"a":"\\"q:442079460000,","b":442079460000}', '{"a":"\\"q:[redacted],","b":"[redacted]"}'],
	['{"442079460000":1}', '{"[redacted]":1}'],
	// No JSON.
	['call: 442079460000, or', 'call: [redacted], or'],
	['[442079460000', '[[redacted]'],
	// Other numbers.
	['{"id":44207946000012,"n":124420794600001,"x":12345678442079460000}'],
	['{"ids":[44,20,7946,0000]}'],
	['44 20 7946 00001 and 1 44 20 7946 000'],
	[`44 20 79${' '.repeat(65)}46 0000`],
	['550e8400-e29b-41d4-a716-446655440000 %e9 \\u0041 &#65;'],
	[''],
])('removes addresses and the number, and nothing else, from %j', (text, clean = text) => {
	expect(withoutPersonalData(text, ['ann12@example.com', '+44 20 7946 0000'])).toBe(clean);
});

it.each([
	['0170 1234567', '{"id":7,"of":"+491701234567"}', '{"id":7,"of":"+[redacted]"}'],
	['+49 170 1234567', '{"of":"0170/123 45 67, 12"}', '{"of":"[redacted], 12"}'],
	['+1 (415) 555-0132', 'tel 4155550132', 'tel [redacted]'],
	// Fewer than eight digits say too little.
	['12345', '{"of":"0012345"}', '{"of":"0012345"}'],
	['0170 1234567', '{"id":12345670,"of":"234567"}', '{"id":12345670,"of":"234567"}'],
])('finds the number %s by its last eight digits in %s', (sent, text, clean) => {
	expect(withoutPersonalData(text, [sent])).toBe(clean);
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
it('removes any address, however it is spelled and escaped', () => {
	const address = fc.stringMatching(/^q([._+'-]{0,2}[a-z0-9ë]){1,20}@(x-y|bücher|山)\.example$/);
	/** ASCII in full width. */
	const wide = (text: string) =>
		text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
	const spelling = fc.constantFrom<Array<(text: string) => string>>(
		(text) => text,
		(text) => text.toUpperCase(),
		(text) => text.normalize('NFD'),
		wide,
	);
	fc.assert(
		fc.property(address, spelling, ESCAPE, (sent, spell, escape) => {
			const text = `{"to":"<${escape(spell(sent))}>"}`;
			expect(withoutPersonalData(text, [sent])).toBe('{"to":"<[redacted]>"}');
		}),
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
	const parts = fc.constantFrom(...'."\\%&; 7\ud83d', ...escapes);
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
