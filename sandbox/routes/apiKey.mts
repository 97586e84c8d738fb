import { requireKey } from '../authentication.mts';
import type { Route } from '../service.mts';

/** Spec "Endpoints" 9. The record's fields are not shown; it is used to see the scopes. */
export const apiKeyRoute: Route = {
	endpoint: 'apiKey',
	method: 'GET',
	handle(received, service) {
		const { name, scopes } = requireKey(received, service);
		return { status: 200, body: { name, scopes } };
	},
};
