import { requireToken } from '../authentication.mts';
import { ACCOUNT_ID, CLIENT_ID, PROVIDERS } from '../literals.mts';
import { consentPage, errorPage, miniAppPage } from '../pages.mts';
import type { Answer, Received, Route, Service } from '../service.mts';
import type { Settings } from '../settings.mts';
import { isObject } from './body.mts';

/** The app's authorized callback URL: n8n's on a loopback address. */
const CALLBACK =
	/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/rest\/oauth2-credential\/callback$/;

/** Spec "Endpoints" 1: the page, and the two buttons on it; 2; 3; and 4: two paths, one answer. */
export const oauthRoutes: Route[] = [
	{ endpoint: 'consent', method: 'GET', handle: show },
	{ endpoint: 'consent', method: 'POST', handle: decide },
	{
		endpoint: 'token',
		method: 'POST',
		async handle({ endpoint, headers, body }, service) {
			service.quotas.take(endpoint, CLIENT_ID);
			return await service.oauth.answerTokenCall(headers, body, service.closing.signal);
		},
	},
	{ endpoint: 'miniApp', method: 'GET', handle: showMiniApp },
	{ endpoint: 'grantedShops', method: 'GET', handle: listShops },
	{ endpoint: 'grantedShopsOlder', method: 'GET', handle: listShops },
];

function show({ query }: Received, { settings }: Service): Answer {
	const consent = check(query, settings);
	if (typeof consent === 'string') return page(400, errorPage(consent));
	return page(200, consentPage(consent.scopes, settings.grantedShops));
}

function decide({ query, body }: Received, { settings, oauth }: Service): Answer {
	const consent = check(query, settings);
	if (typeof consent === 'string') return page(400, errorPage(consent));
	const { redirectUri, scopes, state } = consent;
	const location = new URL(redirectUri);
	const approved = isObject(body) && body.decision === 'approve';
	if (approved) location.searchParams.set('code', oauth.issueCode(scopes, redirectUri));
	else location.searchParams.set('error', 'access_denied');
	if (state !== undefined) location.searchParams.set('state', state);
	return { status: 302, headers: { location: location.href } };
}

/** The request, or what is wrong with it. Never redirects to an address that is not authorized. */
function check(query: Received['query'], settings: Settings) {
	const { client_id, redirect_uri = '', response_type, scope = '', state } = query;
	// The sample URL and the parameter list of the spec spell the account differently.
	const accounts = [query.account_id, query['account-id']].filter((id) => id !== undefined);
	const scopes = scope.split(' ').filter(Boolean);
	const unknown = scopes.find((name) => !settings.scopes.includes(name));
	const problems: Array<[boolean, string]> = [
		[client_id !== CLIENT_ID, 'client_id is missing or unknown.'],
		[!CALLBACK.test(redirect_uri), 'redirect_uri is not an authorized callback URL.'],
		[response_type !== 'code', 'response_type must be "code".'],
		[scopes.length === 0, 'scope is missing.'],
		[
			unknown !== undefined,
			`The scope "${unknown}" is not known, or the app is not approved for it.`,
		],
		[accounts.length === 0, 'account_id is missing.'],
		[accounts.some((id) => id !== ACCOUNT_ID), 'account_id is not an account of this app.'],
	];
	const problem = problems.find(([wrong]) => wrong)?.[1];
	return problem ?? { redirectUri: redirect_uri, scopes, state };
}

/** A page to look at, whose buttons do nothing. */
function showMiniApp({ query }: Received): Answer {
	const isKnown = query['account-id'] === ACCOUNT_ID && query['app-id'] === CLIENT_ID;
	if (isKnown) return page(200, miniAppPage(PROVIDERS));
	return page(400, errorPage('account-id or app-id is missing or unknown.'));
}

function listShops(received: Received, service: Service): Answer {
	requireToken(received, service);
	const [accountId, ...additionalShopIds] = service.settings.grantedShops;
	return { status: 200, body: { accountId, additionalShopIds } };
}

function page(status: number, html: string): Answer {
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}
