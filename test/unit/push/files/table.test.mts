import { problemOfWidth, tableOf } from '../../../../nodes/MerchantData/push/files/table.ts';
import { csvCells, refusal } from './pieces.mts';

const NONE = new Set<string>();
const TEXTS = new Map<string, never>();

describe('the columns of a CSV file', () => {
	it('have the names of its header without blanks, and their types', () => {
		const types = new Map([
			['b', 'boolean'],
			['c"', 'number'],
		] as const);
		expect(tableOf([' a ', 'b', 'c"'], 1, true, NONE, types)).toStrictEqual({
			columns: [
				{ name: 'a', index: 0, key: Buffer.from('"a":'), type: undefined },
				{ name: 'b', index: 1, key: Buffer.from('"b":'), type: 'boolean' },
				{ name: 'c"', index: 2, key: Buffer.from('"c\\"":'), type: 'number' },
			],
			names: ['a', 'b', 'c"'],
			shopColumns: [],
		});
	});

	it('are counted where it has no header, whatever their cells hold', () => {
		const types = new Map([['1', 'number']] as const);
		expect(tableOf(['x', 'x', ''], 1, false, NONE, types)).toStrictEqual({
			columns: [
				{ name: '0', index: 0, key: Buffer.from('"0":'), type: undefined },
				{ name: '1', index: 1, key: Buffer.from('"1":'), type: 'number' },
				{ name: '2', index: 2, key: Buffer.from('"2":'), type: undefined },
			],
			names: ['0', '1', '2'],
			shopColumns: [],
		});
	});

	it('are not sent where they are ignored, and keep their names', () => {
		const { columns, names } = tableOf(['a', 'b', 'c'], 1, true, new Set(['b', 'x']), TEXTS);
		expect(columns.map(({ name, index }) => [name, index])).toEqual([
			['a', 0],
			['c', 2],
		]);
		expect(names).toEqual(['a', 'b', 'c']);
	});

	it.each([
		[
			['a', ' ', 'c'],
			NONE,
			'"Input Binary Field" holds a CSV file whose column 2 has no name in line 7',
			'Give it a name, remove the delimiter, or say in the options where the header is.',
		],
		[
			['a', 'b', ' a'],
			NONE,
			'"Input Binary Field" holds a CSV file with two columns named "a"',
			'Give each column a name of its own.',
		],
		[
			['a', 'b', 'b'],
			new Set(['b']),
			'"Input Binary Field" holds a CSV file with two columns named "b"',
			'Give each column a name of its own.',
		],
		[
			['x'.repeat(101), 'x'.repeat(101)],
			NONE,
			`"Input Binary Field" holds a CSV file with two columns named "${'x'.repeat(100)}"`,
			'Give each column a name of its own.',
		],
		[
			['a', 'b'],
			new Set(['a', 'b']),
			'"Fields to Ignore" names every column of the file, so nothing is left to send',
			'',
		],
	])('are refused of the header %j without %p', (header, ignored, message, remedy) => {
		expect(() => tableOf(header, 7, true, ignored, TEXTS)).toThrow(refusal(message, remedy));
	});

	it('may name shops: one says where a row goes, and others that are sent are known', () => {
		const header = ['n', 'shop', 'shop_domain', 'shopDomain', 'store'];
		const table = tableOf(header, 1, true, new Set(['shop_domain', 'store']), TEXTS, 'store');
		expect(table.rowShop).toEqual({ name: 'store', index: 4 });
		expect(table.shopColumns.map(({ name }) => name)).toEqual(['shop', 'shopDomain']);
		expect(table.columns.map(({ name }) => name)).toEqual(['n', 'shop', 'shopDomain']);
		expect(tableOf(['a', 'b'], 1, false, NONE, TEXTS, '1').rowShop).toEqual({
			name: '1',
			index: 1,
		});
	});

	it.each([
		[
			['a', 'b'],
			'"Shop Column" names "store", which is no column of the file',
			'Correct the name, or leave "Shop Column" empty to send all rows to the chosen shop. The columns of the file: a, b.',
		],
		[['store'], '"Shop Column" names every column of the file, so nothing is left to send', ''],
	])('of %j are refused where one is to name the shop', (header, message, remedy) => {
		const open = () => tableOf(header, 1, true, NONE, TEXTS, 'store');
		expect(open).toThrow(refusal(message, remedy));
	});
});

describe('the cells of a record', () => {
	const table = tableOf(['a', 'b'], 1, true, new Set(['b']), TEXTS);

	it.each([[['1', '2']], [['', '']], [['1', '2', '']], [['1', '2', '', '']]])(
		'may be %j of two columns',
		(cells) => {
			expect(problemOfWidth(csvCells(cells), table)).toBeUndefined();
		},
	);

	it.each([[['1']], [['1', '2', '3']], [['1', '2', '', '4']], [['1', '2', '3', '']]])(
		'may not be %j of two columns',
		(cells) => {
			expect(problemOfWidth(csvCells(cells), table)).toEqual({
				text: `has ${cells.length} cells, and the file has 2 columns`,
				remedy: 'Correct the line; a cell that holds the delimiter stands in quotes.',
				concerns: 'record',
			});
		},
	);
});
