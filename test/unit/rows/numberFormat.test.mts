import fc from 'fast-check';
import {
	looksLikeNumber,
	looksLikeThousands,
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
	readings,
} from '../../../nodes/MerchantData/rows/numberFormat.ts';

const formats = Object.keys(NUMBER_FORMATS) as NumberFormat[];

/**
 * ICU, which knows of each country how it writes numbers, is the independent reader: a text is the number
 * that ICU writes so. It reads nothing that nobody writes: signs and zeros in front of a number, `1.`, powers
 * of ten.
 */
const WRITERS: Record<NumberFormat, Array<(value: string) => string>> = {
	plain: [written('en-US', false)],
	decimalComma: [written('de-DE', false)],
	commaPoint: [written('en-US', 'always'), written('en-US', false)],
	pointComma: [written('de-DE', 'always'), written('de-DE', false)],
	spaceComma: [written('fr-FR', 'always'), written('cs-CZ', 'always'), written('fr-FR', false)],
	apostrophePoint: [written('de-CH', 'always'), written('de-CH', false)],
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
const anyText = fc.oneof(
	fc
		.tuple(fc.constantFrom(...Object.values(WRITERS).flat()), value)
		.map(([write, each]) => write(each)),
	fc.stringMatching(/^-?\d{1,4}([.,'’ \u00a0\u202f]\d{1,3}){0,3}$/),
);

it.each(formats)('%s reads what is written so in the world, and nothing else', (format) => {
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
		{ numRuns: 2_000 },
	);
});

it.each([
	['12.50', '12.50'],
	['+5', '5'],
	['1.', '1'],
	['.50', '0.50'],
	['-007.10', '-7.10'],
	['000', '0'],
	['-1.5E+03', '-1.5E+03'],
	['12345678901234567890', '12345678901234567890'],
])('the digits of %s are not changed', (text, number) => {
	expect(numberIn(text, 'plain')).toBe(number);
});

it.each(['1e400', '', '-', '.', '1.2.3', '1,5', '0x10', 'Infinity', '12%', '٣'])(
	'%j is no plain number',
	(text) => expect(numberIn(text, 'plain')).toBeUndefined(),
);

it.each([' ', '\u00a0', '\u202f', '\u2009'])('thousands may stand apart by %j', (space) => {
	expect(numberIn(`1${space}234${space}567,5`, 'spaceComma')).toBe('1234567.5');
});

it('says what a text would be in each format that takes it', () => {
	expect(readings('1,234')).toBe(
		'1.234 in "1 234,56", "1.234,56", "1234,56" and 1234 in "1,234.56"',
	);
	expect(readings('1.234,56')).toBe('1234.56 in "1.234,56"');
	expect(readings('abc')).toBe('');
});

it.each([
	['1.234', 'plain', true],
	['-12.500', 'plain', true],
	['0.125', 'plain', false],
	['1.2345', 'plain', false],
	['1.234.567', 'plain', false],
	['1,234', 'plain', false],
	['1,234', 'decimalComma', true],
	['1.234', 'commaPoint', false],
] as const)('whether %s in the format %s looks like thousands: %s', (text, format, looks) => {
	expect(looksLikeThousands(text, format)).toBe(looks);
});

it.each([
	...['6120', '12.50', '17,35', '-5', '1,234.50', '1.234,50', '123456789012345', '0', '1,234,567'],
])('%s may be meant as a number', (text) => expect(looksLikeNumber(text)).toBe(true));

it.each([
	...['007', '1234567890123456', '0.1234567890123456', '2026-06-30', '30.06.2026', '20260630'],
	...['+442079460000', '12 %', '1.2.3', '1,2,3', '192.168.100.200', '', '-', 'a5', '5a'],
])('%j is an id, a date or no number', (text) => expect(looksLikeNumber(text)).toBe(false));
