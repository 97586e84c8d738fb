import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { jsonRows } from '../../../../nodes/MerchantData/rows/sources/jsonRows.ts';
import { refusal } from '../../../kit/refusal.mts';

const EARLIER = { message: 'no', outcome: 'rejected' };

it.each<[given: unknown, rows: string]>([
	['{"n":1}', '[{"n":1}]'],
	[' [ {"n":1} ,\n{"n":[2,{}]} ] ', '[{"n":1},{"n":[2,{}]}]'],
	['[]', '[]'],
	[[], '[]'],
	[{ n: 1 }, '[{"n":1}]'],
	[[{ n: 1 }, { m: 2 }], '[{"n":1},{"m":2}]'],
	['{"id":12345678901234567890,"b":"]},{"}', '[{"id":12345678901234567890,"b":"]},{"}]'],
	// One list of objects that has nothing beside it.
	['{ "rows": [{"n":1}, {"m":2}] }', '[{"n":1},{"m":2}]'],
	[{ data: [{ n: 1 }] }, '[{"n":1}]'],
	// Any other object is a row itself.
	['{"rows":[]}', '[{"rows":[]}]'],
	['{"rows":[{"n":1}],"more":1}', '[{"rows":[{"n":1}],"more":1}]'],
	['{"rows":[{"n":1},2]}', '[{"rows":[{"n":1},2]}]'],
	['{"row":{"n":1}}', '[{"row":{"n":1}}]'],
	['{}', '[{}]'],
	// What an earlier push wrote is no data.
	[
		[
			{ n: 1, error: EARLIER },
			{ n: 2, error: 'x' },
		],
		'[{"n":1},{"n":2,"error":"x"}]',
	],
	[{ rows: [{ n: 1, error: EARLIER }] }, '[{"n":1}]'],
])('%j gives the rows %s', (given, rows) => {
	expect(JSON.stringify(jsonRows(given))).toBe(rows);
});

const NO_OBJECT = 'holds something other than an object';

it.each<[given: unknown, problem: string]>([
	['null', NO_OBJECT],
	['5', NO_OBJECT],
	[5, NO_OBJECT],
	[undefined, NO_OBJECT],
	['[{"n":1},[1]]', `${NO_OBJECT} in entry 2`],
	[[{ n: 1 }, {}, 'a'], `${NO_OBJECT} in entry 3`],
])('%j holds no row', (given, problem) => {
	expect(refusal(() => jsonRows(given))).toEqual({
		message: `"Rows" ${problem}`,
		remedy: 'A row is an object of named fields: not a text, a list, a date or a map.',
	});
});

const QUOTES = 'Names and texts need double quotes: [{ "channel": "podcast" }]';
const POINT = 'Numbers are written with a decimal point: 12.5 instead of 12,5.';

it.each([
	['', QUOTES],
	['[{"n":', QUOTES],
	["{'n':1}", QUOTES],
	['{"n":1,2:3}', QUOTES],
	['{"n":12,5}', POINT],
	['[{"n": -1,25 , "m": 2}]', POINT],
	['{"n":[1,5],"m":1,5}', POINT],
])('%j is no JSON', (given, remedy) => {
	const found = refusal(() => jsonRows(given));
	expect(found).toEqual({
		message: expect.stringMatching(/^"Rows" is not valid JSON: \S/) as string,
		remedy,
	});
});

it('a number that JavaScript cannot hold is refused in the words for it', () => {
	expect(refusal(() => jsonRows('{"n":1e400}'))).toEqual({
		message: '"n" is 1e400, a number that JavaScript cannot hold',
		remedy: 'Give it as text, in quotes.',
	});
});

it('objects of named fields are rows, wherever they come from', () => {
	const rows = [runInNewContext('({ a: 1 })'), Object.assign(Object.create(null), { a: 1 })];
	expect(JSON.stringify(jsonRows(rows))).toBe('[{"a":1},{"a":1}]');
	for (const value of [new Date(), new Map([['a', 1]]), DateTime.now()])
		expect(() => jsonRows([value])).toThrow(`${NO_OBJECT} in entry 1`);
});
