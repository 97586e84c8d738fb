import { columnsOf } from '../delivery/road.mts';

const columns = (typed: Parameters<typeof columnsOf>[1] = {}) => columnsOf([], typed);

it('what becomes of a column follows from the form', () => {
	const known = columns({
		numberColumns: ['spend'],
		booleanColumns: ['active'],
		ignored: ['note'],
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
	const loose = columns({ numberColumns: ['Spend '] });
	expect(loose.of('spend').use).toBe('number');
	const exact = columns({ numberColumns: ['spend'] });
	exact.know(['Spend', 'spend']);
	expect([exact.of('Spend').use, exact.of('spend').use]).toEqual([undefined, 'number']);
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
	const known = columns({ numberColumns: ['a'] });
	known.define('a', 'string');
	const first = known.of('a');
	expect(known.write(first, '')).toBe('""');
	known.define('a', 'string');
	expect(known.of('a')).toBe(first);
	known.define('a', 'number');
	expect(known.write(known.of('a'), '1.50')).toBe('1.50');
	expect(known.names()).toEqual(['a']);
});

it('tells the columns all of whose texts look like other numbers than they are sent as', () => {
	const known = columns({
		numberColumns: ['all', 'some', 'none', 'numbers'],
		booleanColumns: ['yes'],
	});
	known.define('string', 'string');
	for (const [name, value] of [
		['all', '1.234'],
		['all', ' 12.500 '],
		['some', '1.234'],
		['some', '5'],
		['some', '1.234'],
		['none', '1.5'],
		['numbers', 1.234],
		['yes', '1'],
		['string', ' 7 '],
		['string', ''],
		['string', 'x'],
		['text', ' '],
		['text', 5],
		['text', ' 5,5 '],
		['text', '6'],
		['text', ''],
	] as const)
		known.write(known.of(name), value);
	expect(known.suspects().map(({ name, suspect }) => [name, suspect])).toEqual([
		['all', '1.234'],
		['text', '5,5'],
	]);
});

it.each(['shop', 'shopDomain', 'shop_domain', 'Shop Domain', 'SHOP-ID', ' store ', 'storeDomain'])(
	'a column called %j names a shop',
	(name) => {
		expect(columns().of(name).namesShop).toBe(true);
	},
);

it.each(['shopping', 'storeName', 'workshop', 'domain'])('a column called %j does not', (name) => {
	expect(columns().of(name).namesShop).toBe(false);
});

it.each([
	['shop', ['a', 'Shop', 'shop'], ['shop']],
	['shop', ['a', ' SHOP ', 'b'], [' SHOP ']],
	['shop', ['shops'], []],
	[undefined, ['shop'], []],
])('the column of the shop typed as %j is among %j: %j, and is not sent', (typed, all, found) => {
	const known = columns({ shopColumn: typed, ignored: ['Shop'] });
	known.know(all);
	expect(all.filter((name) => known.of(name).use === 'shop')).toEqual(found);
	for (const name of found) expect(known.write(known.of(name), 'x')).toBeUndefined();
});

describe('why a file is refused', () => {
	const refusalOf = (
		known: string[],
		ignored: string[],
		numbers: string[],
		shopColumn?: string,
	) => {
		const settings = { ignored: ignored, numberColumns: numbers, shopColumn };
		const all = columns(settings);
		all.know(known);
		return all.refusal();
	};

	const LIST = 'Correct or empty the field. The columns of the file: a, b.';
	const NOTHING_LEFT = 'names every column of the file, so nothing is left to send';

	it.each<[Parameters<typeof refusalOf>, string, string]>([
		[[['a', 'b'], ['x'], []], '"Fields to Ignore" names "x", which is no column of the file', LIST],
		[
			[['a', 'b'], [], ['x', 'A', 'y']],
			'"Number Columns" names "x", "y", which are no columns of the file',
			LIST,
		],
		[[['a', 'b'], ['x'], [], 's'], '"Shop Column" names "s", which is no column of the file', LIST],
		[[['a', 'b'], ['a', 'B'], []], `"Fields to Ignore" ${NOTHING_LEFT}`, ''],
		[[['s', 'a'], ['a'], [], 's'], `"Fields to Ignore" ${NOTHING_LEFT}`, ''],
		[[['s'], [], [], 's'], `"Shop Column" ${NOTHING_LEFT}`, ''],
	])('of %j: %j', (given, message, remedy) => {
		expect(refusalOf(...given)).toMatchObject({ message, remedy });
	});

	it('is nothing where one is left that is sent, or the file has none', () => {
		expect(refusalOf(['a', 'b'], ['A'], ['b'])).toBeUndefined();
		expect(refusalOf(['S', 'b'], [], [], 's')).toBeUndefined();
		expect(refusalOf([], ['x'], [], 's')).toBeUndefined();
	});
});
