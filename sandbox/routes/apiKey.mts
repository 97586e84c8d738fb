import { requireKey } from '../authentication.mts';
import { KEY_SCOPES, type ApiKey } from '../literals.mts';
import type { Route } from '../service.mts';
import type { Settings } from '../settings.mts';

/** The scopes of a key as its record writes them. "Data Out" cannot be chosen for a key, so it is not among them. */
const SCOPES: Record<Settings['keyScopes'], (scopes: string[]) => object> = {
	reported: (scopes) => ({
		scopes: scopes
			.filter((scope) => scope !== KEY_SCOPES.sql)
			.map((scope) => scope.toLowerCase().replace(': ', ':').replace(/ /g, '-')),
	}),
	names: (scopes) => ({ scopes }),
	star: () => ({ scopes: ['*'] }),
	none: () => ({}),
};

/** Spec "Endpoints" 9. The record's fields are not shown; it is used to see the scopes. */
export const apiKeyRoute: Route = {
	endpoint: 'apiKey',
	method: 'GET',
	handle(received, service) {
		const { answers, keyScopes } = service.settings;
		const { name, scopes } = requireKey(received, service);
		const listed = SCOPES[keyScopes](scopes);
		const bodies = {
			reported: { ...REPORTED, description: name, ...listed },
			counts: { name, ...listed },
			empty: {},
		};
		return { status: 200, body: bodies[answers] };
	},
};

const REPORTED: Partial<Record<keyof ApiKey | 'id' | 'email' | 'prefix', string>> = {
	id: 'k1',
	email: 'ann@example.com',
	prefix: '9f1c',
};
