import { Columns, type ColumnSettings } from '../../../nodes/MerchantData/rows/columns.ts';

const names = (...all: string[]) => new Set(all);
const columns = (settings: Partial<ColumnSettings> = {}) =>
	new Columns({
		numberColumns: names(),
		booleanColumns: names(),
		ignored: names(),
		emptyValues: names(),
		numberFormat: 'plain',
		...settings,
	});

it('what becomes of a column follows from the form', () => {
	const known = columns({
		numberColumns: names('spend'),
		booleanColumns: names('active'),
		ignored: names('note'),
	});
	expect(['spend', 'active', 'note', 'name'].map((name) => known.of(name).use)).toEqual([
		'number',
		'boolean',
		'ignored',
		undefined,
	]);
	expect(known.write(known.of('spend'), '1.50')).toBe('1.50');
	expect(known.write(known.of('active'), 'no')).toBe('false');
	expect(known.write(known.of('note'), 'x')).toBeUndefined();
	expect(known.write(known.of('name'), '1.50')).toBe('"1.50"');
	expect(known.write(known.of('spend'), ' ')).toBe('null');
});

it('names match in any case and with blanks, where no column matches exactly', () => {
	const loose = columns({ numberColumns: names('Spend ') });
	expect(loose.of('spend').use).toBe('number');
	const exact = columns({ numberColumns: names('spend') });
	exact.know(['Spend', 'spend']);
	expect([exact.of('Spend').use, exact.of('spend').use]).toEqual([undefined, 'number']);
});

it('names that no column has are told by their field', () => {
	const known = columns({
		numberColumns: names('spend', 'clikcs'),
		booleanColumns: names('active'),
		ignored: names('NOTE'),
	});
	known.know(['Spend', 'note']);
	expect(known.unknown()).toEqual([
		{ field: 'Number Columns', names: ['clikcs'] },
		{ field: 'Boolean Columns', names: ['active'] },
	]);
});

it('a column named by two fields is refused', () => {
	expect(() => columns({ numberColumns: names('a'), booleanColumns: names('a') })).toThrow(
		'"Boolean Columns" names "a", as "Number Columns" does',
	);
});

it.each([
	['', true],
	['  ', true],
	[null, true],
	['-', true],
	[' n/a ', true],
	['0', false],
	[0, false],
	[false, false],
])('whether %j means that there is no value: %s', (value, empty) => {
	expect(columns({ emptyValues: names('-', 'n/a') }).isEmpty(value)).toBe(empty);
});

it('tells the columns all of whose numbers look like thousands', () => {
	const known = columns({ numberColumns: names('all', 'some', 'none', 'numbers') });
	for (const [name, value] of [
		['all', '1.234'],
		['all', ' 12.500 '],
		['some', '1.234'],
		['some', '5'],
		['some', '1.234'],
		['none', '1.5'],
		['numbers', 1.234],
	] as const)
		known.write(known.of(name), value);
	expect(known.likeThousands()).toEqual([['all', '1.234']]);
});
