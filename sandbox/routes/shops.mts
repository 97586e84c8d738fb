import { requireToken } from '../authentication.mts';
import { ApiError } from '../errors.mts';
import type { Route } from '../service.mts';

/** Spec "Endpoints" 4: two paths, one answer. */
export const shopsRoutes: Route[] = (['grantedShops', 'grantedShopsOlder'] as const).map(
	(endpoint) => ({
		endpoint,
		method: 'GET',
		handle(received, service) {
			const { currentGrantedShopsPath, grantedShops } = service.settings;
			if (endpoint === 'grantedShops' && !currentGrantedShopsPath) {
				throw new ApiError(404, 'This endpoint was renamed or removed');
			}
			requireToken(received, service);
			const [accountId, ...additionalShopIds] = grantedShops;
			return { status: 200, body: { accountId, additionalShopIds } };
		},
	}),
);
