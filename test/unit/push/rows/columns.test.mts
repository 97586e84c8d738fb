import { readColumns } from '../../../../nodes/MerchantData/push/rows/columns.ts';
import { columnNames } from '../../../../nodes/MerchantData/shared/fieldValues.ts';

it('gives nothing where all values go as they are', () => {
	expect(readColumns({}, true)).toBeUndefined();
	expect(readColumns({ numberColumns: ' , ', decimalSeparator: ',' }, true)).toBeUndefined();
	expect(readColumns({ includeEmptyCells: true }, false)).toBeUndefined();
});

it('reads names, separator and what becomes of empty cells', () => {
	expect(readColumns({}, false)).toEqual({
		types: new Map(),
		decimalSeparator: '.',
		includesEmpty: false,
	});
	expect(readColumns({ includeEmptyCells: false }, true)).toMatchObject({ includesEmpty: false });
	expect(
		readColumns({ numberColumns: ' a, b ,', booleanColumns: 'c', decimalSeparator: ',' }, true),
	).toEqual({
		types: new Map([
			['a', 'number'],
			['b', 'number'],
			['c', 'boolean'],
		]),
		decimalSeparator: ',',
		includesEmpty: true,
	});
	expect(readColumns({ booleanColumns: 'c' }, true)?.types).toEqual(new Map([['c', 'boolean']]));
});

it.each([
	[{ numberColumns: 5 }, '"Number Columns" is not a text'],
	[{ booleanColumns: null }, '"Boolean Columns" is not a text'],
	[
		{ numberColumns: 'a,b', booleanColumns: 'c,b' },
		'"Boolean Columns" names "b", as "Number Columns" does',
	],
])('refuses %j', (options, message) => {
	expect(() => readColumns(options as never, true)).toThrow(message);
});

it('names are trimmed, and each counts once', () => {
	expect([...columnNames('Names', ' a ,, b c,a')]).toEqual(['a', 'b c']);
	expect(() => columnNames('Names', ['a'])).toThrow(
		expect.objectContaining({
			message: '"Names" is not a text',
			remedy: 'Give the names of the fields, separated by commas.',
		}),
	);
});
