/**
 * What the sandbox knows about the service, transcribed from the specification. Nothing here is
 * shared with the connector, so that one typing error cannot pass on both sides.
 */

/** An endpoint that takes rows. Route, table, scope and texts of the sandbox follow from its row. */
interface Push {
	path: string;
	by: 'token' | 'key';
	scope: string;
	/** What SQL finds the rows by. */
	table: string;
	/** What they are to people. */
	rows: string;
	/** Its name on the page `/received`. */
	name: string;
}

export type PushEndpoint = 'ads' | 'emailSms';

/** "Endpoints" 5 and 6. */
export const PUSHES: Readonly<Record<PushEndpoint, Push>> = {
	ads: {
		path: '/api/v2/data-in/ads',
		by: 'token',
		scope: 'ads:write',
		table: 'pushed_ads',
		rows: 'ad rows',
		name: 'Ads',
	},
	emailSms: {
		path: '/api/v2/data-in/email-sms',
		by: 'token',
		scope: 'email-sms:write',
		table: 'pushed_email_sms',
		rows: 'email and SMS rows',
		name: 'Email and SMS',
	},
};
export const PUSH_ENDPOINTS = Object.keys(PUSHES) as PushEndpoint[];

export const pushScopes = (by: Push['by']): string[] =>
	Object.values(PUSHES).flatMap((push) => (push.by === by ? push.scope : []));

const OTHER_PATHS = {
	consent: '/api/v2/platform/dev/auth',
	token: '/api/v2/auth/oauth2/token',
	miniApp: '/platform/integrations',
	grantedShops: '/api/v2/developers/oauth2/granted-shops',
	grantedShopsOlder: '/api/v2/users/oauth2/granted-shops',
	compliance: '/api/v2/compliance/requests/create-request',
	sql: '/api/v2/platform/api/sql',
	apiKey: '/api/v2/users/api-keys/me',
} as const;

export type Endpoint = keyof typeof OTHER_PATHS | PushEndpoint;

/** Names of the endpoints in the log, in faults and in quotas, and their paths. */
export const PATHS = {
	...OTHER_PATHS,
	...Object.fromEntries(PUSH_ENDPOINTS.map((name) => [name, PUSHES[name].path])),
} as Record<Endpoint, string>;

/** Whatever no endpoint answers is logged under `unknown`; `elsewhere` is where redirects lead. */
export type LoggedEndpoint = Endpoint | 'unknown' | 'elsewhere';

/** Consent scopes the sandbox's app is approved for. The first three are the spec's examples. */
export const SCOPES = ['read_data', 'write_data', 'manage_integrations', ...pushScopes('token')];

/** Scopes of API keys, beside those of pushes. "Compliance: Write" is the sandbox's guess; the spec names none for it. */
export const KEY_SCOPES = { sql: 'Data Out', compliance: 'Compliance: Write' } as const;

/** An API key of the account. A key that is revoked (or was regenerated) answers 401. */
export interface ApiKey {
	key: string;
	name: string;
	scopes: string[];
	revoked?: boolean;
}

const ALL_KEY_SCOPES = [
	...new Set([...Object.values(KEY_SCOPES), ...pushScopes('key'), 'Orders: Write']),
	'Pixel Attribution: Read',
	'Summary Page: Read',
];

const without = (left: string) => ALL_KEY_SCOPES.filter((scope) => scope !== left);

/** The keys every sandbox starts with. Development values: they open nothing but a sandbox. */
export const API_KEYS: readonly ApiKey[] = [
	{ key: 'sandbox-key-full', name: 'full', scopes: ALL_KEY_SCOPES },
	{ key: 'sandbox-key-no-data-out', name: 'noDataOut', scopes: without(KEY_SCOPES.sql) },
	{ key: 'sandbox-key-revoked', name: 'revoked', scopes: ALL_KEY_SCOPES, revoked: true },
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
