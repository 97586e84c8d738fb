import { DateTime } from 'luxon';
import { Columns } from '../../../../nodes/MerchantData/rows/columns.ts';
import {
	definedFields,
	jsonRows,
	readColumnSettings,
} from '../../../../nodes/MerchantData/rows/sources/form.ts';
import { executionOf } from './reading.mts';

describe('the fields of Map Each Field Below', () => {
	const newColumns = () =>
		new Columns({
			numberColumns: new Set(),
			booleanColumns: new Set(),
			ignored: new Set(),
			emptyValues: new Set(),
			numberFormat: 'plain',
		});
	/** Reads fields, each given as name, value and type. */
	const read = (fields: unknown[][], columns = newColumns()) =>
		definedFields(
			{ assignments: fields.map(([name, value, type]) => ({ name, value, type })) },
			columns,
		);

	it('have names trimmed, and give their columns their types', () => {
		const columns = newColumns();
		const given = [
			[' a ', 'x'],
			['b', ' '],
			['n', null, 'number'],
			[7, 1.5, 'number'],
			['d', [], 'array'],
			['__proto__', 'p', 'string'],
		];
		const fields = read(given, columns);
		expect(Object.entries(fields)).toEqual([
			['7', 1.5],
			['a', 'x'],
			['b', ' '],
			['n', null],
			['d', []],
			['__proto__', 'p'],
		]);
		expect(Object.keys(fields).map((name) => columns.of(name).use)).toEqual([
			...['number', 'string', 'string', 'number', 'array', 'string'],
		]);
	});

	it.each([{}, { assignments: [] }, { assignments: 'a' }, null, undefined])(
		'are refused where there is none: %j',
		(given) => {
			expect(() => definedFields(given, newColumns())).toThrow(
				expect.objectContaining({
					message: '"Fields" is empty',
					remedy: 'Add at least one field.',
				}),
			);
		},
	);

	const NO_VALUE = '"Fields" has no value for "b": it is empty, or its expression gives nothing';
	it.each<[fields: unknown[][], problem: string]>([
		[
			[
				['a', 1],
				[' ', 2],
			],
			'"Fields" has no name in field 2',
		],
		[[[undefined, 1]], '"Fields" has no name in field 1'],
		[
			[
				['a', 1],
				['a ', 2],
			],
			'"Fields" has two fields named "a"',
		],
		[[['a', 'x', 'toString']], '"Fields" has an unknown type for "a"'],
		[[['a', 'x', null]], '"Fields" has an unknown type for "a"'],
		[[['b', undefined]], NO_VALUE],
		[[['b', ' ', 'number']], NO_VALUE],
		[[['b', '', 'boolean']], NO_VALUE],
	])('are refused by what is wrong with them: %j', (fields, problem) => {
		const remedy =
			problem === NO_VALUE
				? 'Correct the expression, or let it give null where there is no value.'
				: '';
		expect(() => read(fields)).toThrow(expect.objectContaining({ message: problem, remedy }));
	});
});

describe('the rows of the field Rows', () => {
	const texts = (value: unknown) => jsonRows(value).map((row) => JSON.stringify(row));

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
	])('are read: %j', (value, rows) => {
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
	])('are refused: %j', (value, message, remedy) => {
		const text = expect.stringContaining(message) as string;
		expect(() => jsonRows(value)).toThrow(expect.objectContaining({ message: text, remedy }));
	});
});

describe('the settings of columns', () => {
	const read = (fields: Record<string, unknown>) => readColumnSettings(executionOf([{}], fields));

	it('are read', () => {
		expect(
			read({
				numberColumns: 'a, b',
				numberFormat: 'pointComma',
				fieldsToIgnore: 'c',
				options: { booleanColumns: 'd', emptyValues: '-, n/a' },
			}),
		).toEqual({
			numberColumns: new Set(['a', 'b']),
			booleanColumns: new Set(['d']),
			ignored: new Set(['c']),
			emptyValues: new Set(['-', 'n/a']),
			numberFormat: 'pointComma',
		});
		expect(read({})).toMatchObject({ booleanColumns: new Set(), emptyValues: new Set() });
	});

	it.each([
		[{ numberColumns: 5 }, '"Number Columns" is not a text'],
		[{ fieldsToIgnore: null }, '"Fields to Ignore" is not a text'],
		[{ options: { emptyValues: [] } }, '"Values That Mean Empty"'],
		[{ numberFormat: 'x' }, '"Number Format" must be one of spaceComma, '],
	])('are refused: %j', (fields, message) => {
		expect(() => read(fields)).toThrow(message);
	});
});
