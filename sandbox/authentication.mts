import { ApiError } from './errors.mts';
import { CLIENT_ID } from './literals.mts';
import type { Received, Service } from './service.mts';

/** Spec "Authentication": 401 without a valid token, 429 beyond the quota of the app, 403 without the scope. */
export function requireToken({ endpoint, headers }: Received, service: Service, scope?: string) {
	const scopes = service.oauth.authenticate(headers.authorization);
	service.quotas.take(endpoint, CLIENT_ID);
	if (scope !== undefined && !scopes.includes(scope)) {
		throw new ApiError(403, `The access token lacks the scope ${scope}`);
	}
}

/** Spec "Authentication", 6: 401 for a key that is no good and, unlike OAuth endpoints, for a missing scope. */
export function requireKey({ endpoint, headers }: Received, service: Service, scope?: string) {
	const sent = headers['x-api-key'];
	if (sent === undefined) throw new ApiError(401, 'The header x-api-key is missing');
	const key = service.apiKeys.get(String(sent));
	if (!key) throw new ApiError(401, 'The API key is unknown');
	if (key.revoked) throw new ApiError(401, 'The API key was deleted, has expired or was revoked');
	service.quotas.take(endpoint, key.key);
	if (scope !== undefined && !key.scopes.includes(scope)) {
		throw new ApiError(401, `The API key lacks the scope ${scope}`);
	}
	return key;
}
