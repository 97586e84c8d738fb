import { definedRow } from '../../../../nodes/MerchantData/rows/sources/definedRow.ts';
import { sent } from '../../../kit/pushRows.mts';

const PLACE = { item: 3, ordinal: 0, shop: 'a.example' };
/** The row of fields, each given as name, value and type. */
const rowOf = (...fields: unknown[][]) =>
	definedRow(
		PLACE,
		{ assignments: fields.map(([name, value, type]) => ({ name, value, type })) },
		'plain',
	);

it('has the fields in their order, with names trimmed and values as their types', () => {
	const row = rowOf(
		[' a ', 'x'],
		['b', null],
		['n', '12.50', 'number'],
		[7, 1.5, 'number'],
		['c', 'No', 'boolean'],
		['d', '[1, 2]', 'array'],
		['e', { n: 1 }, 'object'],
		['__proto__', 'p'],
	);
	expect(row).toEqual({
		...PLACE,
		json: '{"a":"x","b":null,"n":12.50,"7":1.5,"c":false,"d":[1,2],"e":{"n":1},"__proto__":"p"}',
	});
});

it('reads numbers in the format of the form', () => {
	const fields = { assignments: [{ name: 'a', value: '1.234,50', type: 'number' }] };
	expect(definedRow(PLACE, fields, 'pointComma').json).toBe('{"a":1234.50}');
});

it.each(['string', undefined])('sends as text what is of the type %s', (type) => {
	const values = ['12.50', 12.5, true, null, ''];
	expect(rowOf(...values.map((value, n) => [`v${n}`, value, type])).json).toBe(
		'{"v0":"12.50","v1":"12.5","v2":"true","v3":null,"v4":""}',
	);
});

it.each([{}, { assignments: [] }, { assignments: 'a' }, null, undefined])(
	'there is none of no fields: %j',
	(given) => {
		expect(() => definedRow(PLACE, given, 'plain')).toThrow(
			expect.objectContaining({
				message: '"Fields" is empty',
				remedy: 'Add at least one field.',
			}),
		);
	},
);

describe('a row that cannot be sent', () => {
	it.each<[fields: unknown[][], problem: string, remedy: string]>([
		[
			[
				['a', 1],
				[' ', 2],
			],
			'"Fields" has no name in field 2',
			'',
		],
		[[[undefined, 1]], '"Fields" has no name in field 1', ''],
		[
			[
				['a', 1],
				['a ', 2],
			],
			'"Fields" has two fields named "a"',
			'',
		],
		[
			[['b', undefined]],
			'"Fields" has no value for "b": its expression gives nothing',
			'Correct the expression, or let it give null where there is no value.',
		],
		[[['a', 'x', 'toString']], '"Fields" has an unknown type for "a"', ''],
		[[['a', 'x', null]], '"Fields" has an unknown type for "a"', ''],
		[
			[['a', [1], 'string']],
			'"a" holds a list, which is not a text',
			'Choose the type Array or Object for it, or an expression that gives a text.',
		],
		[
			[['shop', 'b.example']],
			'"shop" is b.example, but the row would go to a.example',
			'Set "Shop" to the expression that the field "shop" has, or remove that field.',
		],
	])('says what is wrong with it: %j', (fields, problem, remedy) => {
		expect(sent(rowOf(...fields))).toEqual({ problem, remedy });
	});

	it.each([
		['abc', 'number', '"a" holds "abc", which is not a number'],
		['', 'number', '"a" holds "", which is not a number'],
		['maybe', 'boolean', '"a" holds "maybe", which is neither true nor false'],
		['{a:1}', 'object', '"a" holds "{a:1}", which is not a JSON object'],
		['[1]', 'object', '"a" holds "[1]", which is not a JSON object'],
		[[1], 'object', '"a" holds a list, which is not a JSON object'],
		['{"a":1}', 'array', '"a" holds "{"a":1}", which is not a JSON list'],
		[{ a: 1 }, 'array', '"a" holds an object, which is not a JSON list'],
		[{ a: 1 }, undefined, '"a" holds an object, which is not a text'],
		[NaN, 'number', '"a" is NaN, which JSON does not have'],
	])('holds %j as %s', (value, type, problem) => {
		expect(sent(rowOf(['ok', 'x'], [' a ', value, type]))).toMatchObject({ problem });
	});

	it('shows all of its fields as they were given, and the first thing that is wrong', () => {
		const row = rowOf(['a', 'x', 'number'], ['b', 5n, 'array'], ['c', 'y']);
		expect(row).toMatchObject({ ...PLACE, json: '{"a":"x","b":"5","c":"y"}' });
		expect(row.problem!.message).toContain('"a" holds "x"');
	});
});
