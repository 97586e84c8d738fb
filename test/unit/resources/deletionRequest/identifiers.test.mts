import { identifiers } from '../../../../nodes/MerchantData/resources/deletionRequest/identifiers.ts';

const [A, B, C] = ['a@x.example', 'b@x.example', 'c@x.example'];

it.each<['emails' | 'phones', unknown, string[]]>([
	['emails', A, [A]],
	['emails', `${A}\n${B}\r\n\r\n${C},,\n`, [A, B, C]],
	['emails', [A, ` ${B}`, '', ' ', null, undefined], [A, B]],
	['emails', `${A};${B}; ;${C}`, [A, B, C]],
	['emails', '', []],
	['emails', undefined, []],
	['emails', null, []],
	['emails', [], []],
	// What is invisible is no value.
	['emails', '\u200b; \u00a0, \ufeff\u00ad', []],
	// A letter and its accent are the one character that they look like.
	['emails', ['zoe\u0308@x.example'], ['zo\u00eb@x.example']],
	['phones', [442079460000, '12345'], ['442079460000', '12345']],
	['phones', ['\u202a+44\u00a020\u202f7946\u200b 0000\u202c'], ['+44 20 7946 0000']],
])('reads the %s of %j', (kind, value, expected) => {
	expect(identifiers(kind, value)).toEqual(expected);
});

// What comes along when text is pasted from web pages, mails and tables.
it.each([
	'\u200bann@x.example',
	'ann@x.example\ufeff',
	'\u202aann@x.example\u202c',
	'an\u00adn@x.exam\u00adple',
	'\u00a0ann@x.example\u3000',
	'\u2003ann@x.example\u2028',
	'\u200b \u00a0ann@x.example \u200b ',
	'\u0000ann@x.example\u0007',
	'ann@x.example\ufe0f',
])('strips what is invisible from %j', (email) => {
	expect(identifiers('emails', [email])).toEqual(['ann@x.example']);
	expect(identifiers('emails', `${email};${email},${email}`)).toEqual(['ann@x.example']);
});

// Each would delete the data of nobody, and be accepted.
const NO_EMAILS = [
	'ann',
	'ann@',
	'@x.example',
	'ann@example',
	'ann@x..example',
	'+44 20 7946 0000',
	'ann\ud800@x.example',
	'ann@x\ud800.example',
	'ann@\u0301x.example',
	'ann@x.example.',
	'ann@-x.example',
	'ann@x-.example',
	'ann@x_y.example',
	'ann@x.example:',
	'ann@x.example)',
	'.ann@x.example',
	'a[n]n@x.example',
	'ann@@x.example',
	'ann@x.example@y.example',
	'ann lee@x.example',
	'Ann <ann@x.example>',
	'"ann"@x.example',
	"'ann@x.example'",
	"'ann@x.example",
	"ann@x.example'",
	'“ann@x.example”',
	'ann@x.example;bob@x.example',
	'ann,bob@x.example',
	'mailto:ann@x.example',
	'E-mail: ann@x.example',
	'ann[AT]x.example',
	'ann＠x.example',
	'ａnn@x.example',
	'ann@x。example',
	'ann%40x.example',
	'a}}@x.example',
	'ann&#x40x.example',
	'ann\\u0040x.example',
	'a**@x.example',
	`${'a'.repeat(65)}@x.example`,
	`a@${'x'.repeat(251)}.b`,
];
const NO_PHONES: Array<number | string> = [
	'1234',
	'+',
	'.12345',
	'12345.',
	'12345:',
	'12345+',
	'++12345',
	'12345\n67890',
	'12345_67890',
	'12345x',
	'٠١٢٣٤٥٦',
	'０２０７９４６',
	'+44 20 7946 0000 x12',
	'020\\7946',
	'tel:+442079460000',
	'ann@x.example',
	"'012345678",
	'%2B442079460000',
	'+44 ** 0000',
	'2026-01-31',
	'2026.12.01',
	'2026-01-31T10:00:00.000Z',
	'31.01.2026',
	'01/31/2026',
	'31.01.26',
	'4.42079E+11',
	'4,42079e11',
	'12345.0',
	'+44 20 ••• 0000',
	'020‑7946‑0000',
	'12345,67890',
	'12345|67890',
	'020 7946 0000 / 020 7946 0001',
	'1'.repeat(20),
	'1'.repeat(19),
	-442079460000,
	4.42e21,
	442079460000.25,
];

it.each([
	...NO_EMAILS.map((value) => ['emails', value, 'Emails', 'an email address', A] as const),
	...NO_PHONES.map((value) => ['phones', value, 'Phones', 'a phone number', '12345'] as const),
])('among %s refuses %j, which is not shown', (kind, value, field, noun, good) => {
	const isHidden = 'It is not shown here, because it is personal data.';
	expect(() => identifiers(kind, [good, value])).toThrow(
		expect.objectContaining({
			message: `Entry 2 of "${field}" is not ${noun}`,
			remedy: expect.stringContaining(isHidden) as string,
		}),
	);
});

it.each([
	"o'neil+tag@mail.x-y.example",
	'zoë@bücher.example',
	'a@b.c',
	'a&b@x.example',
	'ampel&@x.example',
	'100%@x.example',
	'a..b@x.example',
	'!ann?@x.example',
	'ann/x@x.example',
	'ann.@x.example',
	'हिन्दी@हिन्दी.example',
	'ann@xn--bcher-kva.example',
	`a@${'x'.repeat(250)}.b`,
	`${'a'.repeat(64)}@x.example`,
])('takes the email address %s', (email) => {
	expect(identifiers('emails', [email])).toEqual([email]);
});

it.each([
	'+44 20 7946 0000',
	'(020) 7946-0000',
	'020/7946.0000',
	'12345',
	'+12345',
	'+ 44 20 7946',
	'+(44) 20 7946',
	'(+44) 20 7946',
	'2026-01.31',
	'020-12-2026',
	'020-7946.00',
	'0'.repeat(18) + '1',
])('takes the phone number %s as it is written', (phone) => {
	expect(identifiers('phones', `${phone}\n`)).toEqual([phone]);
	expect(identifiers('phones', [phone])).toEqual([phone]);
});

it.each<['emails' | 'phones', unknown, string]>([
	['emails', true, '"Emails" is neither a text nor a list'],
	['emails', [A, {}], 'Entry 2 of "Emails" is not an email address'],
	['emails', [[A]], 'Entry 1 of "Emails" is not an email address'],
	['emails', `${A}\n;b`, 'Entry 3 of "Emails" is not an email address'],
	// A spreadsheet has shortened it.
	['phones', ' 4,42079E+11 ', 'Entry 1 of "Phones" is not a phone number'],
])('among %s says of %j which value is wrong', (kind, value, message) => {
	expect(() => identifiers(kind, value)).toThrow(expect.objectContaining({ message }) as Error);
});

it.each<['emails' | 'phones', string[]]>([
	['emails', ['Ann@X.example', A, 'ann@x.example', 'strasse@x.example', 'straße@x.example']],
	['phones', ['+44 2079', '+442079']],
])('asks for a person given twice once in each spelling (%s)', (kind, values) => {
	expect(identifiers(kind, [...values, ...values].join(';'))).toEqual(values);
});
