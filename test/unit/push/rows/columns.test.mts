import { readColumns } from '../../../../nodes/MerchantData/push/rows/columns.ts';
import { columnNames } from '../../../../nodes/MerchantData/shared/fieldValues.ts';

it('gives nothing where all values go as they are', () => {
	expect(readColumns({ includeEmptyCells: true })).toBeUndefined();
	expect(
		readColumns({ numberColumns: ' , ', decimalSeparator: ',', includeEmptyCells: true }),
	).toBeUndefined();
});

it('reads names, separator and what becomes of empty cells', () => {
	expect(readColumns({})).toEqual({
		types: new Map(),
		decimalSeparator: '.',
		includesEmpty: false,
	});
	expect(
		readColumns({ numberColumns: ' a, b ,', booleanColumns: 'c', decimalSeparator: ',' }),
	).toEqual({
		types: new Map([
			['a', 'number'],
			['b', 'number'],
			['c', 'boolean'],
		]),
		decimalSeparator: ',',
		includesEmpty: false,
	});
	expect(readColumns({ booleanColumns: 'c' })?.types).toEqual(new Map([['c', 'boolean']]));
});

it.each([
	[{ numberColumns: 5 }, '"Number Columns" is not a text'],
	[{ booleanColumns: null }, '"Boolean Columns" is not a text'],
	[
		{ numberColumns: 'a,b', booleanColumns: 'c,b' },
		'"Boolean Columns" names "b", as "Number Columns" does',
	],
])('refuses %j', (options, message) => {
	expect(() => readColumns(options as never)).toThrow(message);
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
