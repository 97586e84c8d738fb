import { identifiers } from '../../../../nodes/MerchantData/resources/deletionRequest/identifiers.ts';

const [A, B, C] = ['a@x.example', 'b@x.example', 'c@x.example'];

it.each<['emails' | 'phones', unknown, string[]]>([
	['emails', A, [A]],
	['emails', `${A}\n${B}\r\n\r\n${C},,\n`, [A, B, C]],
	['emails', [A, ` ${B}`, '', ' ', null, undefined], [A, B]],
	['emails', `${A};${B}; ;${C}`, [A, B, C]],
	['emails', undefined, []],
	// Invisible characters alone are no value.
	['emails', '\u200b; \u00a0, \ufeff\u00ad', []],
	// A letter and its accent are the one character that they look like.
	['emails', ['zoe\u0308@x.example'], ['zo\u00eb@x.example']],
	['phones', [442079460000, '12345'], ['442079460000', '12345']],
	['phones', ['\u202a+44\u00a020\u202f7946\u200b 0000\u202c'], ['+44 20 7946 0000']],
	['phones', '\u202d(555) 123\u20114567\u202c', ['(555) 123-4567']],
	['phones', ['+49 30\u20131234567', '+49 30\u22127654321'], ['+49 30-1234567', '+49 30-7654321']],
	// Another address than that with a hyphen.
	['emails', 'ann\u2013lee@x.example', ['ann\u2013lee@x.example']],
])('reads the %s of %j', (kind, value, expected) => {
	expect(identifiers(kind, value)).toEqual(expected);
});

// What comes along when text is pasted from web pages, mails and tables.
it.each([
	'an\u00adn@x.exam\u00adple',
	'\u00a0\u2003ann@x.example\u3000\u2028',
	'\u200b \u00a0ann@x.example \u200b ',
	'\u0000ann@x.example\ufe0f\u0007',
])('strips what is invisible from %j', (email) => {
	expect(identifiers('emails', [email])).toEqual(['ann@x.example']);
	expect(identifiers('emails', `${email};${email},${email}`)).toEqual(['ann@x.example']);
});

// The service would accept each, and delete nobody. Two blanks separate them.
const NO_EMAILS: Record<string, string> = {
	'lacks a part': 'ann  ann@  @x.example  ann@example  +44 20 7946 0000',
	'has no domain':
		'ann@x..example  ann@x.example.  ann@-x.example  ann@x-.example  ann@x_y.example  ann@\u0301x.example',
	'has something around it':
		'ann@x.example:  ann@x.example)  .ann@x.example  Ann <ann@x.example>  "ann"@x.example  “ann@x.example”',
	'has quotes': "'ann@x.example'  'ann@x.example  ann@x.example'",
	'has a label': 'mailto:ann@x.example  E-mail: ann@x.example',
	'is two':
		'ann@@x.example  ann@x.example@y.example  ann@x.example;bob@x.example  ann,bob@x.example',
	'has signs that do not belong there':
		'a[n]n@x.example  ann lee@x.example  a}}@x.example  a**@x.example',
	'is written in another way':
		'ann[AT]x.example  ann%40x.example  ann&#x40x.example  ann\\u0040x.example',
	'has other letters':
		'ann＠x.example  ａnn@x.example  ann@x。example  ann\ud800@x.example  ann@x\ud800.example',
	'is too long': `${'a'.repeat(65)}@x.example  a@${'x'.repeat(251)}.b`,
};
const NO_PHONES: Record<string, string> = {
	'is too short or too long': `1234  +  ${'1'.repeat(20)}`,
	'has one digit only': '1'.repeat(19),
	'has signs that do not belong there':
		".12345  12345.  12345:  12345+  ++12345  12345_67890  12345x  020\\7946  '012345678",
	'has letters': 'ann@x.example  +44 20 7946 0000 x12  tel:+442079460000  %2B442079460000',
	'has other digits': '٠١٢٣٤٥٦  ０２０７９４６',
	'is masked': '+44 ** 0000  +44 20 ••• 0000',
	'is a date':
		'2026-01-31  2026\u201301\u201331  2026.12.01  2026-01-31T10:00:00.000Z  31.01.2026  01/31/2026  31.01.26',
	'was a number of a spreadsheet': '4.42079E+11  4,42079e11  12345.0',
	'is two':
		'12345\n67890  12345,67890  12345|67890  020 7946 0000 / 020 7946 0001  794 6000 / 794 6001',
};
const listed = (kind: 'emails' | 'phones', values: Record<string, string>) =>
	Object.entries(values).flatMap(([why, texts]) =>
		texts.split('  ').map((text) => [kind, why, text] as const),
	);

it.each([
	...listed('emails', NO_EMAILS),
	...listed('phones', NO_PHONES),
	...[-442079460000, 4.42e21, 442079460000.25].map(
		(number) => ['phones', 'is odd', number] as const,
	),
])('refuses among the %s what %s, and does not show it: %j', (kind, _, value) => {
	const [good, is] = { emails: [A, 'an email address'], phones: ['12345', 'a phone number'] }[kind];
	const message = `Entry 2 of "${kind === 'emails' ? 'Emails' : 'Phones'}" is not ${is}`;
	const remedy = expect.stringContaining('not shown here, because it is personal data.') as string;
	const refusal = expect.objectContaining({ message, remedy }) as Error;
	expect(() => identifiers(kind, [good, value])).toThrow(refusal);
});

const EMAILS = [
	"o'neil+tag@mail.x-y.example  zoë@bücher.example  हिन्दी@हिन्दी.example  ann@xn--bcher-kva.example",
	'a@b.c  a&b@x.example  ampel&@x.example  100%@x.example  !ann?@x.example  ann/x@x.example',
	`a..b@x.example  ann.@x.example  a@${'x'.repeat(250)}.b  ${'a'.repeat(64)}@x.example`,
].flatMap((texts) => texts.split('  '));
const PHONES = [
	'+44 20 7946 0000  (020) 7946-0000  020/7946.0000  (0207) 94/60000-00  12345  +12345',
	'+ 44 20 7946  +(44) 20 7946  (+44) 20 7946  2026-01.31  020-12-2026  020-7946.00',
	`${'0'.repeat(18)}1`,
].flatMap((texts) => texts.split('  '));

it.each([
	...EMAILS.map((value) => ['emails', value] as const),
	...PHONES.map((value) => ['phones', value] as const),
])('takes among the %s %s as it is written', (kind, value) => {
	expect(identifiers(kind, `${value}\n`)).toEqual([value]);
	expect(identifiers(kind, [value])).toEqual([value]);
});

it.each<['emails' | 'phones', unknown, string]>([
	['emails', true, 'Entry 1 of "Emails" is not an email address'],
	['emails', [A, {}], 'Entry 2 of "Emails" is not an email address'],
	['emails', [[A, B]], 'Entry 1 of "Emails" is not an email address'],
	['emails', `${A}\n;b`, 'Entry 3 of "Emails" is not an email address'],
	['phones', ' 4,42079E+11 ', 'Entry 1 of "Phones" is not a phone number'],
])('among %s names the wrong value of %j', (kind, value, message) => {
	expect(() => identifiers(kind, value)).toThrow(expect.objectContaining({ message }) as Error);
});

it.each<['emails' | 'phones', string[]]>([
	['emails', ['Ann@X.example', A, 'ann@x.example', 'strasse@x.example', 'straße@x.example']],
	['phones', ['+44 2079', '+442079']],
])('keeps each spelling of a person once (%s)', (kind, values) => {
	expect(identifiers(kind, [...values, ...values].join(';'))).toEqual(values);
});
