import { Columns } from '../../../../nodes/MerchantData/rows/columns.ts';
import {
	ShopColumn,
	wrongColumns,
} from '../../../../nodes/MerchantData/rows/sources/shopColumn.ts';

describe('the column of the shop', () => {
	it.each([
		['shop', ['a', 'Shop', 'shop'], 'shop'],
		['shop', ['a', ' SHOP ', 'Shop'], ' SHOP '],
		[' shop ', ['shop'], 'shop'],
		['shop', ['shops'], undefined],
	])('typed as %j is among %j: %j', (typed, names, found) => {
		const column = new ShopColumn(typed);
		expect(column.in(names)).toBe(found);
	});

	it('names the shop of a row, or says why it does not', () => {
		const column = new ShopColumn('s');
		expect(column.shopIn(' https://b.example/ ')).toBe('b.example');
		for (const empty of ['', ' ', undefined, null])
			expect(column.shopIn(empty, 'S')).toMatchObject({ message: '"S" is empty' });
		expect(column.shopIn('x')).toMatchObject({
			message: '"s" is not a plain shop domain: "x"',
			remedy: expect.stringContaining('such as my-shop.example.com') as string,
		});
		expect(column.shopIn('x')).toBe(column.shopIn('x'));
		for (let n = 0; n < 1_100; n++) expect(column.shopIn(`${n}.example`)).toBe(`${n}.example`);
	});

	it('that is not there is named, with those that are', () => {
		expect(new ShopColumn('s').unknown(['a', 'b'])).toMatchObject({
			message: '"Shop Column" names "s", which is no column of the file',
			remedy:
				'Correct the name, or leave "Shop Column" empty to send all rows to one shop. The columns of the file: a, b.',
		});
	});
});

describe('columns of the form', () => {
	const wrong = (names: string[], ignored: string[], numbers: string[] = [], shop?: string) => {
		const columns = new Columns({
			ignored: new Set(ignored),
			numberColumns: new Set(numbers),
			booleanColumns: new Set(),
			emptyValues: new Set(),
			numberFormat: 'plain',
		});
		columns.know(names);
		const { message, remedy } = wrongColumns(columns, names, shop) ?? {};
		return [message, remedy];
	};

	it.each([
		[['a'], ['x'], [], 'names "x", which is no column of the file', 'Correct the name.'],
		[['a'], [], ['x', 'A', 'y'], 'names "x", "y", which are no columns', 'Correct the names.'],
		[[], [], ['x'], 'names "x", which is no column of the file', 'The columns of the file: none.'],
		[['a', 'b'], ['a', 'B'], [], '"Fields to Ignore" names every column of the file', ''],
	])('of a file that has %j are wrong: %j, %j', (names, ignored, numbers, message, remedy) => {
		expect(wrong(names, ignored, numbers)).toEqual([
			expect.stringContaining(message),
			expect.stringContaining(remedy),
		]);
	});

	it('are right where one is left that is sent', () => {
		expect(wrong(['a', 'b'], ['A'], ['b'])).toEqual([undefined, undefined]);
		expect(wrong([], [])).toEqual([undefined, undefined]);
		expect(wrong(['s'], [], [], 's')[0]).toContain('"Shop Column" names every column');
		expect(wrong(['s', 'a'], ['a'], [], 's')[0]).toContain('"Fields to Ignore" names every');
	});
});
