import { UNAUTHORIZED } from './errorTable';
import type { StatusRow } from './statusRow';

export const GET_REFRESH_TOKEN =
	'Many services issue a refresh token only if the scope "offline_access" was requested. Without one, the connection ends after an hour. Add the scope to "Additional Scopes" in the credential, then click "Switch account" (n8n 1.x: "Reconnect").';

/** The meaning of a 401 if the token could not be refreshed, by the cause. */
export const REFRESH_ROWS = {
	refreshRefused: {
		...UNAUTHORIZED,
		code: 'credential.refreshRefused',
		message:
			'The credential "{credential}" must be reconnected: its access token has expired (401) and could not be refreshed',
		text: 'To reconnect it, open the credential and click "Switch account" (n8n 1.x: "Reconnect"). The refresh token is used up or expired (it lives 30 days), or the merchant removed the app. If the client secret was rotated, enter the new one first. {needs}',
	},
	refreshTooSlow: {
		...UNAUTHORIZED,
		code: 'credential.notRefreshed',
		next: 'forNow',
		pollCause: 'temporarily-unavailable',
		message:
			'The access token of the credential "{credential}" has expired (401), and the token endpoint did not return a new one in time',
		text: 'Try again later, or raise "Timeout" or "Max Wait" in the options. {needs}',
	},
	/** A 401 has done nothing, so any request may be repeated. */
	refreshFailed: {
		...UNAUTHORIZED,
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
		...UNAUTHORIZED,
		code: 'credential.noRefreshToken',
		message:
			'The credential "{credential}" must be reconnected: its access token has expired (401), and it has no refresh token',
		text: `${GET_REFRESH_TOKEN} {needs}`,
	},
} as const satisfies Record<string, StatusRow>;

export type RefreshFailure = keyof typeof REFRESH_ROWS;
export type Refresh = 'refreshed' | RefreshFailure;
