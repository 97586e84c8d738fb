import { identifiers as identifiersOf } from '../../../../nodes/MerchantData/resources/deletionRequest/identifiers.ts';
import type { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';

/** Those of a field; the first problem is thrown. */
const identifiers = (kind: 'emails' | 'phones', value: unknown) =>
	identifiersOf(kind, value, (problem) => {
		throw problem;
	});

/** What a list is refused for whose second value has a mistake, without the position. */
function mistakeIn(kind: 'emails' | 'phones', value: unknown): string {
	try {
		identifiers(kind, [kind === 'emails' ? 'ok@x.example' : '12345', value]);
	} catch (error) {
		const { field, message } = error as InvalidValue;
		const noun = kind === 'emails' ? 'an email address' : 'a phone number';
		const known = `The 2nd entry of "${field}" is not ${noun}`;
		expect(message.slice(0, known.length)).toBe(known);
		return message.slice(known.length).replace(/^: /, '');
	}
	return 'accepted';
}

const LABEL = 'it begins with a label, such as "mailto:"';
const ANGLES = 'it holds angle brackets, as around the address in "Name <address>"';
const QUOTES = 'it holds quotation marks';
const PUNCTUATION = 'it begins or ends with punctuation';
const SEVERAL = 'it holds several addresses';
const WRITTEN_OUT = 'its @ is written out';
const WIDE = 'it holds full-width characters';
const HTML = 'it is escaped for HTML';
const MASKED = 'a part of it is masked';
const EXPRESSION = 'it is an expression that was not evaluated';
const TOO_LONG = 'it is longer than an address can be';

// What would delete the data of nobody.
it.each<[string, string]>([
	['ann', 'it has no @'],
	['ann@', ''],
	['@x.example', ''],
	['ann@example', ''],
	['ann@.example', ''],
	['ann@x..example', ''],
	['ann\ud800@x.example', ''],
	['ann@x\ud800.example', ''],
	['ann@-x.example', ''],
	['ann@x-.example', ''],
	['ann@x_y.example', ''],
	['ann@x$.example', ''],
	['ann@\u0301x.example', ''],
	['ann@x.', PUNCTUATION],
	['ann@x.example.', PUNCTUATION],
	['ann@x.example:', PUNCTUATION],
	['ann@x.example;', PUNCTUATION],
	['ann@x.example,', PUNCTUATION],
	['ann@x.example)', PUNCTUATION],
	['ann@x.example/', PUNCTUATION],
	['.ann@x.example', PUNCTUATION],
	[',ann@x.example', PUNCTUATION],
	['(ann@x.example', 'it holds brackets'],
	['a[n]n@x.example', 'it holds brackets'],
	['ann@@x.example', 'it holds more than one @'],
	['ann@x.example@y.example', 'it holds more than one @'],
	['ann lee@x.example', 'it holds a space'],
	['ann@x y.example', 'it holds a space'],
	['ann@x.exa mple', 'it holds a space'],
	['ann@x.example\tlee', 'it holds a space'],
	['Ann <ann@x.example>', ANGLES],
	['<ann@x.example>', ANGLES],
	['ann@x.example>', ANGLES],
	['"ann"@x.example', QUOTES],
	['ann@x.example"', QUOTES],
	["'ann@x.example'", QUOTES],
	["'ann@x.example", QUOTES],
	["ann@x.example'", QUOTES],
	['“ann@x.example”', QUOTES],
	['ann@x.example;bob@x.example', SEVERAL],
	['ann@x.example bob@x.example', SEVERAL],
	['ann@x.example/bob@x.example', SEVERAL],
	['ann,bob@x.example', ''],
	['mailto:ann@x.example', LABEL],
	['MAILTO:ann@x.example', LABEL],
	['E-mail: ann@x.example', LABEL],
	['Courriel\u00a0: ann@x.example', LABEL],
	['mailto:ann@x.example?subject=x@y', LABEL],
	['ann at x.example', WRITTEN_OUT],
	['ann (at) x.example', WRITTEN_OUT],
	['ann[AT]x.example', WRITTEN_OUT],
	['ann{at}x.example', WRITTEN_OUT],
	['ann＠x.example', WIDE],
	['ａnn@x.example', WIDE],
	['ann﹫x.example', WIDE],
	['ann@x。example', WIDE],
	['ann%40x.example', 'it is encoded for a URL'],
	['ann%2Bb@x.example', 'it is encoded for a URL'],
	['ann&#64;x.example', HTML],
	['ann&#x40x.example', HTML],
	['ann&amp;bob@x.example', HTML],
	['ann&commat;x.example', HTML],
	['ann\\u0040x.example', 'it holds a backslash'],
	['a**@x.example', MASKED],
	['a•@x.example', MASKED],
	['ann...@x.example', MASKED],
	['+44 20 7946 0000', 'it is a phone number'],
	['12345', 'it is a phone number'],
	['1234', 'it has no @'],
	['{{ $json.email }}', EXPRESSION],
	['=ann@x.example', EXPRESSION],
	['${email}', EXPRESSION],
	['a}}@x.example', EXPRESSION],
	[`${'a'.repeat(65)}@x.example`, TOO_LONG],
	[`a@${'x'.repeat(250)}.b`, 'accepted'],
	[`a@${'x'.repeat(251)}.b`, TOO_LONG],
	[`${'a'.repeat(64)}@x.example`, 'accepted'],
])('refuses %j as an email address by name: %s', (email, mistake) => {
	expect(mistakeIn('emails', email)).toBe(mistake);
});

it.each([
	"o'neil@x.example",
	'at@x.example',
	'a&b@x.example',
	'ampel&@x.example',
	'100%@x.example',
	'a*b@x.example',
	'a..b@x.example',
	'$a{b}@x.example',
	'a=b@x.example',
	'!ann?@x.example',
	'ann/x@x.example',
	'ann.@x.example',
	'हिन्दी@हिन्दी.example',
	'ann@xn--bcher-kva.example',
])('has nothing against %s', (email) => {
	expect(identifiers('emails', [email])).toEqual([email]);
});

const PHONE_LABEL = 'it begins with a label, such as "tel:"';
const DATE = 'it is a date';
const EXTENSION = 'it holds an extension';
const LETTERS = 'it holds letters';
const DIGITS = 'it holds digits other than 0 to 9';
const DASH = 'it holds a dash that is no hyphen';
const SHORTENED = 'a spreadsheet has shortened it';
const DECIMAL = 'it is a decimal number';
const NUMBERS = 'it holds several numbers';

it.each<[unknown, string]>([
	['1234', ''],
	['1-2-3-4', ''],
	['+', PUNCTUATION],
	['-----', PUNCTUATION],
	['.12345', PUNCTUATION],
	['12345.', PUNCTUATION],
	['12345;', PUNCTUATION],
	['12345:', PUNCTUATION],
	['12345(', PUNCTUATION],
	['12345+', PUNCTUATION],
	['/12345', PUNCTUATION],
	[-442079460000, PUNCTUATION],
	['++12345', ''],
	['12345\n67890', ''],
	['12345\t67890', ''],
	['12345_67890', ''],
	['#12345', ''],
	['12345x', LETTERS],
	['x12345', LETTERS],
	['call 0207 946 0000', LETTERS],
	['٠١٢٣٤٥٦', DIGITS],
	['+44 २०७९४६', DIGITS],
	['12x345', EXTENSION],
	['+44 20 7946 0000 x12', EXTENSION],
	['+44 20 7946 0000 ext. 12', EXTENSION],
	['+44 20 7946 0000 extn 12', EXTENSION],
	['+44 20 7946 0000#12', EXTENSION],
	['tel:+442079460000', PHONE_LABEL],
	['Tel. 020 7946 0000', PHONE_LABEL],
	['téléphone : 0123456', PHONE_LABEL],
	['ann@x.example', 'it is an email address'],
	['2026-01-31', DATE],
	['2026/1/31', DATE],
	['2026.12.01', DATE],
	['1999-01-31 10', DATE],
	['2026-01-31T10:00:00.000Z', DATE],
	['31.01.2026', DATE],
	['31/01/2026', DATE],
	['01/31/2026', DATE],
	['1-31-2026', DATE],
	['31.01.26', DATE],
	['01/31/26', DATE],
	['4.42079E+11', SHORTENED],
	['4,42079e11', SHORTENED],
	['4E+11', SHORTENED],
	[4.42e21, SHORTENED],
	['442079460000.0', DECIMAL],
	[442079460000.25, DECIMAL],
	['12345.0', DECIMAL],
	["'012345678", QUOTES],
	['<012345678>', ANGLES],
	['０２０７９４６', WIDE],
	['＋442079460000', WIDE],
	['%2B442079460000', 'it is encoded for a URL'],
	['&#43;442079460000', HTML],
	['020\\7946', 'it holds a backslash'],
	['+44 ** 0000', MASKED],
	['020*7946', MASKED],
	['+44 20 xxxx 0000', MASKED],
	['+44 20 ••• 0000', MASKED],
	['={{ $json.phone }}', EXPRESSION],
	['020‑7946‑0000', DASH],
	['020–7946', DASH],
	['020−7946', DASH],
	['12345,67890', NUMBERS],
	['12345;67890', NUMBERS],
	['12345|67890', NUMBERS],
	['+442079460000 +442079460001', NUMBERS],
	['020 7946 0000 / 020 7946 0001', NUMBERS],
	['1'.repeat(20), NUMBERS],
	['1'.repeat(19), 'accepted'],
])('refuses %j as a phone number by name: %s', (phone, mistake) => {
	expect(mistakeIn('phones', phone)).toBe(mistake);
});

it.each([
	'+ 44 20 7946',
	'+(44) 20 7946',
	'(+44) 20 7946',
	'2026-13-31',
	'2026-01-32',
	'2026-01.31',
	'020-12-2026',
	'020-7946.00',
	'0'.repeat(18) + '1',
])('has nothing against %s', (phone) => {
	expect(identifiers('phones', [phone])).toEqual([phone]);
});
