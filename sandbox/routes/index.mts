import { apiKeyRoute } from './apiKey.mts';
import { complianceRoute } from './compliance.mts';
import { oauthRoutes } from './oauth.mts';
import { pushRoutes } from './push.mts';
import { sqlRoute } from './sql.mts';

/** All endpoints of the spec. */
export const ROUTES = [...oauthRoutes, ...pushRoutes, complianceRoute, sqlRoute, apiKeyRoute];
