import { requireToken } from '../authentication.mts';
import type { Route } from '../service.mts';

/** Spec "Endpoints" 4: two paths, one answer. */
export const shopsRoutes: Route[] = (['grantedShops', 'grantedShopsOlder'] as const).map(
	(endpoint) => ({
		endpoint,
		method: 'GET',
		handle(received, service) {
			requireToken(received, service);
			const [accountId, ...additionalShopIds] = service.settings.grantedShops;
			return { status: 200, body: { accountId, additionalShopIds } };
		},
	}),
);
