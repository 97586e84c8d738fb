import type { Route } from '../service.mts';
import { apiKeyRoute } from './apiKey.mts';
import { complianceRoute } from './compliance.mts';
import { consentRoutes } from './consent.mts';
import { miniAppRoute } from './miniApp.mts';
import { pushRoutes } from './push.mts';
import { shopsRoutes } from './shops.mts';
import { sqlRoute } from './sql.mts';
import { tokenRoute } from './token.mts';

/** All endpoints of the spec. `closing` ends what a route waits for. */
export function routes(closing: AbortSignal): Route[] {
	return [
		...consentRoutes,
		tokenRoute(closing),
		miniAppRoute,
		...shopsRoutes,
		...pushRoutes,
		complianceRoute,
		sqlRoute,
		apiKeyRoute,
	];
}
