import { CLIENT_ID } from '../literals.mts';
import type { Route } from '../service.mts';

/** Spec "Endpoints" 2. */
export function tokenRoute(closing: AbortSignal): Route {
	return {
		endpoint: 'token',
		method: 'POST',
		async handle({ endpoint, headers, body }, service) {
			service.quotas.take(endpoint, CLIENT_ID);
			return await service.oauth.answerTokenCall(headers, body, closing);
		},
	};
}
