import { columnOf, columnsOf } from '../delivery/road.mts';

type Typed = NonNullable<Parameters<typeof columnsOf>[1]>;
const columns = (typed: Typed = {}) => columnsOf([], typed);

it('names match in any case and with blanks, where no column matches exactly', () => {
	const loose = columns({ numberColumns: ['Spend '] });
	expect(columnOf(loose, 'spend').use).toBe('number');
	const exact = columns({ numberColumns: ['spend'] });
	exact.of(['Spend', 'spend']);
	expect([columnOf(exact, 'Spend').use, columnOf(exact, 'spend').use]).toEqual([
		undefined,
		'number',
	]);
});

it.each([
	['', true, false],
	['  ', true, false],
	[null, true, false],
	[undefined, true, true],
	['-', true, true],
	[' N/A ', true, true],
	['0', false, false],
	[0, false, false],
	[false, false, false],
])('%j is no value: in a table %s, in JSON %s', (value, inTable, inJson) => {
	const known = columns({ emptyValues: ['-', 'n/a'] });
	const isEmpty = (isTable: boolean) => Object.assign(known, { isTable }).isEmpty(value);
	expect([isEmpty(true), isEmpty(false)]).toEqual([inTable, inJson]);
	expect(columns().isEmpty('-')).toBe(false);
});

it('gives a column a type of its own, and another one later', () => {
	const known = columns({ numberColumns: ['a'], ignored: ['x'] });
	known.define('a', 'string');
	const first = columnOf(known, 'a');
	expect(known.write(first, '')).toBe('""');
	known.define('a', 'string');
	expect(columnOf(known, 'a')).toBe(first);
	known.define('a', 'number');
	expect(known.write(columnOf(known, 'a'), '1.50')).toBe('1.50');
	expect(known.refusal()!.remedy).toContain('The columns of the file: a.');
});

it('tells the columns all of whose texts look like other numbers than they are sent as', () => {
	const known = columns({
		numberColumns: ['all', 'some', 'none', 'numbers'],
		booleanColumns: ['yes'],
	});
	known.define('string', 'string');
	for (const [name, values] of Object.entries({
		all: ['1.234', ' 12.500 '],
		some: ['1.234', '5', '1.234'],
		none: ['1.5'],
		numbers: [1.234],
		yes: ['1'],
		string: [' 7 ', '', 'x'],
		text: [' ', 5, ' 5,5 ', '6', ''],
	}))
		for (const value of values) known.write(columnOf(known, name), value);
	expect(known.suspects().map(({ name, suspect }) => [name, suspect])).toEqual([
		['all', '1.234'],
		['text', '5,5'],
	]);
});

it.each([
	...['shop', 'shopDomain', 'shop_domain', 'Shop Domain', 'SHOP-ID', ' store ', 'storeDomain'].map(
		(name) => [name, true] as const,
	),
	...['shopping', 'storeName', 'workshop', 'domain'].map((name) => [name, false] as const),
])('a column called %j names a shop: %s', (name, namesShop) => {
	expect(columnOf(columns(), name).namesShop).toBe(namesShop);
});

it.each([
	['shop', ['a', 'Shop', 'shop'], ['shop']],
	['shop', ['a', ' SHOP ', 'b'], [' SHOP ']],
	['shop', ['shops'], []],
	[undefined, ['shop'], []],
])('the column of the shop typed as %j is among %j: %j, and is not sent', (typed, all, found) => {
	const known = columns({ shopColumn: typed, ignored: ['Shop'] });
	known.of(all);
	expect(all.filter((name) => columnOf(known, name).use === 'shop')).toEqual(found);
	for (const name of found) expect(known.write(columnOf(known, name), 'x')).toBeUndefined();
});

const LIST = 'Correct or empty the field. The columns of the file: a, b.';
const NOTHING_LEFT = 'names every column of the file, so nothing is left to send';
const NONE = 'which are no columns of the file';
const AB = ['a', 'b'];

it.each<[known: string[], typed: Typed, message: string | undefined, remedy: string | undefined]>([
	[AB, { ignored: ['x'] }, '"Fields to Ignore" names "x", which is no column of the file', LIST],
	[AB, { numberColumns: ['x', 'A', 'y'] }, `"Number Columns" names "x", "y", ${NONE}`, LIST],
	[AB, { shopColumn: 's' }, '"Shop Column" names "s", which is no column of the file', LIST],
	[AB, { ignored: ['a', 'B'] }, `"Fields to Ignore" ${NOTHING_LEFT}`, ''],
	[['s', 'a'], { ignored: ['a'], shopColumn: 's' }, `"Fields to Ignore" ${NOTHING_LEFT}`, ''],
	[['s'], { shopColumn: 's' }, `"Shop Column" ${NOTHING_LEFT}`, ''],
	// One is left that is sent, or the file has none.
	[AB, { ignored: ['A'], numberColumns: ['b'] }, undefined, undefined],
	[['S', 'b'], { shopColumn: 's' }, undefined, undefined],
	[[], { ignored: ['x'], shopColumn: 's' }, undefined, undefined],
])('a file of the columns %j is refused where %j: %s', (known, typed, message, remedy) => {
	const refusal = columnsOf(known, typed).refusal();
	expect([refusal?.message, refusal?.remedy]).toEqual([message, remedy]);
});
