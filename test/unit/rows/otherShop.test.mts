import { otherShop } from '../../../nodes/MerchantData/rows/otherShop.ts';

const find = (column: string, value: unknown) =>
	otherShop(column, value, 'my-shop.example.com', (name) => `By ${name}.`);

it.each([
	'shop',
	'Shop',
	'shopDomain',
	'shop_domain',
	'Shop Domain',
	'SHOP-ID',
	'shopUrl',
	' store ',
	'Store Domain',
])('a column called %j names a shop', (column) => {
	expect(find(column, 'other.example.com')).toMatchObject({
		field: column,
		remedy: `By ${column}.`,
	});
});

it.each(['shopping', 'storeName', 'workshop', 'shop name', 'domain', 'bookstore'])(
	'a column called %j does not',
	(column) => {
		expect(find(column, 'other.example.com')).toBeUndefined();
	},
);

it.each([
	'my-shop.example.com',
	'MY-SHOP.example.com',
	'https://my-shop.example.com/',
	'',
	'Berlin',
	'St. Gallen',
	'12.50',
	12.5,
	null,
])('%j names no other shop', (value) => {
	expect(find('shop', value)).toBeUndefined();
});
