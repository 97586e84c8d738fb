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
	{ accountId: 7, additionalShopIds: [] },
	{ accountId: { domain: 'a.x' }, additionalShopIds: [{ domain: 'b.x' }] },
])('does not take %j for a list of granted shops', (answer) => {
	expect(readGrantedShops(answer)).toBeUndefined();
});

describe('whether a shop is granted', () => {
	const granted = (answer: unknown, shop = 'k\u00e4se.x') => isGranted(answer, shop);

	it.each<unknown>([
		{ accountId: 'xn--kse-qla.x', additionalShopIds: [] },
		{ accountId: 'https://K\u00c4SE.x./' },
		{ additionalShopIds: ['b.x', ' k\u00e4se.x '] },
		{ accountId: 7, additionalShopIds: [null, 'no domain', {}, 'k\u00e4se.x'] },
	])('is certain from %j', (answer) => {
		expect(granted(answer)).toBe(true);
	});

	it.each<unknown>([
		{ additionalShopIds: [] },
		{ accountId: null, additionalShopIds: [] },
		{ accountId: '', additionalShopIds: ['b.x'] },
		{ accountId: 'a.x', additionalShopIds: ['b.x', 'https://c.x'] },
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
		{ accountId: 'a.x', additionalShopIds: [{ domain: 'b.x' }] },
		{ accountId: 'a.x', additionalShopIds: ['Shop B'] },
		{ accountId: 7, additionalShopIds: [] },
		{ accountId: 'account-12', additionalShopIds: [] },
		{ accountId: { domain: 'a.x' }, additionalShopIds: [] },
	])('cannot be told from %j', (answer) => {
		expect(granted(answer)).toBeUndefined();
	});

	it('cannot be told of what is no domain', () => {
		expect(granted({ accountId: 'a.x', additionalShopIds: [] }, 'shop')).toBeUndefined();
	});
});
