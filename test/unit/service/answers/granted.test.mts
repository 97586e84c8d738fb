import {
	consentedScopes,
	hasScope,
	isGranted,
	keyScopes,
	readGrantedShops,
} from '../../../../nodes/MerchantData/service/answers/granted.ts';

// Specification, "Resources", granted shops response.
it.each<[string, unknown, string[]]>([
	['of several', { accountId: 'a.x', additionalShopIds: ['b.x', 'c.x'] }, ['*a.x', 'b.x', 'c.x']],
	['without further shops', { accountId: 'a.x' }, ['*a.x']],
	['whose further shops are no list', { accountId: 'a.x', additionalShopIds: 'b.x' }, ['*a.x']],
	['of none', { additionalShopIds: [] }, []],
	['with one twice', { accountId: 'a.x', additionalShopIds: ['b.x', 'a.x'] }, ['*a.x', 'b.x']],
	['with what is no shop', { accountId: '', additionalShopIds: ['', 7, null, 'b.x'] }, ['b.x']],
])('lists the shops of an answer %s, the primary first', (_, answer, expected) => {
	const shops = readGrantedShops(answer);
	expect(shops?.map(({ shop, isPrimary }) => (isPrimary ? `*${shop}` : shop))).toEqual(expected);
});

it.each([
	...['a.x', null, 17, [], {}, { accountId: 7, shops: ['a.x'] }, { accountId: {} }],
	{ accountId: 7, additionalShopIds: [] },
	{ accountId: { domain: 'a.x' }, additionalShopIds: [{ domain: 'b.x' }] },
])('does not take %j for a list of granted shops', (answer) => {
	expect(readGrantedShops(answer)).toBeUndefined();
});

it.each<[unknown, boolean | undefined]>([
	[{ accountId: 'xn--kse-qla.x', additionalShopIds: [] }, true],
	[{ accountId: 'https://K\u00c4SE.x./' }, true],
	[{ additionalShopIds: ['b.x', ' k\u00e4se.x '] }, true],
	[{ accountId: 7, additionalShopIds: [null, 'no domain', {}, 'k\u00e4se.x'] }, true],
	[{ accountId: null, additionalShopIds: [] }, false],
	[{ accountId: '', additionalShopIds: ['b.x', ''] }, false],
	[{ accountId: 'a.x', additionalShopIds: ['b.x', 'https://c.x'] }, false],
	// A wrong "no" would have rows sent again that the service may have.
	...['OK', {}].map((answer) => [answer, undefined] as [unknown, undefined]),
	...[undefined, 'b.x', { 0: 'b.x' }, ['b.x', 7], [null], [{ domain: 'b.x' }], ['Shop B']].map(
		(shops) => [{ accountId: 'a.x', additionalShopIds: shops }, undefined] as [object, undefined],
	),
	...[7, 'account-12', { domain: 'a.x' }].map(
		(accountId) => [{ accountId, additionalShopIds: [] }, undefined] as [object, undefined],
	),
])('whether a shop is granted is read, or cannot be told, from %j: %s', (answer, expected) => {
	expect(isGranted(answer, 'k\u00e4se.x')).toBe(expected);
	expect(isGranted(answer, 'no-domain')).toBeUndefined();
});

const noScopes = (told: unknown): [unknown, undefined] => [told, undefined];

it.each<[unknown, string[] | undefined]>([
	[{ scopes: ['Data Out', ' Orders: Write '] }, ['Data Out', 'Orders: Write']],
	[{ scope: 'Data Out, Orders: Write' }, ['Data Out', 'Orders: Write']],
	[{ scopes: null, permissions: ['a'] }, ['a']],
	[{ name: 'k', data: { scopes: ['a'] } }, ['a']],
	[{ owner: null, scopes: [] }, []],
	[{ missingScopes: ['Data Out'], scopes: ['Orders: Write'] }, ['Orders: Write']],
	// Nothing is claimed of other shapes.
	[{ missingScopes: ['Data Out'] }, undefined],
	[{ scopes: [{ name: 'a', granted: false }] }, undefined],
	[{ a: { b: { scopes: ['a'] } } }, undefined],
	...['scopes: a', null, undefined].map(noScopes),
])('the key record %j names the scopes %j', (record, expected) => {
	expect(keyScopes(record)).toEqual(expected);
});

it.each<[unknown, string[] | undefined]>([
	['read_data ads:write  email-sms:write', ['read_data', 'ads:write', 'email-sms:write']],
	['read_data, ads:write', ['read_data', 'ads:write']],
	[['ads:write'], ['ads:write']],
	...[' ', [], null, undefined, 7].map(noScopes),
])('the token answer %j names the scopes %j', (told, expected) => {
	expect(consentedScopes(told)).toEqual(expected);
});

it.each<[string[], string, boolean]>([
	[['Other', 'Data Out'], 'Data Out', true],
	[['DATA_OUT:READ'], 'Data Out', true],
	[['Ads: Write'], 'ads:write', true],
	[['Customer Data', 'Out'], 'Data Out', false],
	[[], 'Data Out', false],
])('%j has %s: %s', (told, scope, expected) => {
	expect(hasScope(told, scope)).toBe(expected);
});
