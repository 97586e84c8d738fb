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
const SHOP = { shopField: 'shop' } as const;
const READ = { repeatable: true };

const OLDER = '/api/v2/users/oauth2/granted-shops';

// Specification, "Endpoints" 4 to 9, "Authentication" and "Errors", row 400 (the shop identifier).
// Only what reads is repeatable: a second push would double rows, a second deletion is unspecified.
it.each<[EndpointName, string, CredentialName, Partial<Endpoint>]>([
	['grantedShops', 'GET developers/oauth2/granted-shops', OAUTH, { ...READ, olderPath: OLDER }],
	['pushAds', 'POST data-in/ads', OAUTH, { ...SHOP, scope: 'Ads: Write' }],
	['pushEmailSms', 'POST data-in/email-sms', OAUTH, { ...SHOP, scope: 'Email/SMS: Write' }],
	['createDeletionRequest', 'POST compliance/requests/create-request', KEY, SHOP],
	['sql', 'POST platform/api/sql', KEY, { ...READ, shopField: 'shopId', scope: 'Data Out' }],
	['inspectApiKey', 'GET users/api-keys/me', KEY, READ],
])('%s is %s with %s, as specified', (name, call, credential, others) => {
	const { method, path, credential: used, label, carries, ...told } = endpoints[name];
	expect([`${method} ${path}`, used]).toEqual([call.replace(' ', ' /api/v2/'), credential]);
	expect(told).toEqual({ repeatable: false, ...others });
});

it('gives each endpoint a name of its own for people, by which errors can be told apart', () => {
	const labels = new Set(Object.values(endpoints).map(({ label }) => label));
	expect(labels.size).toBe(Object.keys(endpoints).length);
});

it('sends people to the pages of the specification, "Endpoints" 1 to 3', () => {
	expect(PAGES).toEqual({
		consent: '/api/v2/platform/dev/auth',
		codeExchange: '/api/v2/auth/oauth2/token',
		miniApp: '/platform/integrations',
	});
});
