import { isPage } from '../answers/goodAnswer';
import type { Endpoint } from '../endpoints';
import type { StatusRow } from './statusRow';
import { NO_ACCESS, OTHER_ADDRESS, UNAUTHORIZED } from './unauthorized';

/** The meaning of each status and its consequences ("Errors"), row by row. */

const REFUSED = {
	code: 'service.4xx',
	name: 'Refused',
	outcome: 'rejected',
	next: 'rows',
	pollCause: 'configuration-invalid',
	text: 'The service refused the request. Read its message above, and check the fields of this operation.',
} as const satisfies StatusRow;

const REDIRECT = {
	...REFUSED,
	code: 'service.redirect',
	name: 'Redirect',
	next: 'access',
	text: 'The answer points to another address. The node did not follow it, because that would hand the credential to that address. Check the base URL in the credential.',
} as const satisfies StatusRow;

/** The text, and when to try again. The error of a push or a deletion says itself whether it may be sent again. */
const maybeLater = (text: string) => ({
	text: `${text} Try again later.`,
	cases: { rows: { text }, people: { text } },
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
	...maybeLater('The service, or a gateway in front of it, had an internal failure.'),
} as const satisfies StatusRow;

/** A page is not from the service, so it tells nothing about a scope or a shop, or about other requests. */
export const BLOCKED = {
	...REFUSED,
	code: 'service.403',
	name: 'Access Denied',
	next: 'forNow',
	pollCause: 'temporarily-unavailable',
	text: 'The answer is a web page or XML: something in front of the service, such as a firewall, refused the request. Ask your contact at the service to let requests from this n8n pass.',
} as const satisfies StatusRow;

const SHOP_NOT_GRANTED = {
	code: 'service.shopNotGranted',
	text: 'The shop {shop} is not among the granted shops ({shops}). Check the shop, or have the merchant grant it to your app.',
	outcome: 'rejected',
} as const;

export const QUERY_TIMED_OUT = {
	...SERVER_ERROR,
	code: 'service.queryTimedOut',
	name: 'Query Timed Out',
	atMost: 1,
	outcome: 'rejected',
	text: 'The query took longer than the service allows. Ask for fewer days (in a SQL query, with "Split By" in the options) or for fewer columns.',
} as const satisfies StatusRow;

const CONTRADICTORY =
	'The status says that the service accepted the request, but the answer does not, so it is not known whether it did.';
const IF_A_PAGE = 'If the answer is a page, check the base URL in the credential.';

const TOO_LARGE = 'The request is larger than the service accepts, and cannot be split.';

/** The rows by status. A single digit stands for all others that begin with it. */
export const ERROR_TABLE: Readonly<Record<number, StatusRow>> = {
	2: {
		...REFUSED,
		code: 'service.contradiction',
		name: 'Contradictory Answer',
		outcome: 'unknown',
		text: `${CONTRADICTORY} Check at the service before you send it again. ${IF_A_PAGE}`,
		cases: { replaces: { text: `${CONTRADICTORY} ${IF_A_PAGE}` } },
	},
	3: REDIRECT,
	/** The other address has the result of the request (RFC 9110, 15.4.4). */
	303: { ...REDIRECT, outcome: 'unknown' },
	4: REFUSED,
	400: {
		...REFUSED,
		code: 'service.400',
		name: 'Bad Request',
		cases: {
			query: {
				text: 'The service could not run the query: a SQL syntax error, a table or column it does not know, or a wrong date. Check the SQL, name the columns instead of SELECT *, and write the dates of the period as @startDate and @endDate.',
			},
			rows: {
				text: 'The service did not accept the shop or one of the rows of this request. Compare the names and values of their fields with what the service expects.',
			},
			people: {
				text: 'Check the shop, "Emails" and "Phones": the service did not accept one of them.',
			},
		},
	},
	401: UNAUTHORIZED,
	403: {
		...REFUSED,
		code: 'service.403',
		name: 'Access Denied',
		next: 'access',
		ask: { merchantDataOAuth2Api: 'grantedShops' },
		text: NO_ACCESS.text,
		cases: {
			query: {
				code: 'service.shopNotGranted',
				text: 'The service reports a missing access token here if it does not know the shop (shopId) or its domain is malformed. No access token is needed. Give the plain domain under which the service knows the shop, without slashes: often that of the shop platform, not that of the storefront. The granted shops, or the account page of the service, show it.',
			},
			shopGranted: {
				code: 'service.scopeMissing',
				text: 'The shop {shop} is among the granted shops. What is missing is {scope}. Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
				// A 403 for a shop says nothing about other shops, but one for the scope does.
				stops: 'path',
			},
			shopNotGranted: SHOP_NOT_GRANTED,
			merchantDataOAuth2Api: {
				text: 'The app lacks {scope}, or the shop is not among the granted ones. Choose the scope under "Scopes" in the credential and reconnect it; the service must have approved your app for it. Check the shop.',
			},
		},
	},
	404: {
		...REFUSED,
		code: 'service.404',
		name: 'Not Found',
		next: 'access',
		text: 'There is no such endpoint at this address: it was renamed or removed, or the address is wrong. Check the base URL in the credential, then look for an update of this package.',
	},
	/** A proxy asks for a password before it passes anything on (RFC 9110, 15.5.8). */
	407: {
		...REFUSED,
		code: 'service.407',
		name: 'Proxy Authentication Required',
		outcome: 'notSent',
		text: 'A proxy on the way to the service requires a user name and a password. Nothing was sent. Check the address of the proxy in the environment of n8n (HTTPS_PROXY).',
	},
	413: {
		...REFUSED,
		code: 'service.413',
		name: 'Content Too Large',
		text: `${TOO_LARGE} Shorten the values of the row, or the query.`,
		cases: { people: { text: `${TOO_LARGE} Give fewer entries per item.` } },
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
		text: 'The service refused more requests for longer than "Max Wait". Raise "Max Wait" in the options, or run less often.',
	},
	5: SERVER_ERROR,
	/** "Retry once." Not a sign of load: the usual cause is the shop. */
	500: {
		...SERVER_ERROR,
		code: 'service.500',
		name: 'Internal Server Error',
		atMost: 1,
		load: undefined,
		next: 'access',
		ask: { merchantDataOAuth2Api: 'grantedShops' },
		text: "The shop does not match a store that is connected to the account, or the service had an internal failure. Check the shop. If it is right, send the block below to the service's support.",
		cases: {
			shopGranted: {
				text: "The shop {shop} is among the granted shops. The service had an internal failure. If it persists, send the block below to the service's support.",
			},
			// Not a fault of the service, so the data is not in doubt.
			shopNotGranted: SHOP_NOT_GRANTED,
		},
	},
	502: { ...SERVER_ERROR, code: 'service.502', name: 'Bad Gateway' },
	503: {
		...SERVER_ERROR,
		code: 'service.503',
		name: 'Service Unavailable',
		outcome: 'rejected',
		...maybeLater('The service is not available at the moment, and did not process the request.'),
	},
	504: { ...SERVER_ERROR, code: 'service.504', name: 'Gateway Timeout' },
};

/** Not the name of a column that the service does not know. */
const SAYS_TIMED_OUT =
	/^(?!.*unknown |.*missing columns|.*syntax error)(?=.*\b(time[- ]?out|timed[- ]out))/is;
const SAYS_OTHER_ISSUER = /\b(iss|issuer|aud|audience)\b/i;

/** The row of a failed answer. @param text of the service */
export function rowOf(status: number, text = '', carries?: Endpoint['carries']): StatusRow {
	if (status === 400 && carries === 'query' && SAYS_TIMED_OUT.test(text)) return QUERY_TIMED_OUT;
	if (status === 403 && isPage(text)) return BLOCKED;
	if (status === 401 && SAYS_OTHER_ISSUER.test(text)) return OTHER_ADDRESS;
	return ERROR_TABLE[status] ?? ERROR_TABLE[Math.floor(status / 100)] ?? SERVER_ERROR;
}
