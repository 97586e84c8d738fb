import {
	consentedScopes,
	missingScopes,
	type Use,
} from '../../../../nodes/MerchantData/resources/connection/scopes.ts';

it.each<[told: unknown, scopes: string[] | undefined]>([
	['read_data ads:write', ['read_data', 'ads:write']],
	[['ads:write'], ['ads:write']],
	['', undefined],
	[[], undefined],
	[null, undefined],
	[undefined, undefined],
])('reads the consented scopes of %j', (told, scopes) => {
	expect(consentedScopes(told)).toEqual(scopes);
});

const ALL: Use[] = ['adData', 'emailSmsData', 'sql'];
const OAUTH = 'merchantDataOAuth2Api';
const KEY = 'merchantDataApi';

it.each([
	[OAUTH, ALL, [], ['Ads: Write', 'Email/SMS: Write']],
	[OAUTH, ALL, ['ads:write'], ['Email/SMS: Write']],
	[OAUTH, ALL, ['email-sms:write', 'ads:write'], []],
	[OAUTH, ['sql'], [], []],
	[OAUTH, ['emailSmsData'], ['ads:write'], ['Email/SMS: Write']],
	[KEY, ALL, [], ['Data Out']],
	[KEY, ALL, ['Data Out'], []],
	[KEY, ['adData'], [], []],
] as const)('%s, used for %j, with %j, lacks %j', (credential, uses, scopes, missing) => {
	const names = missingScopes(credential, uses, scopes).map(({ scopeLabel }) => scopeLabel);
	expect(names).toEqual(missing);
});
