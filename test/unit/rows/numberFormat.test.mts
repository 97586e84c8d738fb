import fc from 'fast-check';
import {
	looksLikeThousands,
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
	readings,
} from '../../../nodes/MerchantData/rows/numberFormat.ts';

/** An independent reader: by the separators alone, written without a pattern. */
const SEPARATORS: Record<NumberFormat, [decimal: string, group: string]> = {
	plain: ['.', ''],
	decimalComma: [',', ''],
	commaPoint: ['.', ','],
	pointComma: [',', '.'],
	spaceComma: [',', ' '],
	apostrophePoint: ['.', "'"],
};
const isDigits = (text: string) => [...text].every((each) => each >= '0' && each <= '9');

function read(text: string, format: NumberFormat): number | undefined {
	const [decimal, group] = SEPARATORS[format];
	const unsigned = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text;
	const [whole, decimals = '', ...more] = unsigned.split(decimal);
	if (more.length > 0 || !isDigits(decimals) || whole + decimals === '') return undefined;
	const groups = group === '' ? [whole] : whole.split(group);
	if (!groups.every(isDigits)) return undefined;
	const [first, ...rest] = groups;
	const isGrouped = rest.length > 0;
	if (isGrouped && (first === '' || first.length > 3 || first.startsWith('0'))) return undefined;
	if (rest.some((each) => each.length !== 3)) return undefined;
	return (text.startsWith('-') ? -1 : 1) * Number(`${groups.join('')}.${decimals}0`);
}

const formats = Object.keys(NUMBER_FORMATS) as NumberFormat[];

it.each(formats)('%s reads what an independent reader reads, and nothing else', (format) => {
	const texts = fc.oneof(
		fc.stringMatching(/^[+-]?[\d.,' ]{0,12}$/),
		fc.stringMatching(/^-?[1-9]\d{0,2}([.,' ]\d{3}){0,3}([.,]\d{0,3})?$/),
	);
	fc.assert(
		fc.property(texts, (text) => {
			const number = numberIn(text, format);
			expect(number === undefined ? undefined : Number(number)).toBe(read(text, format));
			if (number !== undefined) expect(() => JSON.parse(number) as unknown).not.toThrow();
		}),
		{ numRuns: 2_000 },
	);
});

it.each(formats)('%s reads its own example', (format) => {
	expect(numberIn(NUMBER_FORMATS[format].example, format)).toBe('1234.56');
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
	(text) => {
		expect(numberIn(text, 'plain')).toBeUndefined();
	},
);

it.each([' ', '\u00a0', '\u202f', '\u2009'])(
	'thousands may stand apart by the space %j',
	(space) => {
		expect(numberIn(`1${space}234${space}567,5`, 'spaceComma')).toBe('1234567.5');
	},
);

it('says what a text would be in each format that takes it', () => {
	expect(readings('1,234')).toBe(
		'1.234 in "1234,56", "1.234,56", "1 234,56" and 1234 in "1,234.56"',
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
