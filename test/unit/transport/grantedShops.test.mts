import { readGrantedShops } from '../../../nodes/MerchantData/transport/grantedShops.ts';

// Specification, "Resources", granted shops response.
it.each<[string, unknown, string[]]>([
	['of several', { accountId: 'a.x', additionalShopIds: ['b.x', 'c.x'] }, ['*a.x', 'b.x', 'c.x']],
	['of one', { accountId: 'a.x', additionalShopIds: [] }, ['*a.x']],
	['without further shops', { accountId: 'a.x' }, ['*a.x']],
	['whose further shops are no list', { accountId: 'a.x', additionalShopIds: 'b.x' }, ['*a.x']],
	['without a primary shop', { additionalShopIds: ['b.x'] }, ['b.x']],
	['of none', { additionalShopIds: [] }, []],
	[
		'with a shop twice',
		{ accountId: 'a.x', additionalShopIds: ['b.x', 'a.x', 'b.x'] },
		['*a.x', 'b.x'],
	],
	['with what is no shop', { accountId: '', additionalShopIds: ['', 7, null, 'b.x'] }, ['b.x']],
])('lists the shops of an answer %s, the primary first', (_, answer, expected) => {
	const shops = readGrantedShops(JSON.stringify(answer));
	expect(shops?.map(({ shop, isPrimary }) => (isPrimary ? `*${shop}` : shop))).toEqual(expected);
});

it.each(['', 'OK', '"a.x"', 'null', '17', '[]', '{}', '{"accountId":7,"shops":["a.x"]}'])(
	'does not take %j for a list of granted shops',
	(text) => {
		expect(readGrantedShops(text)).toBeUndefined();
	},
);
