import type { Endpoint } from '../endpoints';
import type { Cause } from './diagnosis';

/**
 * What each status means and what to do about it: the specification's "Errors", row by row.
 * The first row that fits the endpoint and the status is used, so the particular stands first.
 */
export interface ErrorRow {
	status: number;
	/** What the endpoints have in common for which the row holds; all where it is left out. */
	on?: Partial<Pick<Endpoint, 'credential' | 'carries'>>;
	/** Set where the row holds only once this cause was found out. */
	cause?: Cause;
	name: string;
	/** `{scope}` stands for what the endpoint needs, which a 401 and a 403 name in any case. */
	meaning: string;
	remedy: string;
}

const WITH_TOKEN = { credential: 'merchantDataOAuth2Api' } as const;
const WITH_KEY = { credential: 'merchantDataApi' } as const;
const PUSHES = { ...WITH_TOKEN, carries: 'rows' } as const;
const GRANT = 'Check the shop, or have the merchant grant it to your app.';

export const ERROR_TABLE: readonly ErrorRow[] = [
	{
		status: 303,
		name: 'See Other',
		meaning: 'The service tells the outcome elsewhere, so it may have taken the request.',
		remedy: 'It was not followed. Look at the service before you send the request again.',
	},
	{
		status: 304,
		name: 'Not Modified',
		meaning:
			'The answer says that nothing has changed since an earlier one. This node keeps no answers and did not ask for that, so a cache between n8n and the service may have said it.',
		remedy: 'Have caches and proxies on the way pass these requests on to the service.',
	},
	{
		status: 400,
		on: { carries: 'query' },
		name: 'Bad Request',
		meaning:
			'The service could not run the query: a SQL syntax error, a table or column it does not know, or a wrong date.',
		remedy:
			'Check the SQL, name the columns instead of SELECT *, and write the dates of the period as @startDate and @endDate.',
	},
	{
		status: 400,
		on: PUSHES,
		name: 'Bad Request',
		meaning: 'The service did not accept the shop or one of the rows of this request.',
		remedy: 'Compare the rows with what the service expects (field names are camelCase).',
	},
	{
		status: 400,
		on: { carries: 'people' },
		name: 'Bad Request',
		meaning: 'The service did not accept the shop, an email address or a phone number.',
		remedy: 'Check the shop, and the values in "Emails" and "Phones".',
	},
	{
		status: 400,
		name: 'Bad Request',
		meaning: 'A field of the request is missing or malformed.',
		remedy: 'Check the shop and the other fields of this operation.',
	},
	{
		status: 401,
		on: WITH_KEY,
		cause: 'keyUnknown',
		name: 'Unauthorized',
		meaning: '',
		remedy: 'Copy the key again from Data > APIs of your account into the credential.',
	},
	{
		status: 401,
		on: WITH_KEY,
		cause: 'keyLacksScope',
		name: 'Unauthorized',
		meaning: 'The key lacks {scope}, which this operation needs.',
		remedy: 'Give the key that scope in Data > APIs of your account, or use another key.',
	},
	{
		status: 401,
		on: WITH_TOKEN,
		name: 'Unauthorized',
		meaning:
			'The access token is not accepted, even after it was refreshed: the merchant removed the app, or its client secret was rotated.',
		remedy: 'Check the client secret in the credential, then reconnect it.',
	},
	{
		status: 401,
		on: WITH_KEY,
		name: 'Unauthorized',
		meaning:
			'The API key is missing, deleted, expired or replaced, or lacks the scope of this endpoint.',
		remedy:
			'Check the key and its scopes in the Data > APIs area of your account (resource "API Key" shows what the service says of it).',
	},
	{
		status: 403,
		on: { carries: 'query' },
		name: 'Access Denied',
		meaning:
			'The service reports a missing access token here when the shop identifier (shopId) is missing or malformed. No access token is needed.',
		remedy: 'Give the plain shop domain in "Shop", such as my-shop.example.com, without slashes.',
	},
	{
		status: 403,
		on: PUSHES,
		cause: 'shopGranted',
		name: 'Access Denied',
		meaning: 'What is missing is {scope}.',
		remedy:
			'Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
	},
	{
		status: 403,
		on: PUSHES,
		cause: 'shopNotGranted',
		name: 'Access Denied',
		meaning: '',
		remedy: GRANT,
	},
	{
		status: 403,
		on: PUSHES,
		name: 'Access Denied',
		meaning: 'The app lacks {scope}, or the shop is not among the granted ones.',
		remedy:
			'Choose the scope under "Scopes" in the credential and reconnect it; the service must have approved your app for it. Check the shop.',
	},
	{
		status: 403,
		on: WITH_TOKEN,
		name: 'Access Denied',
		meaning: 'The token lacks a scope that this endpoint needs.',
		remedy: 'Choose the scope in the credential and reconnect it.',
	},
	{
		status: 403,
		on: WITH_KEY,
		name: 'Access Denied',
		meaning: 'The service does not let this API key use this endpoint.',
		remedy: 'Check the key and its scopes in Data > APIs of your account.',
	},
	{
		status: 404,
		name: 'Not Found',
		meaning:
			'There is no such endpoint at this address: it was renamed or removed, or the address is wrong.',
		remedy: 'Check the base URL in the credential, then look for an update of this package.',
	},
	{
		status: 407,
		name: 'Proxy Authentication Required',
		meaning:
			'A proxy on the way to the service wants a user name and a password. Nothing was sent.',
		remedy: 'Check the address of the proxy in the environment of n8n (HTTPS_PROXY).',
	},
	{
		status: 413,
		name: 'Content Too Large',
		meaning: 'The request is larger than the service takes, and cannot be divided.',
		remedy: 'Shorten what it carries: the values of the row, or the query.',
	},
	{
		status: 429,
		name: 'Rate Limit Exceeded',
		meaning:
			'The quota of this endpoint is used up, and stayed so for as long as this node may wait.',
		remedy: 'Raise "Max Wait" in the options, run less often, or ask for smaller date ranges.',
	},
	{
		status: 500,
		on: PUSHES,
		cause: 'shopGranted',
		name: 'Internal Server Error',
		meaning: 'The service had a failure of its own.',
		remedy: 'Try again later. If it stays so, send the block below to the support of the service.',
	},
	{
		status: 500,
		on: PUSHES,
		cause: 'shopNotGranted',
		name: 'Internal Server Error',
		meaning: '',
		remedy: GRANT,
	},
	{
		status: 500,
		name: 'Internal Server Error',
		meaning:
			'The shop does not match a store that is connected to the account, or the service had a failure of its own.',
		remedy: 'Check the shop. If it is right, send the block below to the support of the service.',
	},
	{
		status: 502,
		name: 'Bad Gateway',
		meaning: 'A gateway in front of the service lost its answer.',
		remedy: 'Try again later.',
	},
	{
		status: 503,
		name: 'Service Unavailable',
		meaning: 'The service is not available at the moment, and did not do the work.',
		remedy: 'Try again later.',
	},
	{
		status: 504,
		name: 'Gateway Timeout',
		meaning: 'A gateway in front of the service did not wait for its answer.',
		remedy: 'Try again later.',
	},
];

/** The rows for statuses that the specification does not name, by their first digit. */
export const OTHER: Record<number, Omit<ErrorRow, 'status' | 'on'>> = {
	2: {
		name: 'Contradictory Answer',
		meaning:
			'The status says that the service took the request, and the answer does not, so it is not known whether it did.',
		remedy:
			'Look it up there before you send it again. If the answer is a page, check the base URL in the credential.',
	},
	3: {
		name: 'Redirect',
		meaning:
			'The service sent the request to another address. It was not followed, because that would hand the credential to that address.',
		remedy: 'Check the base URL in the credential.',
	},
	4: {
		name: 'Refused',
		meaning: 'The service refused the request.',
		remedy: 'See what it says, and check the fields of this operation.',
	},
	5: {
		name: 'Server Error',
		meaning: 'The service had a failure of its own.',
		remedy: 'Try again later.',
	},
};
