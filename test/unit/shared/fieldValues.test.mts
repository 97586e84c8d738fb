import {
	nameOf,
	oneOf,
	switchOf,
	wholeNumber,
} from '../../../nodes/MerchantData/shared/fieldValues.ts';

const COLOURS = ['red', 'green'] as const;

describe('a choice', () => {
	it('is what is given, or the first where nothing is', () => {
		expect(oneOf('Colour', 'green', COLOURS)).toBe('green');
		expect(oneOf('Colour', 'red', COLOURS)).toBe('red');
		expect(oneOf('Colour', undefined, COLOURS)).toBe('red');
	});

	it.each([['blue'], [''], [null], [7]])('%j is refused, with what is known', (value) => {
		expect(() => oneOf('Colour', value, COLOURS)).toThrow(
			expect.objectContaining({
				message: `"Colour" is not known: "${String(value)}"`,
				remedy: 'Use red, green.',
			}),
		);
	});
});

describe('a whole number', () => {
	it.each([1, 5, 10])('%d from 1 to 10', (value) => {
		expect(wholeNumber('Size', value, 1, 10)).toBe(value);
	});

	it.each([
		[0, '0'],
		[11, '11'],
		[1.5, '1.5'],
		['5', 'the text "5"'],
		[null, 'null'],
		[undefined, 'undefined'],
		[{ a: 1 }, '{"a":1}'],
	])('%j is refused: %s', (value, told) => {
		expect(() => wholeNumber('Size', value, 1, 10)).toThrow(
			`"Size" must be a whole number, from 1 to 10, but is ${told}`,
		);
	});

	it('may have no upper bound', () => {
		expect(wholeNumber('Size', 1e9, 0)).toBe(1e9);
		expect(() => wholeNumber('Size', -1, 0)).toThrow(
			'"Size" must be a whole number, 0 or more, but is -1',
		);
	});
});

describe('a switch', () => {
	it.each([true, false])('%p', (value) => {
		expect(switchOf('Preview', value)).toBe(value);
	});

	it.each([
		['false', 'the text "false"'],
		[1, '1'],
		[undefined, 'undefined'],
	])('%j is refused', (value, told) => {
		expect(() => switchOf('Preview', value)).toThrow(
			`"Preview" must be true or false, but is ${told}`,
		);
	});
});

describe('a name', () => {
	it.each([
		[' data ', 'data'],
		[7, '7'],
		['', ''],
		[undefined, ''],
		[null, ''],
	])('of %j is %j', (value, name) => {
		expect(nameOf('Put Output in Field', value)).toBe(name);
	});

	it.each([[true], [['a']]])('%j is refused', (value) => {
		expect(() => nameOf('Put Output in Field', value)).toThrow(
			`"Put Output in Field" must be a text, but is ${JSON.stringify(value)}`,
		);
	});
});
