import { requireKey } from '../authentication.mts';
import { KEY_SCOPES } from '../literals.mts';
import type { Route } from '../service.mts';

/** Spec "Endpoints" 9: the record of a key, with scopes as reported. "Data Out" cannot be chosen for a key. */
export const apiKeyRoute: Route = {
	endpoint: 'apiKey',
	method: 'GET',
	handle(received, service) {
		const { name, scopes } = requireKey(received, service);
		if (service.settings.answers === 'empty') return { status: 200, body: {} };
		const listed = scopes
			.filter((scope) => scope !== KEY_SCOPES.sql)
			.map((scope) => scope.toLowerCase().replace(': ', ':').replace(/ /g, '-'));
		const reported = { id: 'k1', email: 'ann@example.com', prefix: '9f1c' };
		return { status: 200, body: { ...reported, description: name, scopes: listed } };
	},
};
