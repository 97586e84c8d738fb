import type { Code } from '../../../../nodes/MerchantData/errors/codes.ts';
import type {
	CredentialName,
	Endpoint,
	EndpointName,
} from '../../../../nodes/MerchantData/service/endpoints.ts';
import { meaningOf } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import {
	BLOCKED,
	ERROR_TABLE,
	QUERY_TIMED_OUT,
	rowOf,
} from '../../../../nodes/MerchantData/service/errors/errorTable.ts';
import type { Cause, StatusRow } from '../../../../nodes/MerchantData/service/errors/statusRow.ts';
import {
	OTHER_ADDRESS,
	REFRESH_ROWS,
} from '../../../../nodes/MerchantData/service/errors/unauthorized.ts';
import { endpoints, namesWith, PUSHES } from '../../../kit/endpoints.mts';

const ALL = namesWith();
const OAUTH = namesWith({ credential: 'merchantDataOAuth2Api' });
const KEY = namesWith({ credential: 'merchantDataApi' });
/** What may be asked again at any time. */
const READS = ALL.filter((name) => endpoints[name].repeatable);
const WRITES = ALL.filter((name) => !endpoints[name].repeatable);
const explain = (name: EndpointName, status: number, cause?: Cause) =>
	meaningOf(endpoints[name], rowOf(status), { cause });

it('repeats what is safe, as often as the specification says, and claims no more than it knows', () => {
	const rows = { ...ERROR_TABLE, BLOCKED, QUERY_TIMED_OUT, OTHER_ADDRESS, ...REFRESH_ROWS };
	const rules = Object.entries<StatusRow>(rows).map(([status, row]) => {
		const { code, repeat = 'never', atMost = '-', outcome, load = '-', next, pollCause } = row;
		const { stops = '-', ask = {} } = row;
		const own = code.replace(/^(service|credential)\./, '');
		const rule = [repeat, atMost, outcome, load, next, pollCause, stops, ...Object.values(ask)];
		return [status, ...(own === status ? [] : [own]), ...rule].join(' ');
	});
	expect(rules).toEqual([
		'2 contradiction never - unknown - rows configuration-invalid -',
		'3 redirect never - rejected - access configuration-invalid -',
		'4 4xx never - rejected - rows configuration-invalid -',
		'5 5xx ifRepeatable 3 unknown overloaded forNow temporarily-unavailable -',
		'303 redirect never - unknown - access configuration-invalid -',
		'400 never - rejected - rows configuration-invalid -',
		'401 never - rejected - access credential-invalid credential inspectApiKey',
		'403 never - rejected - access configuration-invalid - grantedShops',
		'404 never - rejected - access configuration-invalid -',
		'407 never - notSent - rows configuration-invalid -',
		'413 never - rejected - rows configuration-invalid -',
		// "Every 429 carries header Retry-After."
		'429 always - rejected rateLimited forNow rate-limited -',
		// "Transient backend failure … retry once."
		'500 ifRepeatable 1 unknown - access temporarily-unavailable - grantedShops',
		'502 ifRepeatable 3 unknown overloaded forNow temporarily-unavailable -',
		'503 ifRepeatable 3 rejected overloaded forNow temporarily-unavailable -',
		'504 ifRepeatable 3 unknown overloaded forNow temporarily-unavailable -',
		// The page of a firewall says nothing of other requests, and nothing shows its cause.
		'BLOCKED 403 never - rejected - forNow temporarily-unavailable -',
		'QUERY_TIMED_OUT queryTimedOut ifRepeatable 1 rejected overloaded forNow temporarily-unavailable -',
		'OTHER_ADDRESS otherAddress never - rejected - access credential-invalid credential',
		'refreshRefused never - rejected - access credential-invalid credential',
		'refreshTooSlow notRefreshed never - rejected - forNow temporarily-unavailable credential',
		'refreshFailed notRefreshed always 5 rejected - forNow temporarily-unavailable credential',
		'noRefreshToken never - rejected - access credential-invalid credential',
	]);
});

it.each([
	[2, [200, 299]],
	[3, [300, 302, 399]],
	[4, [402, 499]],
	[5, [501, 599, 600, 999]],
])('the row %i is for all other statuses of its kind: %j', (row, statuses) => {
	for (const status of statuses) expect(rowOf(status)).toBe(ERROR_TABLE[row]);
});

/** What the user of each endpoint must be told: the cause, and the way out. */
const TOLD: Array<[status: number, on: EndpointName[], name: string, text: RegExp]> = [
	// The specification's "Errors", row by row.
	[400, ['sql'], 'Bad Request', /SQL syntax.*table or column.*SELECT \*.*@startDate.*@endDate/],
	[400, PUSHES, 'Bad Request', /shop or one of the rows.*names and values of their fields/],
	[400, ['createDeletionRequest'], 'Bad Request', /"Emails" and "Phones".*not accept/],
	[400, ['grantedShops', 'inspectApiKey'], 'Bad Request', /refused the request.*message above/],
	[401, OAUTH, 'Unauthorized', /after it was refreshed.*rotated.*client secret.*reconnect/],
	[401, KEY, 'Unauthorized', /key is missing.*scope.*key.*Data > APIs/],
	[403, ['sql'], 'Access Denied', /No access token is needed.*service knows.*the storefront/],
	[403, OAUTH, 'Access Denied', /scope.*granted.*scope.*approve.*shop/],
	[403, KEY.filter((name) => name !== 'sql'), 'Access Denied', /API key.*key.*Data > APIs/],
	[404, ALL, 'Not Found', /renamed or removed.*base URL/],
	[429, ALL, 'Rate Limit Exceeded', /longer than "Max Wait"\. Raise .* or run less often\.$/],
	[500, ALL, 'Internal Server Error', /shop does not match.*Check the shop.*support/],
	// What the specification leaves to HTTP.
	[200, ALL, 'Contradictory Answer', /not known whether it did.*Check at the service before/],
	[407, ALL, 'Proxy Authentication Required', /Nothing was sent.*HTTPS_PROXY/],
	[413, ['pushAds', 'sql'], 'Content Too Large', /larger.*Shorten/],
	[413, ['createDeletionRequest'], 'Content Too Large', /larger.*fewer entries per item/],
	[502, READS, 'Bad Gateway', /gateway in front of it.*Try again later\.$/],
	[502, WRITES, 'Bad Gateway', /gateway in front of it, had an internal failure\.$/],
	[503, READS, 'Service Unavailable', /not available.*did not process the request.*later/],
	[503, WRITES, 'Service Unavailable', /not available.*did not process the request\.$/],
];

it('says what the user of each status must be told', () => {
	const told = new Set(TOLD.map(([status]) => String(status)));
	const own = Object.keys(ERROR_TABLE).filter((status) => Number(status) > 99);
	expect(own.filter((status) => !told.has(status))).toEqual(['303', '504']);
});

it.each(TOLD)('explains %i from %j as %s', (status, on, name, text) => {
	expect(rowOf(status).name).toBe(name);
	for (const endpoint of on) expect(explain(endpoint, status).text).toMatch(text);
});

/** Once the cause is known, nothing is said that it rules out. */
it.each<[number, EndpointName, Cause | undefined, Code, says?: RegExp, not?: RegExp]>([
	[401, 'sql', 'keyUnknown', 'service.keyUnknown', /^The service does not know/, /lack|missing/],
	[401, 'sql', 'keyKnown', 'service.keyRefused', /It may lack.*that scope/, /mistyped|deleted/],
	[403, 'sql', undefined, 'service.shopNotGranted'],
	[403, 'pushAds', 'shopGranted', 'service.scopeMissing', /missing is .*"Scopes"/, /[Cc]heck the/],
	[403, 'pushAds', 'shopNotGranted', 'service.shopNotGranted', /merchant grant it/, /lack|missing/],
	[500, 'pushAds', 'shopGranted', 'service.500', /is among.*block below/, /[Cc]heck the/],
	[500, 'pushAds', 'shopNotGranted', 'service.shopNotGranted', /merchant grant it/, /failure/],
])('a %i from %s with the cause %s has the code %s', (status, on, cause, code, ...says) => {
	const told = explain(on, status, cause);
	const [left = /./, ruledOut = /{/] = says;
	expect(told).toMatchObject({ code, text: expect.stringMatching(left) as string });
	expect(told.text).not.toMatch(ruledOut);
	// "Errors", row 500: if the shop is the cause, the data is not in doubt.
	const isShop = cause === 'shopNotGranted';
	expect(told.outcome).toBe(isShop ? 'rejected' : rowOf(status).outcome);
	expect(told.stops).toBe(cause === 'shopGranted' && status === 403 ? 'path' : rowOf(status).stops);
});

/** What can be found out with a credential, and words that lead to the other kind. */
const OF_CREDENTIAL: Record<CredentialName, { causes: Cause[]; foreign: RegExp }> = {
	merchantDataOAuth2Api: { causes: ['shopNotGranted', 'shopGranted'], foreign: /\bkeys?\b/i },
	merchantDataApi: {
		causes: ['keyUnknown', 'keyKnown'],
		foreign: /access token is not|token lacks|\breconnect|client secret|"Scopes"|your app\b/i,
	},
};

it.each(ALL)('tells %s in whole sentences, of its own credential, what statuses mean', (name) => {
	const { scope } = endpoints[name];
	const { causes, foreign } = OF_CREDENTIAL[endpoints[name].credential];
	for (const status of Object.keys(ERROR_TABLE).map(Number)) {
		for (const cause of [undefined, ...causes]) {
			const { text } = explain(name, status, cause);
			expect(text).toMatch(/^[A-Z][^{]+\.$/);
			expect(text).not.toMatch(foreign);
			// Once, whatever a 401 or 403 is for, unless it is for the shop.
			const isShop = status === 403 && (cause === 'shopNotGranted' || name === 'sql');
			const needed = scope && [401, 403].includes(status) && !isShop ? [`"${scope}"`] : [];
			const named = text.match(/(?<=the scope )"[^"]+"/g) ?? [];
			expect([status, cause, ...named]).toEqual([status, cause, ...needed]);
		}
	}
});

it.each<[status: number, says: string, Endpoint['carries'], row: StatusRow]>([
	[400, '{"message":"Query timeout"}', 'query', QUERY_TIMED_OUT],
	[400, 'the query timed out after 30 s', 'query', QUERY_TIMED_OUT],
	[400, 'TIMEOUT_EXCEEDED', 'query', QUERY_TIMED_OUT],
	[400, 'Query timeout', 'rows', rowOf(400)],
	[500, 'Query timeout', 'query', rowOf(500)],
	[400, "Unknown identifier 'timeout' in scope SELECT timeout", 'query', rowOf(400)],
	[400, "Missing columns: 'timeout' while processing: SELECT timeout", 'query', rowOf(400)],
	[400, "no column 'session_timeout'", 'query', rowOf(400)],
	[401, '{"message":"Invalid iss"}', 'query', OTHER_ADDRESS],
	[401, 'jwt issuer invalid', undefined, OTHER_ADDRESS],
	[401, 'An issue with the key', 'rows', rowOf(401)],
	[403, 'Invalid iss', 'rows', rowOf(403)],
	[403, '<html><title>Attention Required!</title></html>', 'rows', BLOCKED],
	[403, '<!DOCTYPE html><html></html>', 'query', BLOCKED],
	// A gateway that checks tokens may answer with a page.
	[401, '<html><title>401 Authorization Required</title></html>', 'rows', rowOf(401)],
])('a %i that says %j is told by its own row (%s)', (status, says, carries, row) => {
	expect(rowOf(status, says, carries)).toBe(row);
});

it('asks nobody to check at the service after a contradiction if rows replace', () => {
	const { text, outcome } = meaningOf(endpoints.pushAds, rowOf(200), {}, true);
	expect(text).toMatch(/not known whether it did\. If the answer is a page/);
	expect(outcome).toBe('unknown');
});
