import { ACCOUNT_ID, CLIENT_ID, PROVIDERS } from '../literals.mts';
import { errorPage, miniAppPage } from '../pages.mts';
import type { Route } from '../service.mts';

/** Spec "Endpoints" 3: a page to look at, whose buttons do nothing. */
export const miniAppRoute: Route = {
	endpoint: 'miniApp',
	method: 'GET',
	handle({ query }) {
		const headers = { 'content-type': 'text/html; charset=utf-8' };
		if (query['account-id'] === ACCOUNT_ID && query['app-id'] === CLIENT_ID)
			return { status: 200, headers, body: miniAppPage(PROVIDERS) };
		return { status: 400, headers, body: errorPage('account-id or app-id is missing or unknown.') };
	},
};
