import {
	consentedScopes,
	hasScope,
	keyScopes,
} from '../../../../nodes/MerchantData/service/answers/scopes.ts';

it.each<[unknown, string[] | undefined]>([
	[{ scopes: ['Data Out', ' Orders: Write '] }, ['Data Out', 'Orders: Write']],
	[{ scope: 'Data Out, Orders: Write' }, ['Data Out', 'Orders: Write']],
	[{ permissions: ['a'] }, ['a']],
	[{ scopes: null, permissions: ['a'] }, ['a']],
	[{ name: 'k', data: { scopes: ['a'] } }, ['a']],
	[[{ scopes: ['a'] }], ['a']],
	[{ owner: null, scopes: [] }, []],
	[{ scopes: '' }, []],
	[{ missingScopes: ['Data Out'], scopes: ['Orders: Write'] }, ['Orders: Write']],
	// Nothing is claimed of other shapes.
	[{ missingScopes: ['Data Out'] }, undefined],
	[{ scopes: [{ name: 'a', granted: false }] }, undefined],
	[{ permissions: { 'Data Out': true } }, undefined],
	[{ a: { b: { scopes: ['a'] } } }, undefined],
	['scopes: a', undefined],
	[null, undefined],
	[undefined, undefined],
])('the key record %j names the scopes %j', (record, expected) => {
	expect(keyScopes(record)).toEqual(expected);
});

it.each<[unknown, string[] | undefined]>([
	['read_data ads:write  email-sms:write', ['read_data', 'ads:write', 'email-sms:write']],
	['read_data, ads:write', ['read_data', 'ads:write']],
	[['ads:write'], ['ads:write']],
	[' ', undefined],
	[[], undefined],
	[null, undefined],
	[undefined, undefined],
	[7, undefined],
])('the token answer %j names the scopes %j', (told, expected) => {
	expect(consentedScopes(told)).toEqual(expected);
});

it.each<[string[], string, boolean]>([
	[['Other', 'Data Out'], 'Data Out', true],
	[['data-out'], 'Data Out', true],
	[['DATA_OUT:READ'], 'Data Out', true],
	[['Ads: Write'], 'ads:write', true],
	[['Orders: Write', 'Data In'], 'Data Out', false],
	[['Customer Data', 'Out'], 'Data Out', false],
	[['ads:read'], 'ads:write', false],
	[[], 'Data Out', false],
])('%j has %s: %s', (told, scope, expected) => {
	expect(hasScope(told, scope)).toBe(expected);
});
