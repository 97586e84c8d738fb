import {
	type CellType,
	isCellType,
	jsonForPeople,
	writeCell,
} from '../../../nodes/MerchantData/rows/cells.ts';
import { parseJsonExactly } from '../../../nodes/MerchantData/rows/digits.ts';
import type { NumberFormat } from '../../../nodes/MerchantData/rows/numberFormat.ts';
import { refusal } from '../../kit/refusal.mts';

const typed = (type: CellType | undefined, value: unknown, format: NumberFormat = 'plain') =>
	writeCell('v', value, type, format);

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
	['string', ' 12.50 ', '" 12.50 "'],
	['string', 12.5, '"12.5"'],
	['string', true, '"true"'],
	['string', null, 'null'],
] as const)('%s: %j is written %s', (type, value, json) => {
	expect(typed(type, value)).toBe(json);
	// What is no text needs no format.
	if (typeof value === 'number') expect(typed(type, value, 'pointComma')).toBe(json);
});

it.each([
	['number', 'abc', 'holds "abc", which is not a number'],
	['number', true, 'holds true, which is not a number'],
	['number', [1], 'holds a list, which is not a number'],
	['boolean', 'maybe', 'holds "maybe", which is not true, false, yes, no, 1 or 0'],
	['boolean', 'x'.repeat(101), `holds "${'x'.repeat(100)}…", which is not true, false`],
	['array', '{}', 'holds "{}", which is not a JSON list such as ["a", "b"]'],
	['array', '[1', 'holds "[1", which is not a JSON list'],
	['object', [1], 'holds a list, which is not a JSON object such as { "name": "value" }'],
	['array', { a: 1 }, 'holds an object, which is not a JSON list'],
	['string', [1], 'holds a list, which is not a text'],
] as const)('%s: %j is refused', (type, value, problem) => {
	const { message, remedy } = refusal(() => typed(type, value));
	expect([message, remedy]).toEqual([expect.stringContaining(`"v" ${problem}`), '']);
});

it('a number in another format is told with what it would be in each, and never too small alone', () => {
	expect(refusal(() => typed('number', '1,234')).remedy).toBe(
		'"Number Format" is "1234.56". The text would be 1.234 in "1 234,56", "1.234,56", "1234,56" and 1234 in "1,234.56". Choose the format in which all numbers of the column are written.',
	);
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
	expect(typed(undefined, value)).toBe(json);
});

it.each([
	[NaN, '"v" is NaN'],
	[2 ** 60, '"v" is 1152921504606847000'],
	[{ deep: { spend: Infinity } }, '"v … spend" is Infinity'],
	[new Date(NaN), '"v" is an invalid date'],
	[new Map(), '"v" is of the type Map'],
	[5n, '"v" is of the type BigInt'],
	[() => 1, '"v" is of the type Function'],
])('what JSON would change silently is refused: %p', (value, message) => {
	expect(refusal(() => typed(undefined, value))).toEqual({
		message: `${message}, which JSON would change`,
		remedy: 'Give it as text, or null where there is no value.',
	});
});

it('what contains itself is refused, and not shown', () => {
	const circular: Record<string, unknown> = {};
	circular.self = circular;
	expect(refusal(() => typed(undefined, circular)).message).toBe(
		'"v" is nested too deeply, or contains itself',
	);
	expect(jsonForPeople(circular)).toBe('');
});

it('people see numbers that JSON does not have as text, and long numbers with their digits', () => {
	const fields = { a: NaN, b: 5n, c: [new Date(NaN)], d: 1.5, e: null, f: undefined, g: 2 ** 60 };
	expect(jsonForPeople(fields)).toBe(
		'{"a":"NaN","b":"5","c":[null],"d":1.5,"e":null,"g":"1152921504606847000"}',
	);
	const long = '{"id":12345678901234567890}';
	expect(jsonForPeople(parseJsonExactly(long) as object)).toBe(long);
});

it.each(['date', 'toString', 1, undefined])('%p is no type of a cell', (type) => {
	expect(isCellType(type)).toBe(false);
});
