import type { Endpoint } from '../endpoints';
import type { StatusRow } from './statusRow';

/** The meaning of each status and its consequences ("Errors"), row by row. */

const CODES_OF_401 = {
	keyUnknown: 'service.keyUnknown',
	keyKnown: 'service.keyRefused',
	others: 'service.401',
} as const;
const NOT_GRANTED = 'service.shopNotGranted';
const CODES_OF_403 = {
	query: NOT_GRANTED,
	shopGranted: 'service.scopeMissing',
	shopNotGranted: NOT_GRANTED,
	others: 'service.403',
} as const;
const CODES_OF_500 = { shopNotGranted: NOT_GRANTED, others: 'service.500' } as const;

const named = <T extends object>(row: T, code: StatusRow['code'], name: string) => ({
	...row,
	code,
	name,
});

const REFUSED = {
	code: 'service.4xx',
	name: 'Refused',
	outcome: 'rejected',
	next: 'rows',
	pollCause: 'configuration-invalid',
	text: 'The service refused the request. Read its message above, and check the fields of this operation.',
} as const satisfies StatusRow;

const REDIRECT = {
	...named(REFUSED, 'service.redirect', 'Redirect'),
	next: 'access',
	text: 'The answer points to another address. The node did not follow it, because that would hand the credential to that address. Check the base URL in the credential.',
} as const satisfies StatusRow;

/** The error of a push or a deletion says itself whether it may be sent again. */
const maybeLater = (text: string) => ({
	rows: text,
	people: text,
	others: `${text} Try again later.`,
});

/** A gateway lost the answer of a service that may have done the work. */
const SERVER_ERROR = {
	code: 'service.5xx',
	name: 'Server Error',
	repeat: 'ifRepeatable',
	atMost: 3,
	outcome: 'unknown',
	load: 'overloaded',
	next: 'forNow',
	pollCause: 'temporarily-unavailable',
	text: maybeLater('The service, or a gateway in front of it, had an internal failure.'),
} as const satisfies StatusRow;

const KEY_REFUSED =
	'The API key is missing, deleted, expired or replaced, or may lack the scope of this endpoint. Check the key and its scopes in the Data > APIs area of your account (resource "API Key" shows what the service reports about it). {needs}';
const SHOP_NOT_GRANTED =
	'The shop {shop} is not among the granted shops ({shops}). Check the shop, or have the merchant grant it to your app.';

export const UNAUTHORIZED = {
	...named(REFUSED, CODES_OF_401, 'Unauthorized'),
	next: 'access',
	pollCause: 'credential-invalid',
	ask: { merchantDataApi: 'inspectApiKey' },
	// Every further attempt would use up another refresh token, which works once.
	stops: { others: 'credential' },
	text: {
		keyUnknown:
			'The service does not know this API key: it is mistyped, deleted, expired or replaced. Copy the key again from Data > APIs of your account into the credential. {needs}',
		keyKnown:
			"The service knows this API key, but does not accept it here.{scopes} It may lack {scope}, or belong to another account. If Data > APIs of your account offers that scope, give it to the key. Otherwise use another key, or ask the service's support.",
		merchantDataOAuth2Api:
			'The access token is not accepted, even after it was refreshed: the merchant removed the app, or its client secret was rotated. Check the client secret in the credential, then reconnect it. {needs}',
		others: KEY_REFUSED,
	},
} as const satisfies StatusRow;

export const SPECIAL_ROWS = {
	queryTimedOut: {
		...named(SERVER_ERROR, 'service.queryTimedOut', 'Query Timed Out'),
		atMost: 1,
		outcome: 'rejected',
		text: 'The query took longer than the service allows. Split the period ("Split By" in the options), or ask for fewer columns.',
	},
	otherAddress: {
		...UNAUTHORIZED,
		code: 'service.otherAddress',
		ask: undefined,
		text: 'The service does not accept this key or token, because another issuer created it: it belongs to another address (production or staging), or is of another kind. Compare "Environment" and the base URL in the credential with the place where it was created.',
	},
} as const satisfies Record<string, StatusRow>;

const CONTRADICTORY =
	'The status says that the service accepted the request, but the answer does not, so it is not known whether it did.';
const IF_A_PAGE = 'If the answer is a page, check the base URL in the credential.';

const QUOTA_USED_UP = 'The service refused more requests for longer than "Max Wait".';

/** The rows by status. A single digit stands for all others that begin with it. */
export const ERROR_TABLE: Readonly<Record<number, StatusRow>> = {
	2: {
		...named(REFUSED, 'service.contradiction', 'Contradictory Answer'),
		outcome: 'unknown',
		text: {
			replaces: `${CONTRADICTORY} ${IF_A_PAGE}`,
			others: `${CONTRADICTORY} Check at the service before you send it again. ${IF_A_PAGE}`,
		},
	},
	3: REDIRECT,
	/** The other address has the result of the request (RFC 9110, 15.4.4). */
	303: { ...REDIRECT, outcome: 'unknown' },
	4: REFUSED,
	400: {
		...named(REFUSED, 'service.400', 'Bad Request'),
		text: {
			query:
				'The service could not run the query: a SQL syntax error, a table or column it does not know, or a wrong date. Check the SQL, name the columns instead of SELECT *, and write the dates of the period as @startDate and @endDate.',
			rows: 'The service did not accept the shop or one of the rows of this request. Compare the names and values of their fields with what the service expects.',
			people: 'Check the shop, "Emails" and "Phones": the service did not accept one of them.',
			others: REFUSED.text,
		},
	},
	401: UNAUTHORIZED,
	403: {
		...named(REFUSED, CODES_OF_403, 'Access Denied'),
		next: 'access',
		ask: { merchantDataOAuth2Api: 'grantedShops' },
		// If the shop is granted, the scope is missing. A 403 for a shop says nothing about other shops.
		stops: { shopGranted: 'path' },
		text: {
			query:
				'The service reports a missing access token here if it does not know the shop (shopId) or its domain is malformed. No access token is needed. Give the plain domain under which the service knows the shop, without slashes: often that of the shop platform, not that of the storefront. The granted shops, or the account page of the service, show it.',
			shopGranted:
				'The shop {shop} is among the granted shops. What is missing is {scope}. Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
			shopNotGranted: SHOP_NOT_GRANTED,
			merchantDataOAuth2Api:
				'The app lacks {scope}, or the shop is not among the granted ones. Choose the scope under "Scopes" in the credential and reconnect it; the service must have approved your app for it. Check the shop.',
			others: KEY_REFUSED,
		},
	},
	404: {
		...named(REFUSED, 'service.404', 'Not Found'),
		next: 'access',
		text: 'There is no such endpoint at this address: it was renamed or removed, or the address is wrong. Check the base URL in the credential, then look for an update of this package.',
	},
	/** A proxy asks for a password before it passes anything on (RFC 9110, 15.5.8). */
	407: {
		...named(REFUSED, 'service.407', 'Proxy Authentication Required'),
		outcome: 'notSent',
		text: 'A proxy on the way to the service requires a user name and a password. Nothing was sent. Check the address of the proxy in the environment of n8n (HTTPS_PROXY).',
	},
	413: {
		...named(REFUSED, 'service.413', 'Content Too Large'),
		text: 'The request is larger than the service accepts, and cannot be split. Shorten the values of the row, or the query.',
	},
	/** "Every 429 carries header Retry-After"; nothing was done. Its limiter makes it wait. */
	429: {
		code: 'service.429',
		name: 'Rate Limit Exceeded',
		repeat: 'always',
		outcome: 'rejected',
		load: 'rateLimited',
		next: 'forNow',
		pollCause: 'rate-limited',
		text: {
			query: `${QUOTA_USED_UP} Raise "Max Wait" in the options, run less often, or choose shorter periods.`,
			others: `${QUOTA_USED_UP} Raise "Max Wait" in the options, or run less often.`,
		},
	},
	5: SERVER_ERROR,
	/** "Retry once." Not a sign of load: the usual cause is the shop. */
	500: {
		...named(SERVER_ERROR, CODES_OF_500, 'Internal Server Error'),
		atMost: 1,
		load: undefined,
		next: 'access',
		ask: { merchantDataOAuth2Api: 'grantedShops' },
		text: {
			shopGranted:
				"The shop {shop} is among the granted shops. The service had an internal failure. If it persists, send the block below to the service's support.",
			shopNotGranted: SHOP_NOT_GRANTED,
			others:
				"The shop does not match a store that is connected to the account, or the service had an internal failure. Check the shop. If it is right, send the block below to the service's support.",
		},
	},
	502: named(SERVER_ERROR, 'service.502', 'Bad Gateway'),
	503: {
		...named(SERVER_ERROR, 'service.503', 'Service Unavailable'),
		outcome: 'rejected',
		text: maybeLater(
			'The service is not available at the moment, and did not process the request.',
		),
	},
	504: named(SERVER_ERROR, 'service.504', 'Gateway Timeout'),
};

/** Not the name of a column that the service does not know. */
const SAYS_TIMED_OUT = /^(?!.*unknown |.*syntax error)(?=.*\b(time[- ]?out|timed[- ]out))/is;
const SAYS_OTHER_ISSUER = /\b(iss|issuer|aud|audience)\b/i;

/** The row of a failed answer. @param text of the service */
export function rowOf(status: number, text = '', carries?: Endpoint['carries']): StatusRow {
	if (status === 400 && carries === 'query' && SAYS_TIMED_OUT.test(text))
		return SPECIAL_ROWS.queryTimedOut;
	if (status === 401 && SAYS_OTHER_ISSUER.test(text)) return SPECIAL_ROWS.otherAddress;
	return ERROR_TABLE[status] ?? ERROR_TABLE[Math.floor(status / 100)] ?? SERVER_ERROR;
}
