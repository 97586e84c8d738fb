import {
	type CredentialName,
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
	PAGES,
} from '../../../nodes/MerchantData/service/endpoints.ts';

const endpoints: Record<EndpointName, Endpoint> = ENDPOINTS;
const OAUTH: CredentialName = 'merchantDataOAuth2Api';
const KEY: CredentialName = 'merchantDataApi';

// Specification, "Endpoints" 4 to 9, "Authentication" and "Errors", row 400 (the shop identifier).
it.each<[EndpointName, string, CredentialName, Pick<Endpoint, 'shopField' | 'scope'>]>([
	['grantedShops', 'GET /api/v2/developers/oauth2/granted-shops', OAUTH, {}],
	['pushAds', 'POST /api/v2/data-in/ads', OAUTH, { shopField: 'shop', scope: 'Ads: Write' }],
	[
		'pushEmailSms',
		'POST /api/v2/data-in/email-sms',
		OAUTH,
		{ shopField: 'shop', scope: 'Email/SMS: Write' },
	],
	[
		'createDeletionRequest',
		'POST /api/v2/compliance/requests/create-request',
		KEY,
		{ shopField: 'shop' },
	],
	['sql', 'POST /api/v2/platform/api/sql', KEY, { shopField: 'shopId', scope: 'Data Out' }],
	['inspectApiKey', 'GET /api/v2/users/api-keys/me', KEY, {}],
])('%s is %s with %s, as specified', (name, call, credential, body) => {
	const { method, path, shopField, scope, ...endpoint } = endpoints[name];
	expect(`${method} ${path}`).toBe(call);
	expect(endpoint.credential).toBe(credential);
	expect({ shopField, scope }).toEqual({ shopField: undefined, scope: undefined, ...body });
});

it('knows the older path of the one call that has one', () => {
	const older = Object.entries(endpoints).flatMap(([name, { olderPath }]) =>
		olderPath === undefined ? [] : [[name, olderPath]],
	);
	expect(older).toEqual([['grantedShops', '/api/v2/users/oauth2/granted-shops']]);
});

it('repeats only what reads: a second push would double rows, a second deletion is unspecified', () => {
	const repeatable = Object.entries(endpoints).filter(([, endpoint]) => endpoint.repeatable);
	expect(repeatable.map(([name]) => name)).toEqual(['grantedShops', 'sql', 'inspectApiKey']);
});

it('gives each endpoint a name of its own for people, by which errors can be told apart', () => {
	const labels = Object.values(endpoints).map(({ label }) => label);
	expect(new Set(labels).size).toBe(labels.length);
	expect(labels).not.toContain('');
});

it('sends people to the pages of the specification, "Endpoints" 1 to 3', () => {
	expect(PAGES).toEqual({
		consent: '/api/v2/platform/dev/auth',
		codeExchange: '/api/v2/auth/oauth2/token',
		miniApp: '/platform/integrations',
	});
});
