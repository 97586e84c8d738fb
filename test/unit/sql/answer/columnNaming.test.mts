import {
	addShop,
	isColumnOf,
	shopColumn,
} from '../../../../nodes/MerchantData/sql/answer/columnNaming.ts';

const nameOfShop = (...answers: object[][]) =>
	shopColumn((name) => isColumnOf(answers as never, name));

it.each<[object[], string]>([
	[[{ a: 1 }], 'shop'],
	[[{ a: 1 }, { shop: null }], 'shopDomain'],
	[[{ shop: 1 }, { shopDomain: 2 }], 'shop_1'],
	[[{ shop: 1, shopDomain: 2, shop_1: 3, shop_3: 3 }], 'shop_2'],
])('adds the shop to %j as %s, to all rows alike', (given, name) => {
	const before = structuredClone(given);
	addShop(given as never, nameOfShop(given), 'my-shop.example');
	expect(given).toEqual(before.map((row) => ({ ...row, [name]: 'my-shop.example' })));
});

it('finds one name for the shop that no row of any answer uses', () => {
	expect(nameOfShop([{ a: 1 }], [], [{ shop: 1 }, { shop_1: 2 }], [{ shopDomain: 3 }])).toBe(
		'shop_2',
	);
	expect(nameOfShop()).toBe('shop');
});
