import type { Route } from '../service.mts';
import { apiKeyRoute } from './apiKey.mts';
import { complianceRoute } from './compliance.mts';
import { miniAppRoute } from './miniApp.mts';
import { oauthRoutes } from './oauth.mts';
import { pushRoutes } from './push.mts';
import { shopsRoutes } from './shops.mts';
import { sqlRoute } from './sql.mts';

/** All endpoints of the spec. */
export const ROUTES: Route[] = [
	...oauthRoutes,
	miniAppRoute,
	...shopsRoutes,
	...pushRoutes,
	complianceRoute,
	sqlRoute,
	apiKeyRoute,
];
