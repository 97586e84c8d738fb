import {
	isGranted,
	readGrantedShops,
} from '../../../../nodes/MerchantData/service/answers/grantedShops.ts';

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
	[
		'with a shop in two spellings',
		{ accountId: 'https://A.x/', additionalShopIds: ['a.x', 'xn--kse-qla.x', 'k\u00e4se.x'] },
		['*https://A.x/', 'xn--kse-qla.x'],
	],
	[
		'with names that are no domains',
		{ accountId: 'Shop 1', additionalShopIds: ['Shop 2', 'Shop 1'] },
		['*Shop 1', 'Shop 2'],
	],
	[
		'of objects',
		{
			accountId: { id: 'gid://1', shopDomain: 'a.x' },
			additionalShopIds: [
				{ domain: 'b.x' },
				{ shop: 'c.x' },
				{ shopId: 'd.x', name: 'D' },
				{ id: 'e.x' },
				{ name: 'f.x', id: 7 },
				{ platform: 'g.x', shopDomain: 'h.x' },
				{ address: 'i.x', name: 'I', domain: 'I!' },
				{ name: 'no domain' },
				{},
			],
		},
		['*a.x', 'b.x', 'c.x', 'd.x', 'e.x', 'f.x', 'h.x', 'i.x'],
	],
	['with what is no shop', { accountId: '', additionalShopIds: ['', 7, null, 'b.x'] }, ['b.x']],
])('lists the shops of an answer %s, the primary first', (_, answer, expected) => {
	const shops = readGrantedShops(answer);
	expect(shops?.map(({ shop, isPrimary }) => (isPrimary ? `*${shop}` : shop))).toEqual(expected);
});

it.each([
	'a.x',
	null,
	17,
	[],
	{},
	{ accountId: 7, shops: ['a.x'] },
	{ accountId: {} },
	{ accountId: '' },
])('does not take %j for a list of granted shops', (answer) => {
	expect(readGrantedShops(answer)).toBeUndefined();
});

describe('whether a shop is granted', () => {
	const granted = (answer: unknown, shop = 'k\u00e4se.x') => isGranted(answer, shop);

	it.each<unknown>([
		{ accountId: 'xn--kse-qla.x', additionalShopIds: [] },
		{ accountId: 'https://K\u00c4SE.x./' },
		{ accountId: { id: 7, domain: 'k\u00e4se.x' } },
		{ accountId: { shopDomain: 'alias.x', domain: 'k\u00e4se.x' } },
		{ additionalShopIds: ['b.x', ' k\u00e4se.x '] },
		{ additionalShopIds: [7, null, 'no domain', { host: 'k\u00e4se.x' }] },
	])('is certain from %j', (answer) => {
		expect(granted(answer)).toBe(true);
	});

	it.each<unknown>([
		{ additionalShopIds: [] },
		{ accountId: null, additionalShopIds: [] },
		{ accountId: '', additionalShopIds: ['b.x'] },
		{ accountId: 'a.x', additionalShopIds: [{ id: 7, domain: 'b.x' }, 'https://c.x'] },
		{ accountId: { name: 'A', domain: 'a.x' }, additionalShopIds: [] },
	])('is out of the question after %j', (answer) => {
		expect(granted(answer)).toBe(false);
	});

	// A wrong "no" would have rows sent again that the service may have.
	it.each<unknown>([
		'OK',
		{},
		{ accountId: 'a.x' },
		{ accountId: 'a.x', additionalShopIds: 'b.x' },
		{ accountId: 'a.x', additionalShopIds: { 0: 'b.x' } },
		{ accountId: 'a.x', additionalShopIds: ['b.x', 7] },
		{ accountId: 'a.x', additionalShopIds: ['b.x', ''] },
		{ accountId: 'a.x', additionalShopIds: [null] },
		{ accountId: 'a.x', additionalShopIds: [{ id: 7 }] },
		{ accountId: 'a.x', additionalShopIds: [{ shop: { domain: 'b.x' } }] },
		{ accountId: 'a.x', additionalShopIds: ['Shop B'] },
		{ accountId: 7, additionalShopIds: [] },
		{ accountId: 'account-12', additionalShopIds: [] },
		{ accountId: { id: 7 }, additionalShopIds: [] },
	])('cannot be told from %j', (answer) => {
		expect(granted(answer)).toBeUndefined();
	});

	it('cannot be told of what is no domain', () => {
		expect(granted({ accountId: 'a.x', additionalShopIds: [] }, 'shop')).toBeUndefined();
	});
});
