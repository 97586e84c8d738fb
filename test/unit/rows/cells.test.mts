import {
	type CellType,
	isCellType,
	writeTyped,
	writeValue,
} from '../../../nodes/MerchantData/rows/cells.ts';
import { parseJsonExactly } from '../../../nodes/MerchantData/rows/digits.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';

const typed = (type: CellType, value: unknown) => writeTyped('v', value, type, 'plain');
function refusal(write: () => unknown) {
	try {
		write();
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidValue);
		const { message, remedy } = error as InvalidValue;
		return { message, remedy };
	}
	throw new Error('It was written');
}

it.each([
	['number', ' 12.50 ', '12.50'],
	['number', 12.5, '12.5'],
	['number', null, 'null'],
	['boolean', 'Yes', 'true'],
	['boolean', 0, 'false'],
	['boolean', true, 'true'],
	['array', '[1, "a"]', '[1,"a"]'],
	['array', [1], '[1]'],
	['object', '{"id": 12345678901234567890}', '{"id":12345678901234567890}'],
	['object', { a: 1 }, '{"a":1}'],
	['number', parseJsonExactly('12345678901234567890'), '12345678901234567890'],
] as const)('%s: %j is written %s', (type, value, json) => {
	expect(typed(type, value)).toBe(json);
});

it.each([
	['number', 'abc', 'holds "abc", which is not a number'],
	['number', true, 'holds true, which is not a number'],
	['number', [1], 'holds a list, which is not a number'],
	['boolean', 'maybe', 'holds "maybe", which is neither true nor false'],
	['array', '{}', 'holds "{}", which is not a JSON list'],
	['array', '[1', 'holds "[1", which is not a JSON list'],
	['object', [1], 'holds a list, which is not a JSON object'],
] as const)('%s: %j is refused', (type, value, problem) => {
	expect(refusal(() => typed(type, value)).message).toBe(`"v" ${problem}`);
});

it('a number in another format is told with what it would be in each, and never too small alone', () => {
	expect(refusal(() => typed('number', '1,234')).remedy).toBe(
		'"Number Format" is "1234.56". The text would be 1.234 in "1234,56", "1.234,56", "1 234,56" and 1234 in "1,234.56". Choose the format in which all numbers of the column are written.',
	);
});

it('numbers that are no texts need no format', () => {
	expect(writeTyped('v', 1234.5, 'number', 'pointComma')).toBe('1234.5');
});

it.each([
	['text', '"text"'],
	[false, 'false'],
	[1.5, '1.5'],
	[null, 'null'],
	[undefined, undefined],
	[new Date(0), '"1970-01-01T00:00:00.000Z"'],
	[{ a: [1, undefined] }, '{"a":[1,null]}'],
	['\ud800', '"\\ud800"'],
])('%j is written as it is', (value, json) => {
	expect(writeValue('v', value)).toBe(json);
});

const circular: Record<string, unknown> = {};
circular.self = circular;
it.each([
	[NaN, '"v" is NaN, which JSON does not have'],
	[
		2 ** 60,
		'"v" is 1152921504606847000, a number too large for JavaScript to keep all of its digits',
	],
	[{ deep: { spend: Infinity } }, '"v … spend" is Infinity, which JSON does not have'],
	[new Date(NaN), '"v" is not a valid date'],
	[new Map(), '"v" is of the type Map, which JSON does not have'],
	[5n, '"v" is of the type bigint, which JSON does not have'],
	[() => 1, '"v" is of the type function, which JSON does not have'],
	[circular, '"v" cannot be written as JSON: Converting circular structure to JSON'],
])('what JSON would change silently is refused: %p', (value, message) => {
	expect(refusal(() => writeValue('v', value)).message).toBe(message);
});

it('a long text is shown by its beginning', () => {
	const { message } = refusal(() => typed('boolean', 'x'.repeat(200)));
	expect(message).toContain(`"${'x'.repeat(100)}…"`);
});

it.each(['string', 'toString', 1, undefined])('%p is no type of a cell', (type) => {
	expect(isCellType(type)).toBe(false);
});
