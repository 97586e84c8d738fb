import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { read, sent } from '../../../kit/pushRows.mts';

describe('the fields of Map Each Field Below', () => {
	/** Reads fields, each given as name, value and type. */
	const ofFields = (fields: unknown) => read([{}], { dataMode: 'defineBelow', fields });
	const ofAssignments = (fields: unknown[][]) =>
		ofFields({ assignments: fields.map(([name, value, type]) => ({ name, value, type })) });

	it('have names trimmed, and give their columns their types', () => {
		const given = [
			[' a ', 'x'],
			['b', ' '],
			['n', null, 'number'],
			[7, 1.5, 'number'],
			['d', [], 'array'],
			['__proto__', 'p', 'string'],
		];
		const { rows, source } = ofAssignments(given);
		expect(rows.map(sent)).toEqual([
			{ json: '{"7":1.5,"a":"x","b":" ","n":null,"d":[],"__proto__":"p"}' },
		]);
		const [columns] = source.columns!;
		expect(columns!.of(['7', 'a', 'b', 'n', 'd', '__proto__']).map(({ use }) => use)).toEqual([
			...['number', 'string', 'string', 'number', 'array', 'string'],
		]);
	});

	it.each([{}, { assignments: [] }, { assignments: 'a' }, null, undefined])(
		'are refused where there is none: %j',
		(given) => {
			expect(ofFields(given).rows.map(sent)).toEqual([
				{ problem: '"Fields" is empty', remedy: 'Add at least one field.' },
			]);
		},
	);

	const NO_VALUE = '"Fields" has no value for "b": it is empty, or its expression gives nothing';
	it.each<[field: unknown[], problem: string]>([
		[[' ', 2], '"Fields" has no name in field 2'],
		[[undefined, 1], '"Fields" has no name in field 2'],
		[['a ', 2], '"Fields" has two fields named "a"'],
		[['c', 'x', 'toString'], '"Fields" has an unknown type for "c"'],
		[['c', 'x', null], '"Fields" has an unknown type for "c"'],
		[['b', undefined], NO_VALUE],
		[['b', ' ', 'number'], NO_VALUE],
		[['b', '', 'boolean'], NO_VALUE],
	])('are refused by what is wrong with one of them: %j', (field, problem) => {
		const remedy =
			problem === NO_VALUE
				? 'Correct the expression, or let it give null where there is no value.'
				: '';
		expect(ofAssignments([['a', 1], field]).rows.map(sent)).toEqual([{ problem, remedy }]);
	});
});

describe('the rows of the field Rows', () => {
	const ofRows = (rowsJson: unknown) => read([{}], { dataMode: 'json', rowsJson }).rows;

	it.each<[unknown, string[]]>([
		['{"n":1}', ['{"n":1}']],
		[' [ {"n":1} ,\n{"n":[2,{}]} ] ', ['{"n":1}', '{"n":[2,{}]}']],
		['[]', []],
		[[], []],
		[{ n: 1 }, ['{"n":1}']],
		[
			[{ n: 1 }, { m: 2 }],
			['{"n":1}', '{"m":2}'],
		],
		['{"id":12345678901234567890,"b":"]},{"}', ['{"id":12345678901234567890,"b":"]},{"}']],
	])('are read: %j', (value, rows) => {
		expect(ofRows(value).map(({ json }) => json)).toEqual(rows);
	});

	const NO_OBJECT = '"Rows" holds something other than an object';
	const WHAT_IS = 'A row is an object of named fields: not a text, a list, a date or a map.';
	const NO_JSON = 'Names and texts need double quotes: [{ "campaignName": "Spring" }]';
	it.each<[unknown, message: string, remedy: string]>([
		['', '"Rows" is not valid JSON: ', NO_JSON],
		['[{"n":', '"Rows" is not valid JSON: ', NO_JSON],
		["{'n':1}", '"Rows" is not valid JSON: ', NO_JSON],
		['{"n":1e400}', '"n" is 1e400, a number that JavaScript cannot', 'Give it as text, in quotes.'],
		['null', NO_OBJECT, WHAT_IS],
		['[{"n":1},[1]]', `${NO_OBJECT} in entry 2`, WHAT_IS],
		[[{ n: 1 }, 'a'], `${NO_OBJECT} in entry 2`, WHAT_IS],
		[5, NO_OBJECT, WHAT_IS],
	])('are refused: %j', (value, message, remedy) => {
		const problem = expect.stringContaining(message) as string;
		expect(ofRows(value).map(sent)).toEqual([{ problem, remedy }]);
	});
});

describe('an object of named fields', () => {
	const isRow = (value: unknown) =>
		read([{}], { dataMode: 'json', rowsJson: [value] }).rows[0]!.problem === undefined;

	it.each<[string, unknown]>([
		['a date', new Date()],
		['a map', new Map([['a', 1]])],
		['null', null],
		['a luxon date', DateTime.now()],
		['what writes itself otherwise', { a: 1, toJSON: () => 'a' }],
	])('is not %s', (_, value) => expect(isRow(value)).toBe(false));

	it('may be of a class, without one, or of another realm', () => {
		class Row {
			a = 1;
		}
		const foreign = runInNewContext('({ a: 1 })') as unknown;
		const bare = Object.assign(Object.create(null) as object, { a: 1 });
		for (const value of [{ a: 1 }, bare, new Row(), foreign, { toJSON: 'a column' }])
			expect(isRow(value)).toBe(true);
	});
});
