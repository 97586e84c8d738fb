import fc from 'fast-check';
import { withoutPersonalData } from '../../../../nodes/MerchantData/service/redaction/personalData.ts';

it.each([
	['zoë+a.b-c@example.com', 'Zoë+A.b-C@EXAMPLE.com'],
	['zoë@example.com', 'zo\\u00EB@example.com'],
	['zoë@example.com', 'ZO\\u00cb\\u0040EXAMPLE.COM'],
	['zoë@example.com', 'zoe\u0308@example.com'],
	['zoe\u0308@example.com', 'zo\u00eb@example.com'],
	['zoë@example.com', 'zoë&commat;example.com'],
	['zoë@example.com', 'zo&#235;&#x40;example&period;com'],
	['zoë@example.com', 'zo%C3%AB%40example.com'],
	['zoë@example.com', 'zo%25C3%25AB%2540example.com'],
	['jo😀@example.com', 'jo\\uD83D\\uDE00@example.com'],
	['jo😀@example.com', 'jo&#128512;@example.com'],
	['ann+x@example.com', 'ann%2Bx%40example.com'],
	['ann+x@example.com', 'ann&plus;x&amp;#64;example.com'],
	["o'neil@example.com", 'o&#39;neil@example.com'],
	['ann/x@example.com', 'ann\\/x@example.com'],
	['ann@bücher.example', 'ann@xn--bcher-kva.example'],
	['ann@bücher.example', 'Ann@XN--BCHER-KVA.Example'],
	['ann@xn--bcher-kva.example', 'ann@BÜCHER.example'],
	['ann@bücher.example', 'ann%40b%C3%BCcher.example'],
	['+44 20 7946 0000', '+442079460000'],
	['442079460000', '44 (20) 7946-0000'],
	['020 7946 0000', '+442079460000'],
	['020 7946 0000', '442079460000'],
	['020 7946 0000', '00442079460000'],
	['020 7946 0000', '2079460000'],
	['+442079460000', '020 7946 0000'],
	['+442079460000', '20 7946 0000'],
	['+442079460000', '0044 20 7946 0000'],
	['+442079460000', '+44 (0)20 7946 0000'],
	['+442079460000', '+44 (0) 20-7946.0000'],
	['+44 (0)20 7946 0000', '+442079460000'],
	['+44 (0)20 7946 0000', '02079460000'],
	['+44 020 7946 0000', '020 7946 0000'],
	['0044 20 7946 0000', '2079460000'],
	['442079460000', '02079460000'],
	['2025550123', '+1 (202) 555-0123'],
	['+12025550123', '202.555.0123'],
	['12345678', '+45 12 34 56 78'],
	['+4512345678', '12 34 56 78'],
	['5551234', '+354 555 1234'],
	['012345', '12345'],
	['12345', '012345'],
	['00123', '00123'],
	['+44 20 7946 0000', '%2B44%2020%207946%200000'],
	['+44 20 7946 0000', '+44+20+7946+0000'],
	['+44 20 7946 0000', '&#43;44&nbsp;20&nbsp;7946&nbsp;0000'],
	['+44 20 7946 0000', '\\u002b44 20 7946\\u00a00000'],
	['+44 20 7946 0000', '44–20–7946–0000'],
	['442079460000', '442079460000.0'],
	['442079460000.0', '442079460000'],
	['442079460000.0', '+44 20 7946 0000'],
	['0442079460', '+44 (0)44-2079460'],
	['+44 20 7946 0', '+4420.7946.0'],
	['20794.0600', '207940600'],
])('removes %s repeated as %s', (person, repeated) => {
	for (const text of [repeated, `at ${repeated}, or`, `<p>${repeated}</p>`, `x=${repeated}`]) {
		const clean = withoutPersonalData(`{"of":"${text}","n":7}`, [
			'other@example.com',
			'+99999',
			person,
		]);
		expect(clean).toBe(`{"of":"${text.replace(repeated, '[redacted]')}","n":7}`);
	}
});

it.each([
	['mailto:ann@example.com', 'mailto:[redacted]'],
	["'ann@example.com'", "'[redacted]'"],
	['Ann <ann@example.com>;', 'Ann <[redacted]>;'],
	['ann@example.com. Next', '[redacted]. Next'],
	['ann@example.com.Next', '[redacted].Next'],
	['ann@example.com-old_x', '[redacted]-old_x'],
	['ann@example.com...', '[redacted]...'],
	['宛先ann@example.comです', '宛先[redacted]です'],
	['ann@example.com,ann@example.com', '[redacted],[redacted]'],
	['ann@example.com/ann@example.com', '[redacted]/[redacted]'],
	['@ann@example.com', '@[redacted]'],
	['\\nann@example.com\\n', '\\n[redacted]\\n'],
	['"{\\"of\\":\\"ann@example.com\\"}"', '"{\\"of\\":\\"[redacted]\\"}"'],
	['7 +442079460000 17', '7 [redacted] 17'],
	['1. 020 7946 0000\n2. 020 7946 0001', '1. [redacted]\n2. 020 7946 0001'],
	['tel:+44-20-7946-0000;ext=1', 'tel:[redacted];ext=1'],
	['v1.442079460000', 'v1.442079460000'],
	['1.+442079460000', '1.[redacted]'],
	['+442079460000 (0)', '[redacted] (0)'],
	['(0)20 7946 0000', '[redacted]'],
	['020 7946 0000,020 7946 0000', '[redacted],[redacted]'],
	['44    20 7946 0000', '44    [redacted]'],
	['44 20 7946 0000    1', '[redacted]    1'],
	['id442079460000x', 'id[redacted]x'],
])('removes no more and no less from %j', (text, clean) => {
	expect(withoutPersonalData(text, ['ann@example.com', '+442079460000'])).toBe(clean);
});

it('leaves what only looks alike', () => {
	const text = '{"a":"annx@exampleXcom","ids":[4,4,2,0,7]}';
	expect(withoutPersonalData(text, ['ann.@example.com', '44207'])).toBe(text);
});

it.each([
	'joann@example.com ann@example.co ann@example ann@ @example.com 1ann@example.com ann1@example.com',
	'ann@example.commerce ann@sub.example.com ann at example.com bob@example.com',
	'ann@example.com'.replace('@', '@@'),
	'{"id":44207946000012}',
	'{"id":124420794600001}',
	'{"id":12442079460000}',
	'{"id":1442079460000,"n":442079460000.5,"m":442079460000.05}',
	'{"ids":[44,20,7946,0000]}',
	'44 20 7946 00001 and 1 44 20 7946 000',
	'550e8400-e29b-41d4-a716-446655440000 2026-01-31T10:00:00.000Z',
	'44x20x7946x0000',
	'07946 0000',
	'',
])('leaves %j, which holds no one of these', (text) => {
	expect(withoutPersonalData(text, ['ann@example.com', '+442079460000'])).toBe(text);
});

it('does not take a number that is national for one abroad with the same digits', () => {
	const text = '+442079460000, 442079460000 and 02079460000';
	expect(withoutPersonalData(text, ['0442079460000'])).toBe(
		'[redacted], [redacted] and 02079460000',
	);
	expect(withoutPersonalData('+1 442 0794600', ['0442 0794600'])).toBe('[redacted]');
	// A short number has no country code before it, and five digits no zeros.
	expect(withoutPersonalData('2345678 123', ['+12345678', '00123'])).toBe('2345678 123');
});

describe('a JSON answer', () => {
	it.each([
		['{"id":442079460000}', '{"id":"[redacted]"}'],
		['{"id": 442079460000 , "n":1}', '{"id": "[redacted]" , "n":1}'],
		['[442079460000,2079460000,1]', '["[redacted]","[redacted]",1]'],
		['[\n\t442079460000\n]', '[\n\t"[redacted]"\n]'],
		['{"id":442079460000.0}', '{"id":"[redacted]"}'],
		['{"a":"x: 442079460000, y"}', '{"a":"x: [redacted], y"}'],
		['{"a":"\\"q:442079460000,","b":442079460000}', '{"a":"\\"q:[redacted],","b":"[redacted]"}'],
		['{"a\\\\":442079460000}', '{"a\\\\":"[redacted]"}'],
		['{"442079460000":1}', '{"[redacted]":1}'],
	])('still parses: %s', (text, clean) => {
		expect(withoutPersonalData(text, ['+44 20 7946 0000'])).toBe(clean);
		expect(() => JSON.parse(clean) as unknown).not.toThrow();
	});

	it.each([
		['442079460000', '[redacted]'],
		['call: 442079460000', 'call: [redacted]'],
		['call 442079460000, or', 'call [redacted], or'],
	])('is not seen in %j', (text, clean) => {
		expect(withoutPersonalData(text, ['+44 20 7946 0000'])).toBe(clean);
	});
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
const ESCAPED = fc.array(fc.constantFrom(...ESCAPES), { maxLength: 3 });
const escaped = (text: string, by: Array<(text: string) => string>) =>
	by.reduce((inner, escape) => escape(inner), text);

it('removes any address, in any case of letters and mix of escapes', () => {
	const local = fc.stringMatching(/^[a-zA-Z0-9ëß][a-zA-Z0-9ëß.+_-]{0,20}$/);
	fc.assert(
		fc.property(
			local,
			fc.constantFrom('x-y.example', 'bücher.example'),
			ESCAPED,
			(name, domain, by) => {
				const repeated = escaped(`${name.toUpperCase().toLowerCase()}@${domain.toUpperCase()}`, by);
				// "ß" has no upper case of its own.
				const person = `${name.toUpperCase().toLowerCase()}@${domain}`;
				expect(withoutPersonalData(`to "${repeated}" failed`, [person])).toBe(
					'to "[redacted]" failed',
				);
			},
		),
	);
});

it('removes any number, grouped in any way, with a country code or without', () => {
	const national = fc.stringMatching(/^[1-9]\d{8,9}$/);
	const grouping = fc.array(fc.constantFrom('', ' ', '-', ' / ', '\u00a0'), {
		minLength: 1,
		maxLength: 9,
	});
	const prefix = fc.constantFrom('+44', '0044', '44', '0', '', '+44 (0)');
	fc.assert(
		fc.property(national, prefix, prefix, grouping, ESCAPED, (number, sent, got, gaps, by) => {
			// What is written without a zero or code may have a code of its own.
			fc.pre(sent !== '' && got !== '');
			const grouped = [...number].map((digit, at) => digit + gaps[at % gaps.length]!).join('');
			const repeated = escaped(`${got}${grouped.replace(/\D*$/, '')}`, by);
			const clean = withoutPersonalData(`{"to":"${repeated}"}`, [sent + number]);
			expect(clean).toBe('{"to":"[redacted]"}');
		}),
	);
});

it('leaves innocent text as it is, byte for byte', () => {
	const parts = fc.constantFrom(
		...[
			'@',
			'.',
			'"',
			'\\',
			'%',
			'&',
			';',
			'\\u00',
			'%4',
			'\ud83d',
			'ann',
			'example.com',
			' ',
			'44',
			'20',
			'7',
		],
	);
	fc.assert(
		fc.property(fc.string({ unit: parts, maxLength: 60 }), (text) => {
			expect(withoutPersonalData(text, ['never-here@x.example', '+99 9999 999999'])).toBe(text);
			expect(withoutPersonalData(text, [])).toBe(text);
		}),
	);
});

it('removes many of many', () => {
	const sent = Array.from({ length: 10_000 }, (_, index) => [
		`person.${index}@example.com`,
		`+44 20 7${String(index).padStart(7, '0')}`,
	]).flat();
	const text = JSON.stringify(sent.map((person, id) => ({ id, person, at: '2026-01-31' })));
	const clean = sent.map((_, id) => ({ id, person: '[redacted]', at: '2026-01-31' }));
	expect(withoutPersonalData(text, sent) === JSON.stringify(clean)).toBe(true);
});
