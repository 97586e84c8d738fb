import {
	consentedScopes,
	hasScope,
	isGranted,
	keyScopes,
	readGrantedShops,
} from '../../../../nodes/MerchantData/service/answers/granted.ts';

// Specification, "Resources", granted shops response.
it.each<[string, unknown, string[]]>([
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
	[{ accountId: 7, additionalShopIds: [null, 'no domain', {}, ' k\u00e4se.x '] }, true],
	[{ accountId: null, additionalShopIds: [] }, false],
	[{ accountId: '', additionalShopIds: ['b.x', ''] }, false],
	[{ accountId: 'a.x', additionalShopIds: ['b.x', 'https://c.x'] }, false],
	// A wrong "no" would have rows sent again that the service may have.
	...['OK', { accountId: 'account-12', additionalShopIds: [] }].map(
		(answer): [unknown, undefined] => [answer, undefined],
	),
	...[undefined, 'b.x', ['b.x', 7], [null], ['Shop B']].map((shops): [unknown, undefined] => [
		{ accountId: 'a.x', additionalShopIds: shops },
		undefined,
	]),
])('whether a shop is granted is read, or cannot be told, from %j: %s', (answer, expected) => {
	expect(isGranted(answer, 'k\u00e4se.x')).toBe(expected);
	expect(isGranted(answer, 'no-domain')).toBeUndefined();
});

it.each<[unknown, string[] | undefined]>([
	[{ scopes: ['Data Out', ' Orders: Write ', ''] }, ['Data Out', 'Orders: Write']],
	[{ owner: null, scopes: [] }, []],
	// Nothing is claimed of other shapes.
	...[{ missingScopes: ['a'] }, { scopes: [{ name: 'a' }] }, { scopes: 'a' }, 'scopes', null].map(
		(record): [unknown, undefined] => [record, undefined],
	),
])('the key record %j names the scopes %j', (record, expected) => {
	expect(keyScopes(record)).toEqual(expected);
});

it.each<[unknown, string[] | undefined]>([
	['read_data ads:write  email-sms:write', ['read_data', 'ads:write', 'email-sms:write']],
	['read_data, ads:write', ['read_data', 'ads:write']],
	[['ads:write'], ['ads:write']],
	...[' ', [], undefined, 7].map((told): [unknown, undefined] => [told, undefined]),
])('the token answer %j names the scopes %j', (told, expected) => {
	expect(consentedScopes(told)).toEqual(expected);
});

it.each<[string[], string, boolean]>([
	[['Other', 'Data Out'], 'Data Out', true],
	[['DATA_OUT:READ'], 'Data Out', true],
	[['*'], 'Data Out', true],
	[['Customer Data', 'Out'], 'Data Out', false],
])('%j has %s: %s', (told, scope, expected) => {
	expect(hasScope(told, scope)).toBe(expected);
});
