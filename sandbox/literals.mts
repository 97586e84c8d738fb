/**
 * What the sandbox knows about the service, transcribed from the specification. Nothing here is
 * shared with the connector, so that one typing error cannot pass on both sides.
 */

/** Names of the endpoints in the log, in faults and in quotas, and their paths ("Endpoints"). */
export const PATHS = {
	consent: '/api/v2/platform/dev/auth',
	token: '/api/v2/auth/oauth2/token',
	miniApp: '/platform/integrations',
	grantedShops: '/api/v2/developers/oauth2/granted-shops',
	grantedShopsOlder: '/api/v2/users/oauth2/granted-shops',
	ads: '/api/v2/data-in/ads',
	emailSms: '/api/v2/data-in/email-sms',
	compliance: '/api/v2/compliance/requests/create-request',
	sql: '/api/v2/platform/api/sql',
	apiKey: '/api/v2/users/api-keys/me',
} as const;

export type Endpoint = keyof typeof PATHS;

/** Whatever no endpoint answers is logged under `unknown`; `elsewhere` is where redirects lead. */
export type LoggedEndpoint = Endpoint | 'unknown' | 'elsewhere';

/** Consent scopes the sandbox's app is approved for. The first three are the spec's examples. */
export const SCOPES = [
	'read_data',
	'write_data',
	'manage_integrations',
	'ads:write',
	'email-sms:write',
] as const;

/** Scopes of API keys. "Compliance: Write" is the sandbox's guess; the spec names none for it. */
export const KEY_SCOPES = {
	sql: 'Data Out',
	compliance: 'Compliance: Write',
} as const;

/** An API key of the account. A key that is revoked (or was regenerated) answers 401. */
export interface ApiKey {
	key: string;
	name: string;
	scopes: string[];
	revoked?: boolean;
}

const OTHER_KEY_SCOPES = ['Orders: Write', 'Pixel Attribution: Read', 'Summary Page: Read'];

/** The keys every sandbox starts with. Development values: they open nothing but a sandbox. */
export const API_KEYS: readonly ApiKey[] = [
	{
		key: 'sandbox-key-full',
		name: 'full',
		scopes: [...Object.values(KEY_SCOPES), ...OTHER_KEY_SCOPES],
	},
	{
		key: 'sandbox-key-no-data-out',
		name: 'noDataOut',
		scopes: [KEY_SCOPES.compliance, ...OTHER_KEY_SCOPES],
	},
	{
		key: 'sandbox-key-no-compliance',
		name: 'noCompliance',
		scopes: [KEY_SCOPES.sql, ...OTHER_KEY_SCOPES],
	},
	{ key: 'sandbox-key-revoked', name: 'revoked', scopes: Object.values(KEY_SCOPES), revoked: true },
];

export const CLIENT_ID = '7b0f5c1e-4d2a-4f6b-9c3d-2a1e8f5b6c70';
export const CLIENT_SECRET = 'sandbox-client-secret';
export const ACCOUNT_ID = 'sandbox-account-1';

/** The connected shops: the ones with seeded orders and ad spend. */
export const SHOPS = [
	'harbour-goods.example',
	'nordlicht-laden.example',
	'casa-limon.example',
] as const;

/** Providers of the registered app, as the mini-app shows them. */
export const PROVIDERS = ['Example Ads', 'Example Mail', 'Example Messages'] as const;
