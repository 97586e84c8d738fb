import { ACCOUNT_ID, CLIENT_ID, PROVIDERS } from '../literals.mts';
import { errorPage, miniAppPage } from '../pages.mts';
import type { Received, Route, Service } from '../service.mts';
import { isObject } from './body.mts';

/** Spec "Endpoints" 3: the page, and its Connect buttons. */
export const miniAppRoutes: Route[] = [
	{ endpoint: 'miniApp', method: 'GET', handle: miniApp },
	{ endpoint: 'miniApp', method: 'POST', handle: miniApp },
];

function miniApp({ query, body }: Received, { connectedProviders }: Service) {
	const headers = { 'content-type': 'text/html; charset=utf-8' };
	if (query['account-id'] !== ACCOUNT_ID || query['app-id'] !== CLIENT_ID) {
		const problem = 'account-id or app-id is missing or unknown.';
		return { status: 400, headers, body: errorPage(problem) };
	}
	const chosen = PROVIDERS.find((provider) => isObject(body) && body.provider === provider);
	if (chosen) connectedProviders.add(chosen);
	return { status: 200, headers, body: miniAppPage(PROVIDERS, connectedProviders) };
}
