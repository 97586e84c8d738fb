import {
	refuseUnknownColumn,
	rowShopReader,
	shopValueIn,
	unknownShopColumn,
	withMember,
} from '../../../../nodes/MerchantData/push/files/rowShop.ts';
import { refusal } from './pieces.mts';

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

describe('a column that no row has', () => {
	const read: string[] = [];
	async function* rows(texts: string[]) {
		read.length = 0;
		for (const text of texts) {
			read.push(text);
			yield text;
		}
	}
	const look = async (texts: string[]) => await refuseUnknownColumn('store', rows(texts));

	it('is refused, with those of the first row', async () => {
		await expect(look(['{"n":1,"\\u0073hop":null}', '{"x":{"store":2}}'])).rejects.toThrow(
			refusal(
				'"Shop Column" names "store", which is no column of the file',
				'Correct the name, or leave "Shop Column" empty to send all rows to the chosen shop. The columns of its first row: n, shop.',
			),
		);
		await expect(look(['{}'])).rejects.toThrow(
			expect.objectContaining({ remedy: expect.stringMatching(/first row: none\.$/) as string }),
		);
	});

	it.each([
		['the first row', ['{"store":null}', '{"n":1}'], 1],
		['a later row', ['{"n":1}', '{"n":2,"store":"b.example"}', '{"n":3}'], 2],
		['no row, because there is none', [], 0],
	])('is not one of %s, behind which nothing is read', async (_, texts, count) => {
		await look(texts);
		expect(read).toHaveLength(count);
	});

	it('is shortened where it is long, and so are the others', () => {
		const { message, remedy } = unknownShopColumn('s'.repeat(200), ['n'.repeat(300)]);
		expect(message.length).toBeLessThan(200);
		expect(remedy).toMatch(/ The columns of the file: n{200}\.$/);
	});
});
