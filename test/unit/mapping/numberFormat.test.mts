import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import {
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
} from '../../../nodes/MerchantData/mapping/numberFormat.ts';
import { read } from '../../kit/repository.mts';
import { texts } from '../../kit/texts.mts';

const formats = Object.keys(NUMBER_FORMATS) as NumberFormat[];

/**
 * ICU, which knows of each country how it writes numbers, is the independent reader: a text is the number
 * that ICU writes so. It reads nothing that nobody writes: signs and zeros in front of a number, `1.`, powers
 * of ten.
 */
const WRITERS: Record<NumberFormat, Array<(value: string) => string>> = {
	plain: [written('en-US', false)],
	decimalComma: [written('de-DE', false)],
	commaPoint: [written('en-US', 'always'), written('en-IN', 'always'), written('en-US', false)],
	pointComma: [written('de-DE', 'always'), written('de-DE', false)],
	spaceComma: [written('fr-FR', 'always'), written('cs-CZ', 'always'), written('fr-FR', false)],
	apostrophePoint: [
		written('de-CH', 'always'),
		written('xh-ZA', 'always'),
		written('de-CH', false),
	],
};

function written(locale: string, useGrouping: 'always' | false) {
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
			const spaced = (all: string) =>
				all.replace(/[\u202f\u00a0’]/g, (c) => (c === '’' ? "'" : ' '));
			const same = WRITERS[format].map((write) => spaced(write(number)));
			expect([text, same.includes(spaced(text))]).toEqual([text, true]);
		}),
		{ numRuns: draws(2_000) },
	);
});

/** The separators of each format, from which a number is put together by hand. */
const SEPARATORS: Record<NumberFormat, [decimal: string, ...groups: string[]]> = {
	spaceComma: [',', ' ', '\u00a0', '\u202f', '\u2009'],
	commaPoint: ['.', ','],
	pointComma: [',', '.'],
	apostrophePoint: ['.', "'", '’', ' ', '\u00a0'],
	decimalComma: [','],
	plain: ['.'],
};
const SIGNS = ['$', '€', '£', '¥', '₹', '₿', '￥'];
const WORDS = ['EUR', 'usd', 'CHF', 'kr', 'Kč', 'ZŁ', 'US$', 'Rs.', 'TOP'];
const BLANKS = ['', ' ', '\u00a0', '\u202f', '  '];

/** A currency before or after a number, as people write it, with the minus on either side of it. */
const sign = fc.tuple(fc.constantFrom(...SIGNS, ...WORDS), fc.constantFrom(...BLANKS));
const currency = fc.oneof(
	fc.constant({ before: '', behind: '' }),
	sign.map(([mark, blank]) => ({ before: mark + blank, behind: '' })),
	sign.map(([mark, blank]) => ({ before: '', behind: blank + mark })),
);

it.each(formats)('%s reads what is put together so by hand', (format) => {
	const [decimal, ...groups] = SEPARATORS[format];
	fc.assert(
		fc.property(
			fc.constantFrom('', '-', '\u2212', '\u2013', '- ', '+'),
			fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 99_999n })),
			fc.stringMatching(/^\d{0,6}$/),
			fc.constantFrom(undefined, ...groups),
			currency,
			fc.boolean(),
			(minusSign, whole, decimals, group, { before, behind }, isSignFirst) => {
				const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, group ?? '');
				const number = digits + (decimals && decimal + decimals);
				const text = (isSignFirst ? minusSign + before : before + minusSign) + number + behind;
				const minus = minusSign === '' || minusSign === '+' ? '' : '-';
				const json = `${minus}${whole}${decimals && `.${decimals}`}`;
				expect([text, numberIn(text, format)]).toEqual([text, json]);
				// What people write of numbers and nobody should guess.
				for (const wrong of [`${text}%`, `${text} %`, `(${text})`, `${text}-`, `${text}\u2212`])
					expect([wrong, numberIn(wrong, format)]).toEqual([wrong, undefined]);
			},
		),
		{ numRuns: draws(1_000) },
	);
});

it.each([
	['1.', '1'],
	['.50', '0.50'],
	['-007.10', '-7.10'],
	['-1.5E+03', '-1.5E+03'],
	['$.5', '0.5'],
	['Rs.5', '5'],
	['CHF-5.00', '-5.00'],
	['\u201312', '-12'],
	['- 12', '-12'],
	['$5.00 USD', '5.00'],
	['NT$5 TWD', '5'],
	['5EUR', '5'],
	['\u200f-5 \u20aa', '-5'],
	['\u061c-5', '-5'],
	['\u202a1.5\u202c', '1.5'],
	['د.إ.\u200f 12.50', '12.50'],
	['12.50 руб.', '12.50'],
	['S/ 3.20', '3.20'],
	['1e5 EUR', '1e5'],
])('the digits of %s stay as they are', (text, number) => {
	expect(numberIn(text, 'plain')).toBe(number);
});

it.each(
	texts(
		'1e400 |  | - | . | 1.2.3 | 1,5 | 0x10 | Infinity | ٣ | € | EUR | EUR  | SKU12 | 12SKU | Q1',
		'Eur 12 | Top 10 | EURO 12 | €12€ | EUR12€ | -€-12 | --12 | +-12 | 12 50',
		'€12 50 | 12 €. | 1e5e5',
	),
)('%j is not a plain number', (text: string) => expect(numberIn(text, 'plain')).toBeUndefined());

/** The format of each case of currency-words.csv, and what it is. */
it.each<[NumberFormat, string, Array<string | undefined>]>([
	['spaceComma', '1234.50', ['sv', 'nb', 'pl']],
	['pointComma', '1234.50', ['da', 'ro']],
	['commaPoint', '1234.50', ['es-MX', 'en-AE']],
	['spaceComma', '1234', ['hu']],
	['commaPoint', '123456.50', ['en-IN']],
	['apostrophePoint', '1234.50', ['de-CH']],
	['pointComma', '1234', ['id']],
	['plain', '5', ['fi']],
])('%s reads %s as it is written in %j', (format, number, locales) => {
	const lines = read('test/data/inputs/currency-words.csv').trim().split('\n');
	const amounts = new Map(lines.map((line) => line.split(';') as [string, string]));
	for (const locale of locales)
		expect([locale, numberIn(amounts.get(locale!)!, format)]).toEqual([locale, number]);
});

it('numbers in long texts are found at once', () => {
	const start = performance.now();
	for (const part of ['1', '\u200f', ' ', '1 ', 'k', 'k.', '1,23,', '€', '1,', '.', "1'123", '-'])
		for (const format of formats) numberIn(`12${part.repeat(200_000)}x`, format);
	expect(performance.now() - start).toBeLessThan(5_000);
});
