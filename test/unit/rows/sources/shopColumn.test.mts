import { Columns } from '../../../../nodes/MerchantData/rows/columns.ts';
import {
	ShopColumn,
	wrongColumns,
} from '../../../../nodes/MerchantData/rows/sources/shopColumn.ts';

function columnsOf(names: string[], ignored: string[] = [], numbers: string[] = []) {
	const columns = new Columns({
		ignored: new Set(ignored),
		numberColumns: new Set(numbers),
		booleanColumns: new Set(),
		emptyValues: new Set(),
		numberFormat: 'plain',
	});
	columns.know(names);
	return columns;
}

describe('the column of the shop', () => {
	it.each([
		['shop', ['a', 'Shop', 'shop'], 'shop'],
		['shop', ['a', ' SHOP ', 'Shop'], ' SHOP '],
		['shop', ['shops'], undefined],
	])('typed as %j is among %j: %j', (typed, names, found) => {
		const columns = columnsOf([]);
		const column = new ShopColumn(typed, columns);
		expect([column.find(names), column.name]).toEqual([found, found]);
		// It is a column of the file.
		expect(columns.names()).toEqual(found === undefined ? [] : [found]);
		column.find(['x']);
		expect(column.name).toBe(found);
	});

	it('names the shop of a row, or says why it does not', () => {
		const column = new ShopColumn('S', columnsOf([]));
		const fields = { a: '1', s: ' https://b.example/ ' };
		expect(column.split(fields)).toEqual({ shop: 'b.example', others: { a: '1' } });
		expect(fields).toHaveProperty('s');
		for (const empty of ['', ' ', undefined, null])
			expect(column.split({ s: empty })).toMatchObject({
				shop: '',
				noShop: { message: '"s" is empty' },
			});
		expect(column.split({ a: 1, '': 'b.example' })).toMatchObject({
			noShop: { message: '"s" is empty' },
			others: { a: 1, '': 'b.example' },
		});
		expect(column.split({ s: 'x' }).noShop).toMatchObject({
			message: '"s" is not a plain shop domain: "x"',
			remedy: expect.stringContaining('such as my-shop.example.com') as string,
		});
		expect(column.split({ s: 'x' }).noShop).toBe(column.split({ s: 'x' }).noShop);
		for (let n = 0; n < 1_100; n++)
			expect(column.split({ s: `${n}.example` }).shop).toBe(`${n}.example`);
	});
});

describe('columns of the form', () => {
	const wrong = (...given: Parameters<typeof columnsOf>) => {
		const { message, remedy } = wrongColumns(columnsOf(...given)) ?? {};
		return [message, remedy];
	};
	const LIST = 'Correct or empty the field. The columns of the file: a, b.';

	it.each([
		[['a', 'b'], ['x'], [], '"Fields to Ignore" names "x", which is no column of the file', LIST],
		[
			['a', 'b'],
			[],
			['x', 'A', 'y'],
			'"Number Columns" names "x", "y", which are no columns of the file',
			LIST,
		],
		[
			['a', 'b'],
			['a', 'B'],
			[],
			'"Fields to Ignore" names every column of the file, so nothing is left to send',
			'',
		],
	])('of a file that has %j are wrong: %j, %j', (names, ignored, numbers, message, remedy) => {
		expect(wrong(names, ignored, numbers)).toEqual([message, remedy]);
	});

	it('are right where one is left that is sent, or the file has none', () => {
		expect(wrong(['a', 'b'], ['A'], ['b'])).toEqual([undefined, undefined]);
		expect(wrong([], ['x'])).toEqual([undefined, undefined]);
	});

	it('may name the shop, which is not sent', () => {
		const ofShop = (names: string[], ignored: string[] = []) => {
			const columns = columnsOf(names, ignored);
			const shopColumn = new ShopColumn('s', columns);
			shopColumn.find(names);
			return wrongColumns(columns, shopColumn)?.message;
		};
		expect(ofShop(['a', 'b'])).toBe('"Shop Column" names "s", which is no column of the file');
		expect(ofShop(['S', 'b'])).toBeUndefined();
		expect(ofShop(['s'])).toContain('"Shop Column" names every column');
		expect(ofShop(['s', 'a'], ['a'])).toContain('"Fields to Ignore" names every');
	});
});
