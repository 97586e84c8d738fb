import {
	type CredentialName,
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
} from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { Cause } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import {
	ERROR_TABLE,
	explain as explainFor,
	isOn,
	neededScope,
} from '../../../../nodes/MerchantData/service/errors/errorTable.ts';

const ALL = Object.keys(ENDPOINTS) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => ENDPOINTS[name];
const explain = (name: EndpointName, status: number, cause: Cause | undefined) =>
	explainFor(endpointOf(name), status, cause);
const PUSHES: EndpointName[] = ['pushAds', 'pushEmailSms'];
const OAUTH: EndpointName[] = ['grantedShops', ...PUSHES];
const except = (...others: EndpointName[]) => ALL.filter((name) => !others.includes(name));

/** What the user of each endpoint must be told: the cause in the meaning, the way out in the remedy. */
const TOLD: Array<
	[status: number, on: EndpointName[], name: string, meaning: RegExp, remedy: RegExp]
> = [
	// The specification's "Errors", row by row.
	[400, ['sql'], 'Bad Request', /SQL syntax.*table or column/, /SELECT \*.*@startDate.*@endDate/],
	[400, PUSHES, 'Bad Request', /shop or one of the rows/, /camelCase/],
	[400, ['createDeletionRequest'], 'Bad Request', /email address or a phone/, /Check the shop/],
	[400, ['grantedShops', 'inspectApiKey'], 'Bad Request', /refused the request/, /what it says/],
	[401, OAUTH, 'Unauthorized', /after it was refreshed.*rotated/, /client secret.*reconnect/],
	[401, except(...OAUTH), 'Unauthorized', /key is missing.*scope/, /key.*Data > APIs/],
	[403, ['sql'], 'Access Denied', /shopId.*No access token is needed/, /plain shop domain/],
	[403, OAUTH, 'Access Denied', /scope.*granted/, /scope.*approve.*shop/],
	[403, ['createDeletionRequest', 'inspectApiKey'], 'Access Denied', /API key/, /key.*Data > APIs/],
	[404, ALL, 'Not Found', /renamed or removed/, /base URL/],
	[429, ALL, 'Rate Limit Exceeded', /quota/, /smaller date ranges/],
	[500, ALL, 'Internal Server Error', /shop does not match/, /Check the shop.*support/],
	// What the specification leaves to HTTP.
	[407, ALL, 'Proxy Authentication Required', /Nothing was sent/, /HTTPS_PROXY/],
	[413, ALL, 'Content Too Large', /larger/, /Shorten/],
	[502, ALL, 'Bad Gateway', /gateway in front of it/, /later/],
	[503, ALL, 'Service Unavailable', /not available.*did not do the work/, /later/],
	[504, ALL, 'Gateway Timeout', /gateway in front of it/, /later/],
	[303, ALL, 'Redirect', /not followed/, /base URL/],
	[399, ALL, 'Redirect', /not followed/, /base URL/],
	[402, ALL, 'Refused', /refused/, /what it says/],
	[499, ALL, 'Refused', /refused/, /what it says/],
	[501, ALL, 'Server Error', /failure of its own/, /later/],
	[599, ALL, 'Server Error', /failure of its own/, /later/],
	[699, ALL, 'Refused', /refused/, /what it says/],
];

it.each(TOLD)('explains %i from %j as %s', (status, on, name, meaning, remedy) => {
	for (const endpoint of on) {
		expect(explain(endpoint, status, undefined)).toMatchObject({
			name,
			meaning: expect.stringMatching(meaning) as string,
			remedy: expect.stringMatching(remedy) as string,
		});
	}
});

/** What is said once the cause is known: nothing that it rules out. */
const FOUND: Array<
	[status: number, on: EndpointName, cause: Cause, meaning: RegExp, remedy: RegExp, not: RegExp]
> = [
	[401, 'sql', 'keyUnknown', /^$/, /Copy the key again/, /lack|missing/],
	[401, 'sql', 'keyLacksScope', /^The key lacks/, /that scope/, /mistyped|deleted/],
	[401, 'createDeletionRequest', 'keyLacksScope', /^The key lacks/, /that scope/, /mistyped/],
	[403, 'pushAds', 'shopGranted', /^What is missing is the/, /"Scopes"/, /[Cc]heck the shop/],
	[403, 'pushEmailSms', 'shopGranted', /^What is missing/, /approved/, /[Cc]heck the shop/],
	[403, 'pushAds', 'shopNotGranted', /^$/, /have the merchant grant it/, /lack|missing/],
	[500, 'pushAds', 'shopGranted', /^The service had a/, /block below/, /[Cc]heck the shop/],
	[500, 'pushAds', 'shopNotGranted', /^$/, /have the merchant grant it/, /failure of its own/],
];

it.each(FOUND)('says of %i from %s (%s) only what is left', (status, on, cause, ...texts) => {
	const [meaning, remedy, not] = texts;
	const told = explain(on, status, cause);
	expect(told.meaning).toMatch(meaning);
	expect(told.remedy).toMatch(remedy);
	expect(`${told.meaning} ${told.remedy}`).not.toMatch(not);
});

/** As the credential's form and the key's page have it; of the others none is specified. */
const SCOPES: Partial<Record<EndpointName, string>> = {
	pushAds: 'the scope "Ads: Write"',
	pushEmailSms: 'the scope "Email/SMS: Write"',
	sql: 'the scope "Data Out"',
};
const CAUSES: Array<Cause | undefined> = [
	...(['keyUnknown', 'keyLacksScope', 'shopNotGranted', 'shopGranted'] as const),
	undefined,
];

it('has no row that another one hides', () => {
	for (const [index, row] of ERROR_TABLE.entries()) {
		const before = ERROR_TABLE.slice(0, index).filter(({ cause }) => !cause || cause === row.cause);
		const on = ALL.filter((name) => isOn(row, endpointOf(name)));
		for (const status of row.statuses) {
			const others = before.filter(({ statuses }) => statuses.includes(status));
			const isHidden = on.every((name) => others.some((other) => isOn(other, endpointOf(name))));
			expect([status, isHidden]).toEqual([status, false]);
		}
	}
});

/** Words that lead to the other kind of credential. */
const FOREIGN: Record<CredentialName, RegExp> = {
	merchantDataOAuth2Api: /\bkeys?\b/i,
	merchantDataApi: /access token is not|token lacks|\breconnect|client secret|"Scopes"|your app\b/i,
};
/** The rows of the specification's "Errors". */
const SPECIFIED = [400, 401, 403, 404, 429, 500];

it.each(ALL)(
	'tells %s in whole sentences, of its own credential, what each status means',
	(name) => {
		const scope = SCOPES[name];
		for (const status of new Set(TOLD.map(([of]) => of))) {
			for (const cause of CAUSES) {
				const { meaning, remedy } = explain(name, status, cause);
				if (meaning !== '') expect(meaning).toMatch(/^(The|There|A|An|What) [^{]+\.$/);
				expect(remedy).toMatch(/^[A-Z][^{]+\.$/);
				const said = `${meaning} ${remedy}`;
				expect(said).not.toMatch(FOREIGN[endpointOf(name).credential]);
				// Once, whatever a 401 or 403 is for.
				const needed = scope && [401, 403].includes(status) ? [scope] : [];
				const named = said.match(/the scope "[^"]+"/g) ?? [];
				expect([status, cause, ...named]).toEqual([status, cause, ...needed]);
			}
		}
		expect(neededScope(endpointOf(name))).toBe(scope ? `This operation needs ${scope}.` : '');
		for (const status of SPECIFIED)
			expect(TOLD.filter(([of, on]) => of === status && on.includes(name))).toHaveLength(1);
	},
);

it('goes by what an endpoint is, so that one more push has the texts of a push', () => {
	const another = { ...endpointOf('pushAds'), label: 'order data', path: '/api/v2/data-in/orders' };
	for (const status of SPECIFIED)
		expect(explainFor(another, status, undefined)).toEqual(explain('pushAds', status, undefined));
});
