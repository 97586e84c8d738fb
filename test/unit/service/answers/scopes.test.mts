import {
	hasScope,
	keyScopes,
	scopeNames,
} from '../../../../nodes/MerchantData/service/answers/scopes.ts';

const read = (record: unknown) => keyScopes(record);

it.each<[unknown, string[] | undefined]>([
	// Names with spaces.
	['Data Out', ['Data Out']],
	['Data Out, Orders: Write', ['Data Out', 'Orders: Write']],
	[
		'Data Out; Orders: Write|Summary Page: Read\n',
		['Data Out', 'Orders: Write', 'Summary Page: Read'],
	],
	['read_data ads:write  email-sms:write', ['read_data', 'ads:write', 'email-sms:write']],
	['read_data *', ['read_data', '*']],
	['read_data,ads:write', ['read_data', 'ads:write']],
	['', []],
	[' , ', []],
	// Lists.
	[
		['Data Out', ' Orders: Write '],
		['Data Out', 'Orders: Write'],
	],
	[['Data Out, Orders: Write'], ['Data Out', 'Orders: Write']],
	[['*'], ['*']],
	[[], []],
	[
		[{ name: 'a' }, { scope: 'b' }, { name: 7, scope: 'c' }, { label: 'd' }, null, 7, {}],
		['a', 'b', 'c', 'd'],
	],
	[
		[
			{ name: 'a', granted: true },
			{ name: 'b', granted: false },
			{ name: 'c', enabled: false },
		],
		['a'],
	],
	// Objects.
	[{ 'Data Out': true, Orders: false, Pixel: null }, ['Data Out']],
	[{ 'Data Out': 'read', Orders: 'none', Pixel: '' }, ['Data Out: read']],
	[
		{ ads: { read: true, write: false }, sms: ['read', 'write'] },
		['ads: read', 'sms: read', 'sms: write'],
	],
	// Nothing.
	[null, undefined],
	[undefined, undefined],
	[7, undefined],
])('%j names the scopes %j', (value, expected) => {
	expect(scopeNames(value)).toEqual(expected);
});

it.each<[unknown, string[] | undefined]>([
	[{ missingScopes: ['Data Out'], scopes: ['Orders: Write'] }, ['Orders: Write']],
	[{ scopes: ['Orders: Write'], missingScopes: ['Data Out'] }, ['Orders: Write']],
	[{ data: { required_permissions: 'x', permissions: 'y' }, availableScopes: ['z'] }, ['y']],
	[{ missingScopes: ['Data Out'] }, undefined],
	[{ scopeCount: 2, keyScopes: ['a'], scopes: ['b'] }, ['b']],
	[{ keys: [{ key: { scope: 'Data Out' } }] }, ['Data Out']],
	[{ scopes: null, permissions: ['a'] }, ['a']],
	[{ permissions: { total: 1, scopes: ['a'] } }, ['a']],
	[{ scopes: { 'Data Out': true } }, ['Data Out']],
	[{ owner: { scopes: ['deep'] }, grantedScopes: ['near'] }, ['near']],
	[{ scopes: [] }, []],
	[{ name: 'k' }, undefined],
	['scopes: a', undefined],
	[null, undefined],
])('the key record %j names the scopes %j', (record, expected) => {
	expect(read(record)).toEqual(expected);
});

it.each<[string[], string, boolean]>([
	[['Data Out'], 'Data Out', true],
	[['data-out'], 'Data Out', true],
	[['DATA_OUT:READ'], 'Data Out', true],
	[['Data Out Orders: Write'], 'Data Out', true],
	[['Orders: Write Data Out'], 'Data Out', true],
	[['Orders: Write', 'Data In'], 'Data Out', false],
	[['Customer Data', 'Out'], 'Data Out', false],
	[['*'], 'ads:write', true],
	[['ads:*'], 'ads:write', true],
	[['Ads: *'], 'ads:write', true],
	[['sms:*', 'read_*'], 'ads:write', false],
	[['Orders *'], 'ads:write', false],
	[['ads:read'], 'ads:write', false],
	[[], 'Data Out', false],
])('%j has %s: %s', (told, scope, expected) => {
	expect(hasScope(told, scope)).toBe(expected);
});
