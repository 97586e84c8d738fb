import {
	otherShop,
	otherShopIn,
	rowsOfOtherShops,
} from '../../../../nodes/MerchantData/push/rows/otherShop.ts';
import type { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { jsonOf, read, sent } from '../../../kit/pushRows.mts';

const told = (problem: InvalidValue | undefined) =>
	problem && { problem: problem.message, remedy: problem.remedy };
const problem = '"shop" is b.example, but the row would go to a.example';
const ITEMS_REMEDY =
	'Set "Shop" to the expression {{ $json.shop }}; to send the rows to a.example all the same, add the column to "Fields to Ignore".';

describe('a column that may name a shop', () => {
	it.each<[label: string, remedy: string]>([
		['Data Mode', ITEMS_REMEDY],
		['Fields', 'Set "Shop" to the expression that the field "shop" has, or remove that field.'],
		[
			'Rows',
			'Give each input item the rows of one shop and name it in "Shop" by an expression, or remove "shop" from the rows.',
		],
		[
			'Input Binary Field',
			'Name "shop" in "Shop Column" in the options; to send the rows to a.example all the same, add the column to "Fields to Ignore".',
		],
	])('and names another is refused, with the way out (%s)', (label, remedy) => {
		expect(told(otherShop('shop', 'b.example', 'a.example', label))).toEqual({ problem, remedy });
	});

	it.each([
		['https://b.example/', 'https://b.example/'],
		[' B.Example. ', 'B.Example.'],
		[`${'x'.repeat(120)}.example`, 'x'.repeat(100)],
		['a.example.com', 'a.example.com'],
		['bücher.example', 'bücher.example'],
	])('is told as the row has it (%j)', (value, shown) => {
		const other = otherShop('shop', value, 'a.example', 'Rows');
		expect(other?.message).toBe(`"shop" is ${shown}, but the row would go to a.example`);
	});

	it.each([
		['the same shop', 'a.example'],
		['it in another spelling', ' HTTPS://A.Example/ '],
		['a name', 'St. Gallen'],
		['a word', 'berlin'],
		['a number', '12.50'],
		['a version', '1.2.3'],
		['an address of mail', 'ann@b.example'],
		['nothing', ''],
		['blanks', ' \t'],
		['null', null],
		['a number that is none of text', 1.5],
		['a list', ['b.example']],
	])('and holds %s is no reason', (_, value) => {
		expect(otherShop('shop', value, 'a.example', 'Rows')).toBeUndefined();
	});

	it('knows letters beyond ASCII by what the domain name system has', () => {
		expect(otherShop('shop', 'xn--bcher-kva.example', 'bücher.example', 'Rows')).toBeUndefined();
	});
});

describe('a row that is JSON text', () => {
	it.each([
		['{"shop":"b.example"}', 'shop'],
		['{"n":1, "shopDomain" : "b\\u002eexample"}', 'shopDomain'],
		['{"shop":"a.example","shop_domain":"b.example"}', 'shop_domain'],
	])('names another shop: %s', (json, column) => {
		expect(otherShopIn(json, 'a.example', 'Rows')?.field).toBe(column);
	});

	it.each([
		'{"n":1}',
		'{"shop":"a.example"}',
		'{"shop":5}',
		'{"in":{"shop":"b.example"}}',
		'{"text":"\\"shop\\": \\"b.example\\""}',
		'{"SHOP":"b.example","shops":"b.example"}',
	])('names none: %s', (json) => {
		expect(otherShopIn(json, 'a.example', 'Rows')).toBeUndefined();
	});
});

describe('rows of items', () => {
	const auto = { dataMode: 'autoMapInputData' };

	it('are not sent where they name another shop', () => {
		const items = [{ shop: 'b.example', n: 0 }, { shop: 'a.example', n: 1 }, { n: 2 }];
		const { records } = read(items, auto);
		expect(sent(records[0]!)).toEqual({ problem, remedy: ITEMS_REMEDY });
		expect(records.slice(1).map(jsonOf)).toEqual(items.slice(1).map((row) => JSON.stringify(row)));
		expect(records[0]!.row()).toEqual(items[0]);
	});

	it('are sent where the column is ignored', () => {
		const { records } = read([{ shop: 'b.example', n: 0 }], { ...auto, fieldsToIgnore: 'shop' });
		expect(jsonOf(records[0]!)).toBe('{"n":0}');
	});

	it('are not sent, either, in the modes that make them', () => {
		const assignments = [{ name: 'shop', type: 'string', value: 'b.example' }];
		for (const fields of [
			{ dataMode: 'defineBelow', fields: { assignments } },
			{ dataMode: 'json', rowsJson: '[{"shop":"b.example"}]' },
			{ dataMode: 'json', rowsJson: [{ shop: 'b.example' }] },
		])
			expect(sent(read([{}], fields).records[0]!)).toMatchObject({ problem });
	});

	it('are counted before any is sent', () => {
		const items = ['a', 'b', 'a', 'c', 'b'].map((name) => ({ shop: `${name}.example` }));
		const others = rowsOfOtherShops(read(items, auto).source)!;
		expect(others.records.map(({ item }) => item)).toEqual([1, 3, 4]);
		expect(told(others.problem)).toEqual({ problem, remedy: ITEMS_REMEDY });
		expect(others.total).toBe(5);
		expect(rowsOfOtherShops(read(items.slice(0, 1), auto).source)).toBeUndefined();
	});

	it('may have a field that cannot be read, which is told first', () => {
		const row = {
			get shop(): string {
				throw new Error('no');
			},
			shop_domain: 'b.example',
		};
		const { source, records } = read([row], auto);
		expect(rowsOfOtherShops(source)?.problem.field).toBe('shop_domain');
		expect(sent(records[0]!)).toMatchObject({ problem: expect.not.stringContaining('b.example') });
	});
});
