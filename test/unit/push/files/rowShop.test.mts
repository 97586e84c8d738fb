import {
	rowShopReader,
	shopValueIn,
	withMember,
} from '../../../../nodes/MerchantData/push/files/rowShop.ts';

describe('the shop of a row', () => {
	it.each([
		['b.example', 'b.example'],
		[' https://b.example/ ', 'b.example'],
		['', 'a.example'],
		[' \t', 'a.example'],
		[null, 'a.example'],
		[undefined, 'a.example'],
	])('is the one that its column names, else the chosen one (%j)', (value, shop) => {
		expect(rowShopReader('store', 'a.example')(value)).toEqual({ shop });
	});

	it.each<[unknown, string]>([
		['Berlin', '"store" is not a plain shop domain: "Berlin"'],
		['b.example/ads', '"store" is not a plain shop domain: "b.example/ads"'],
		[false, '"store" is not a text'],
	])('is none where the column holds something else (%j)', (value, message) => {
		const { shop, refusal } = rowShopReader('store', 'a.example')(value);
		expect(shop).toBe('a.example');
		expect(refusal?.message).toBe(message);
		expect(refusal?.remedy).toMatch(/^Give the domain/);
	});

	it('is read once for each value, and stays right for any number of them', () => {
		const shopOf = rowShopReader('store', 'a.example');
		expect(shopOf('b.example')).toBe(shopOf('b.example'));
		for (let n = 0; n < 2_500; n++) expect(shopOf(`s${n}.example`).shop).toBe(`s${n}.example`);
		expect(shopOf('b.example')).toEqual({ shop: 'b.example' });
	});
});

it.each([
	['{"n":1}', undefined],
	['{"store":null}', null],
	['{"store":5}', false],
	['{"store":{"value":"b.example"}}', false],
	['{"in":{"store":"c.example"},"st\\u006fre" : "b\\u002eexample"}', 'b.example'],
	['{"store":"b.example","store":"c.example"}', 'c.example'],
	['{"store":""}', ''],
])('of a row that is JSON text its column is read: %s', (json, value) => {
	expect(shopValueIn(json, 'store')).toBe(value);
});

it.each([
	['{"n":1}', '{"s":2,"n":1}'],
	['{ \n"n":1 }', '{"s":2,"n":1 }'],
	['{}', '{"s":2}'],
	['{ }', '{"s":2}'],
])('an object gets one more member: %s', (json, more) => {
	expect(withMember('"s"', '2', json)).toBe(more);
});
