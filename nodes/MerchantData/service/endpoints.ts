import { listed } from '../lib/counted';

/** Every fact about an endpoint, once. Transcribed from the specification, "Endpoints". */

export type CredentialName = 'merchantDataOAuth2Api' | 'merchantDataApi';

export interface Endpoint {
	label: string;
	method: 'GET' | 'POST';
	path: string;
	/** Tried if the path is not found ("Versioning" 2). */
	olderPath?: string;
	credential: CredentialName;
	/** Rows to store, people to delete, or a query. Error texts and diagnosis depend on it. */
	carries?: 'rows' | 'people' | 'query';
	/** The name of the shop identifier in the request body ("Errors", row 400). */
	shopField?: 'shop' | 'shopId';
	/** The scope that it needs, as the credential's form or the page of the key calls it. */
	scope?: string;
	/** The name of the scope in a consent (OAuth2). */
	consentScope?: string;
	/** Its choice in "Used For" of the check. Each endpoint with a scope has one. */
	usedFor?: { name: string; value: string };
	/** Whether a second attempt does no harm. A push might duplicate its rows; for a deletion, nothing is specified. */
	repeatable: boolean;
}

export type EndpointName = keyof typeof ENDPOINTS;

export const ENDPOINTS = {
	grantedShops: {
		label: 'granted shops',
		method: 'GET',
		path: '/api/v2/developers/oauth2/granted-shops',
		olderPath: '/api/v2/users/oauth2/granted-shops',
		credential: 'merchantDataOAuth2Api',
		repeatable: true,
	},
	pushAds: {
		label: 'ad data',
		method: 'POST',
		path: '/api/v2/data-in/ads',
		credential: 'merchantDataOAuth2Api',
		carries: 'rows',
		shopField: 'shop',
		scope: 'Ads: Write',
		consentScope: 'ads:write',
		usedFor: { name: 'Pushing Ad Data', value: 'adData' },
		repeatable: false,
	},
	pushEmailSms: {
		label: 'email/SMS data',
		method: 'POST',
		path: '/api/v2/data-in/email-sms',
		credential: 'merchantDataOAuth2Api',
		carries: 'rows',
		shopField: 'shop',
		scope: 'Email/SMS: Write',
		consentScope: 'email-sms:write',
		usedFor: { name: 'Pushing Email/SMS Data', value: 'emailSmsData' },
		repeatable: false,
	},
	createDeletionRequest: {
		label: 'deletion request',
		method: 'POST',
		path: '/api/v2/compliance/requests/create-request',
		credential: 'merchantDataApi',
		carries: 'people',
		shopField: 'shop',
		// Not in the specification, but reported.
		scope: 'Compliance: Write',
		usedFor: { name: 'Deletion Requests', value: 'deletionRequest' },
		repeatable: false,
	},
	sql: {
		label: 'SQL query',
		method: 'POST',
		path: '/api/v2/platform/api/sql',
		credential: 'merchantDataApi',
		carries: 'query',
		shopField: 'shopId',
		scope: 'Data Out',
		usedFor: { name: 'SQL Queries', value: 'sql' },
		repeatable: true,
	},
	inspectApiKey: {
		label: 'API key',
		method: 'GET',
		path: '/api/v2/users/api-keys/me',
		credential: 'merchantDataApi',
		repeatable: true,
	},
} as const satisfies Record<string, Endpoint>;

/** The endpoints that need a scope, in the order of the menu of their uses. */
export const SCOPED_ENDPOINTS = Object.values(ENDPOINTS)
	.filter((endpoint) => 'usedFor' in endpoint)
	.sort((one, other) => one.usedFor.name.localeCompare(other.usedFor.name));

const pushed = Object.values(ENDPOINTS).filter(({ carries }: Endpoint) => carries === 'rows');
/** What can be pushed, in words for people. */
export const PUSHED = listed(pushed.map(({ label }) => label.replace(/ data$/, '')));

/** Addresses that a browser or n8n itself opens ("Endpoints" 1 to 3). */
export const PAGES = {
	consent: '/api/v2/platform/dev/auth',
	codeExchange: '/api/v2/auth/oauth2/token',
	miniApp: '/platform/integrations',
} as const;
