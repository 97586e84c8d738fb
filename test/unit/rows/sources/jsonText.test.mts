import { DateTime } from 'luxon';
import { jsonReader } from '../../../../nodes/MerchantData/rows/sources/jsonText.ts';

const read = (value: unknown) => jsonReader()(value);
const texts = (value: unknown) => read(value).map((row) => JSON.stringify(row));

it.each<[unknown, string[]]>([
	['{"n":1}', ['{"n":1}']],
	[' [ {"n":1} ,\n{"n":[2,{}]} ] ', ['{"n":1}', '{"n":[2,{}]}']],
	['[]', []],
	[[], []],
	[{ n: 1 }, ['{"n":1}']],
	[
		[{ n: 1 }, {}],
		['{"n":1}', '{}'],
	],
	['{"id":12345678901234567890,"b":"]},{"}', ['{"id":12345678901234567890,"b":"]},{"}']],
])('reads the rows of %j', (value, rows) => {
	expect(texts(value)).toEqual(rows);
});

const NO_OBJECT = '"Rows" holds something other than an object';
const WHAT_IS = 'A row is an object of named fields: not a text, a list, a date or a map.';
const NO_JSON = 'Names and texts need double quotes: [{ "campaignName": "Spring" }]';

it.each<[unknown, message: string, remedy: string]>([
	[' ', '"Rows" is empty', ''],
	['[{"n":', '"Rows" is not valid JSON: ', NO_JSON],
	["{'n':1}", '"Rows" is not valid JSON: ', NO_JSON],
	['{"n":1e400}', '"n" is 1e400, a number that JavaScript cannot', 'Give it as text, in quotes.'],
	['null', NO_OBJECT, WHAT_IS],
	['[{"n":1},[1]]', `${NO_OBJECT} in entry 2`, WHAT_IS],
	[[{ n: 1 }, 'a'], `${NO_OBJECT} in entry 2`, WHAT_IS],
	[undefined, NO_OBJECT, WHAT_IS],
	[5, NO_OBJECT, WHAT_IS],
	[[new Map([['a', 1]])], `${NO_OBJECT} in entry 1`, WHAT_IS],
	[new Date(), NO_OBJECT, WHAT_IS],
	[DateTime.now(), NO_OBJECT, WHAT_IS],
])('refuses %j', (value, message, remedy) => {
	const text = expect.stringContaining(message) as string;
	expect(() => read(value)).toThrow(expect.objectContaining({ message: text, remedy }));
});

it('reads a text that is the same for many items once, and again after another one', () => {
	const reader = jsonReader();
	const first = reader('{"n":1}');
	expect(reader('{"n":1}')).toBe(first);
	expect(() => reader('{')).toThrow('"Rows" is not valid JSON');
	expect(reader('{"n":1}')).toEqual([{ n: 1 }]);
	expect(reader('{"n":2}')).toEqual([{ n: 2 }]);
});
