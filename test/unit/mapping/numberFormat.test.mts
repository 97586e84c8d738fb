import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import {
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
} from '../../../nodes/MerchantData/mapping/numberFormat.ts';
import { texts } from '../../kit/texts.mts';

const formats = Object.keys(NUMBER_FORMATS) as NumberFormat[];

/**
 * ICU, which knows of each country how it writes numbers, is the independent reader: a text is the number
 * that ICU writes so. It reads nothing that nobody writes: signs and zeros in front of a number, `1.`, powers
 * of ten.
 */
const WRITERS: Record<NumberFormat, Array<(value: string) => string>> = {
	plain: [inLocale('en-US', false)],
	decimalComma: [inLocale('de-DE', false)],
	commaPoint: [inLocale('en-US', 'always'), inLocale('en-IN', 'always'), inLocale('en-US', false)],
	pointComma: [inLocale('de-DE', 'always'), inLocale('de-DE', false)],
	spaceComma: [inLocale('fr-FR', 'always'), inLocale('cs-CZ', 'always'), inLocale('fr-FR', false)],
	apostrophePoint: [
		inLocale('de-CH', 'always'),
		inLocale('xh-ZA', 'always'),
		inLocale('de-CH', false),
	],
};

function inLocale(locale: string, useGrouping: 'always' | false) {
	return (value: string) => {
		const decimals = value.split('.')[1]?.length ?? 0;
		const writer = new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: decimals });
		// ICU takes a text with all of its digits, which the types do not know.
		return writer.format(value as unknown as number);
	};
}

/** What people write, and what looks like it: digits and separators in any order. */
const value = fc
	.tuple(
		fc.constantFrom('', '-'),
		fc.oneof(fc.nat({ max: 9_999 }), fc.nat({ max: 10 ** 9 })),
		fc.stringMatching(/^(\.\d{1,4})?$/),
	)
	.map(([sign, whole, decimals]) => sign + String(whole) + decimals)
	.filter((each) => !/^-0(\.0+)?$/.test(each));
const anyWriter = fc.constantFrom(...Object.values(WRITERS).flat());
const anyText = fc.oneof(
	fc.tuple(anyWriter, value).map(([write, each]) => write(each)),
	fc.stringMatching(/^-?\d{1,4}([.,'’ \u00a0\u202f]\d{1,3}){0,3}$/),
);

it.each(formats)('%s reads what is written so in the world, and nothing else', (format) => {
	expect(numberIn(NUMBER_FORMATS[format].example, format)).toBe('1234.56');
	fc.assert(
		fc.property(value, anyText, (each, text) => {
			for (const write of WRITERS[format])
				expect([write(each), numberIn(write(each), format)]).toEqual([write(each), each]);
			const number = numberIn(text, format);
			if (number === undefined || /^-?0\d|^-0(\D0*)?$/.test(text)) return;
			const spaced = (all: string) => all.replace(/[\u202f\u00a0]/g, ' ').replace(/’/g, "'");
			const same = WRITERS[format].map((write) => spaced(write(number)));
			expect([text, same.includes(spaced(text))]).toEqual([text, true]);
		}),
		{ numRuns: draws(2_000) },
	);
});

/** The decimal separator of each format, and those of thousands. */
const SEPARATORS: Record<NumberFormat, [decimal: string, ...groups: string[]]> = {
	spaceComma: [',', ' ', '\u00a0', '\u202f', '\u2009'],
	commaPoint: ['.', ','],
	pointComma: [',', '.'],
	apostrophePoint: ['.', "'", '’', ' ', '\u00a0'],
	decimalComma: [','],
	plain: ['.'],
};
const SIGNS = { '': '', '+': '', '-': '-', '\u2212': '-', '\u2013': '-', '- ': '-' };
const CURRENCIES = texts(
	'$ | € | ¥ | ₹ | ￥ | EUR | usd | kr | Kč | ZŁ | US$ | Rs. | TOP | R | Lei',
);

/** An amount with its currency and its sign on each side. */
const withCurrency = (amount: string, sign: string, currency: string, blank: string) => [
	sign + currency + blank + amount,
	currency + blank + sign + amount,
	sign + amount + blank + currency,
];

it.each(formats)('%s reads any sign, separator and currency, and no other mark', (format) => {
	const [decimal, ...groups] = SEPARATORS[format];
	for (const [sign, minus] of Object.entries(SIGNS))
		for (const group of ['', ...groups]) {
			const amount = `12${group}345${group}678${decimal}50`;
			const amounts = CURRENCIES.flatMap((currency) =>
				['', '\u00a0'].flatMap((blank) => withCurrency(amount, sign, currency, blank)),
			);
			const isRead = (text: string) => numberIn(text, format) === `${minus}12345678.50`;
			expect([sign + amount, ...amounts].filter((text) => !isRead(text))).toEqual([]);
			// What people write of numbers and nobody should guess.
			const marks = ['%', ' %', '-', '\u2212', ')'];
			const wrong = amounts.flatMap((text) => [`(${text})`, ...marks.map((mark) => text + mark)]);
			expect(wrong.filter((text) => numberIn(text, format) !== undefined)).toEqual([]);
		}
});

it.each<[text: string, number: string | undefined, format?: NumberFormat]>([
	['1.', '1'],
	['.50', '0.50'],
	['-007.10', '-7.10'],
	['-1.5E+03', '-1.5E+03'],
	['$.5', '0.5'],
	['Rs.5', '5'],
	['CHF-5.00', '-5.00'],
	['$5.00 USD', '5.00'],
	['NT$5 TWD', '5'],
	['\u200f-5 \u20aa', '-5'],
	['\u202a1.5\u202c', '1.5'],
	['د.إ.\u200f 12.50', '12.50'],
	['S/ 3.20', '3.20'],
	['1e5 EUR', '1e5'],
	['1 234 Ft', '1234', 'spaceComma'],
	['1.234,50 lei', '1234.50', 'pointComma'],
	['₹1,23,456.50', '123456.50', 'commaPoint'],
	['CHF 1’234.50', '1234.50', 'apostrophePoint'],
	...texts('12,50 $US | 12,50 £GB | 12,50 $CA | 12,50 $ US | 12,50\u00a0$\u00a0CA').map(
		(text): [string, string, NumberFormat] => [text, '12.50', 'decimalComma'],
	),
	...texts(
		'1e400 |  | - | . | 1.2.3 | 1,5 | 0x10 | Infinity | ٣ | € | EUR | EUR  | SKU12 | 12SKU | Q1',
		'Eur 12 | Top 10 | EURO 12 | €12€ | EUR12€ | -€-12 | --12 | +-12 | 12 50 | €12 50 | 12 €.',
		'kr.. 12 | X$ 12 | 12 $XX | €€ 12 | 12 id | 12 euro',
	).map((text): [string, undefined] => [text, undefined]),
])('%j is the number %s', (text, number, format = 'plain') => {
	expect(numberIn(text, format)).toBe(number);
});
