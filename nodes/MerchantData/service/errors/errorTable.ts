import type { Endpoint } from '../endpoints';
import type { Cause } from './diagnosis';

/**
 * What each status means and what to do about it: the specification's "Errors", row by row. The first row
 * that fits the endpoint and the status is used, so what is particular comes first.
 */
interface ErrorRow {
	/** A single digit means all statuses that begin with it. */
	statuses: readonly number[];
	/** What the endpoints of the row have in common; all where it is left out. */
	on?: Partial<Pick<Endpoint, 'credential' | 'carries'>>;
	/** Set where the row is for this cause alone, once it was found out. */
	cause?: Cause;
	/** `{scope}` becomes what the endpoint needs, which a 401 and a 403 name in any case. */
	meaning: string;
	remedy: string;
}

const WITH_TOKEN = { credential: 'merchantDataOAuth2Api' } as const;
const WITH_KEY = { credential: 'merchantDataApi' } as const;

export const ERROR_TABLE: readonly ErrorRow[] = [
	{
		statuses: [400],
		on: { carries: 'query' },
		meaning:
			'The service could not run the query: a SQL syntax error, a table or column it does not know, or a wrong date.',
		remedy:
			'Check the SQL, name the columns instead of SELECT *, and write the dates of the period as @startDate and @endDate.',
	},
	{
		statuses: [400],
		on: { ...WITH_TOKEN, carries: 'rows' },
		meaning: 'The service did not accept the shop or one of the rows of this request.',
		remedy: 'Compare the rows with what the service expects (field names are camelCase).',
	},
	{
		statuses: [400],
		on: { carries: 'people' },
		meaning: 'The service did not accept the shop, an email address or a phone number.',
		remedy: 'Check the shop, and the values in "Emails" and "Phones".',
	},
	{
		statuses: [403],
		on: { carries: 'query' },
		meaning:
			'The service reports a missing access token here when the shop identifier (shopId) is missing or malformed. No access token is needed.',
		remedy: 'Give the plain shop domain in "Shop", such as my-shop.example.com, without slashes.',
	},
	{
		statuses: [401],
		on: WITH_KEY,
		cause: 'keyUnknown',
		meaning: '',
		remedy: 'Copy the key again from Data > APIs of your account into the credential.',
	},
	{
		statuses: [401],
		on: WITH_KEY,
		cause: 'keyLacksScope',
		meaning: 'The key lacks {scope}, which this operation needs.',
		remedy: 'Give the key that scope in Data > APIs of your account, or use another key.',
	},
	{
		statuses: [401],
		on: WITH_TOKEN,
		meaning:
			'The access token is not accepted, even after it was refreshed: the merchant removed the app, or its client secret was rotated.',
		remedy: 'Check the client secret in the credential, then reconnect it.',
	},
	{
		statuses: [401, 403],
		on: WITH_KEY,
		meaning:
			'The API key is missing, deleted, expired or replaced, or lacks the scope of this endpoint.',
		remedy:
			'Check the key and its scopes in the Data > APIs area of your account (resource "API Key" shows what the service says of it).',
	},
	{
		statuses: [403],
		on: WITH_TOKEN,
		cause: 'shopGranted',
		meaning: 'What is missing is {scope}.',
		remedy:
			'Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
	},
	{
		statuses: [403, 500],
		on: WITH_TOKEN,
		cause: 'shopNotGranted',
		meaning: '',
		remedy: 'Check the shop, or have the merchant grant it to your app.',
	},
	{
		statuses: [403],
		on: WITH_TOKEN,
		meaning: 'The app lacks {scope}, or the shop is not among the granted ones.',
		remedy:
			'Choose the scope under "Scopes" in the credential and reconnect it; the service must have approved your app for it. Check the shop.',
	},
	{
		statuses: [404],
		meaning:
			'There is no such endpoint at this address: it was renamed or removed, or the address is wrong.',
		remedy: 'Check the base URL in the credential, then look for an update of this package.',
	},
	{
		statuses: [407],
		meaning:
			'A proxy on the way to the service wants a user name and a password. Nothing was sent.',
		remedy: 'Check the address of the proxy in the environment of n8n (HTTPS_PROXY).',
	},
	{
		statuses: [413],
		meaning: 'The request is larger than the service takes, and cannot be divided.',
		remedy: 'Shorten what it carries: the values of the row, or the query.',
	},
	{
		statuses: [429],
		meaning:
			'The quota of this endpoint is used up, and stayed so for as long as this node may wait.',
		remedy: 'Raise "Max Wait" in the options, run less often, or ask for smaller date ranges.',
	},
	{
		statuses: [500],
		cause: 'shopGranted',
		meaning: 'The service had a failure of its own.',
		remedy: 'Try again later. If it stays so, send the block below to the support of the service.',
	},
	{
		statuses: [500],
		meaning:
			'The shop does not match a store that is connected to the account, or the service had a failure of its own.',
		remedy: 'Check the shop. If it is right, send the block below to the support of the service.',
	},
	{
		statuses: [503],
		meaning: 'The service is not available at the moment, and did not do the work.',
		remedy: 'Try again later.',
	},
	// All others.
	{
		statuses: [2],
		meaning:
			'The status says that the service took the request, and the answer does not, so it is not known whether it did.',
		remedy:
			'Look it up there before you send it again. If the answer is a page, check the base URL in the credential.',
	},
	{
		statuses: [3],
		meaning:
			'The answer points to another address. It was not followed, because that would hand the credential to that address.',
		remedy: 'Check the base URL in the credential.',
	},
	{
		statuses: [4],
		meaning: 'The service refused the request.',
		remedy: 'See what it says, and check the fields of this operation.',
	},
	{
		statuses: [5],
		meaning: 'The service, or a gateway in front of it, had a failure of its own.',
		remedy: 'Try again later.',
	},
];

/** What statuses are called, and what all others are by their first digit. */
export const NAMES: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Access Denied',
	404: 'Not Found',
	407: 'Proxy Authentication Required',
	413: 'Content Too Large',
	429: 'Rate Limit Exceeded',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
	2: 'Contradictory Answer',
	3: 'Redirect',
	4: 'Refused',
	5: 'Server Error',
};

/** What a failed answer means, and what to do. */
export function explain(
	endpoint: Endpoint,
	status: number,
	cause: Cause | undefined,
): { name: string; meaning: string; remedy: string } {
	const digit = Math.floor(status / 100);
	const kind = digit in NAMES ? digit : 4;
	const rowOf = (key: number) =>
		ERROR_TABLE.find(
			(row) =>
				row.statuses.includes(key) &&
				isOn(row, endpoint) &&
				(row.cause === undefined || row.cause === cause),
		);
	const { meaning, remedy } = (rowOf(status) ?? rowOf(kind))!;
	const isNamed = meaning.includes('{scope}') || (status !== 401 && status !== 403);
	return {
		name: NAMES[status] ?? NAMES[kind]!,
		meaning: meaning.replace('{scope}', scopeOf(endpoint)),
		remedy: isNamed ? remedy : `${remedy} ${neededScope(endpoint)}`.trim(),
	};
}

export const isOn = ({ on = {} }: Pick<ErrorRow, 'on'>, endpoint: Endpoint): boolean =>
	Object.entries(on).every(([fact, value]) => endpoint[fact as keyof Endpoint] === value);

/** Names the scope that an endpoint needs, in a sentence; empty where its name is not specified. */
export function neededScope(endpoint: Endpoint): string {
	return endpoint.scope === undefined ? '' : `This operation needs ${scopeOf(endpoint)}.`;
}

/** The scope as the credential's form or the key's page names it. */
const scopeOf = ({ scope }: Endpoint): string =>
	scope === undefined ? 'the scope of this endpoint' : `the scope "${scope}"`;
