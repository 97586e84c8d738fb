import fc from 'fast-check';
import { withoutPersonalData } from '../../../../nodes/MerchantData/service/redaction/personalData.ts';

it.each([
	['zoë+a.b-c@example.com', 'Zoë+A.b-C@EXAMPLE.com'],
	['zoë@example.com', 'ZO\\u00cb\\u0040EXAMPLE.COM'],
	['jo😀@example.com', 'jo\\uD83D\\uDE00@example.com'],
	['ann/x@example.com', 'ann\\/x@example.com'],
	['44 20 7946 0000', '442079460000'],
	['442079460000', '44 (20) 7946-0000'],
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
	['Ann <ann@example.com>;', 'Ann <[redacted]>;'],
	['宛先ann@example.comです', '宛先[redacted]です'],
	['ann@example.com,ann@example.com', '[redacted],[redacted]'],
	['"{\\"of\\":\\"ann@example.com\\"}"', '"{\\"of\\":\\"[redacted]\\"}"'],
	['id442079460000x', 'id[redacted]x'],
	['+44 20 7946 0000, 44 20', '+[redacted], 44 20'],
	// The quote and the line break would end the text of JSON.
	['"ann@example.com \\u0022\\u000a"', '"[redacted]   "'],
])('removes no more and no less from %j', (text, clean) => {
	expect(withoutPersonalData(text, ['ann@example.com', '+442079460000'])).toBe(clean);
});

it.each([
	'joann@example.com ann@example.co ann@example @example.com anna@example.com',
	'ann@example.commerce ann@sub.example.com bob@example.com',
	'{"id":44207946000012,"n":124420794600001,"x":12345678442079460000}',
	'{"ids":[44,20,7946,0000]}',
	`44 20 79${' '.repeat(65)}46 0000`,
	'550e8400-e29b-41d4-a716-446655440000 %e9 \\u0041 &#65;',
])('leaves %j, which holds no one of these', (text) => {
	expect(withoutPersonalData(text, ['ann@example.com', '+442079460000'])).toBe(text);
});

it('removes any number, grouped in any way', () => {
	const gap = fc.constantFrom('', ' ', '-', ' / ', '\u00a0');
	const grouping = fc.array(gap, { minLength: 1, maxLength: 9 });
	fc.assert(
		fc.property(fc.stringMatching(/^\d{5,15}$/), grouping, (number, gaps) => {
			const grouped = [...number].map((digit, at) => digit + gaps[at % gaps.length]!).join('');
			const text = `{"to":"<${grouped.replace(/\D*$/, '')}>"}`;
			expect(withoutPersonalData(text, [`+${number}`])).toBe('{"to":"<[redacted]>"}');
		}),
	);
});

it('leaves innocent text as it is, byte for byte', () => {
	const parts = [
		'@',
		'.',
		'"',
		'\\',
		'%',
		'&',
		';',
		'\\u00',
		'\ud83d',
		'ann',
		' ',
		'com',
		'44',
		'7',
	];
	const text = fc.string({ unit: fc.constantFrom(...parts), maxLength: 60 });
	fc.assert(
		fc.property(text, (innocent) => {
			expect(withoutPersonalData(innocent, ['never@x.example', '+99 9999'])).toBe(innocent);
			expect(withoutPersonalData(innocent, [])).toBe(innocent);
		}),
	);
});

it('removes many of many: more than a function takes arguments', () => {
	const sent = Array.from({ length: 200_000 }, (_, n) =>
		n % 2 ? `p.${n}@x.example` : `44 20 7${n}${n}`,
	);
	const rows = sent.slice(0, 4_000);
	const clean = withoutPersonalData(JSON.stringify(rows), sent);
	expect(clean === JSON.stringify(rows.map(() => '[redacted]'))).toBe(true);
});

it('gives nothing of an answer of more than 262,144 characters', () => {
	const text = 'x'.repeat(2 ** 18);
	expect(withoutPersonalData(text, ['ann@example.com']) === text).toBe(true);
	expect(withoutPersonalData(`${text}x`, ['ann@example.com'])).toBe('');
	expect(withoutPersonalData(`${text}x`, []) === `${text}x`).toBe(true);
});
