import type { StatusRow } from './statusRow';

/** The meaning of a 401, by its cause. */

export const NO_ACCESS = {
	code: 'service.401',
	name: 'Unauthorized',
	outcome: 'rejected',
	next: 'access',
	pollCause: 'credential-invalid',
	// Every further attempt would use up another refresh token, which works once.
	stops: 'credential',
	text: 'The API key is missing, deleted, expired or replaced, or may lack the scope of this endpoint. Check the key and its scopes in the Data > APIs area of your account (resource "API Key" shows what the service reports about it). {needs}',
} as const satisfies StatusRow;

export const UNAUTHORIZED: StatusRow = {
	...NO_ACCESS,
	ask: { merchantDataApi: 'inspectApiKey' },
	cases: {
		keyUnknown: {
			code: 'service.keyUnknown',
			text: 'The service does not know this API key: it is mistyped, deleted, expired or replaced. Copy the key again from Data > APIs of your account into the credential. {needs}',
		},
		keyKnown: {
			code: 'service.keyRefused',
			text: "The service knows this API key, but does not accept it here.{scopes} It may lack {scope}, or belong to another account. If Data > APIs of your account offers that scope, give it to the key. Otherwise use another key, or ask the service's support.",
		},
		merchantDataOAuth2Api: {
			text: 'The access token is not accepted, even after it was refreshed: the merchant removed the app, or its client secret was rotated. Check the client secret in the credential, then reconnect it. {needs}',
		},
	},
};

export const OTHER_ADDRESS: StatusRow = {
	...NO_ACCESS,
	code: 'service.otherAddress',
	text: 'The service does not accept this key or token, because another issuer created it: it belongs to another address (production or staging), or is of another kind. Compare "Environment" and the base URL in the credential with the place where it was created.',
};

export const GET_REFRESH_TOKEN =
	'Many services issue a refresh token only if the scope "offline_access" was requested. Without one, the connection ends after an hour. Add the scope to "Additional Scopes" in the credential, then click "Switch account" (n8n 1.x: "Reconnect").';

/** If the token could not be refreshed. */
export const REFRESH_ROWS = {
	refreshRefused: {
		...NO_ACCESS,
		code: 'credential.refreshRefused',
		message:
			'The credential "{credential}" must be reconnected: its access token has expired (401) and could not be refreshed',
		text: 'To reconnect it, open the credential and click "Switch account" (n8n 1.x: "Reconnect"). The refresh token is used up or expired (it lives 30 days), or the merchant removed the app. If the client secret was rotated, enter the new one first. {needs}',
	},
	refreshTooSlow: {
		...NO_ACCESS,
		code: 'credential.notRefreshed',
		next: 'forNow',
		pollCause: 'temporarily-unavailable',
		message:
			'The access token of the credential "{credential}" has expired (401), and the token endpoint did not return a new one in time',
		text: 'Try again later, or raise "Timeout" or "Max Wait" in the options. {needs}',
	},
	/** A 401 has done nothing, so any request may be repeated. */
	refreshFailed: {
		...NO_ACCESS,
		code: 'credential.notRefreshed',
		repeat: 'always',
		atMost: 5,
		next: 'forNow',
		pollCause: 'temporarily-unavailable',
		message:
			'The access token of the credential "{credential}" has expired (401) and could not be refreshed, because the token endpoint did not return a valid answer',
		text: 'Try again later. If it persists, open the credential and click "Switch account" (n8n 1.x: "Reconnect"). {needs}',
	},
	noRefreshToken: {
		...NO_ACCESS,
		code: 'credential.noRefreshToken',
		message:
			'The credential "{credential}" must be reconnected: its access token has expired (401), and it has no refresh token',
		text: `${GET_REFRESH_TOKEN} {needs}`,
	},
} as const satisfies Record<string, StatusRow>;

export type Refresh = 'refreshed' | keyof typeof REFRESH_ROWS;
