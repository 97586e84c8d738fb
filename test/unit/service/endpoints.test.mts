import type { INodePropertyOptions } from 'n8n-workflow';
import { MerchantDataOAuth2Api } from '../../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { hasScope } from '../../../nodes/MerchantData/service/answers/granted.ts';
import type { Endpoint } from '../../../nodes/MerchantData/service/endpoints.ts';
import { endpoints } from '../../kit/endpoints.mts';
import { read } from '../../kit/repository.mts';
import { PUSHES } from '../../../sandbox/literals.mts';

const ALL = Object.values(endpoints);
const service = read('docs/service.md');
const [, OLDER_PATH] = /older path `(\S+)`/.exec(service)!;

const CARRIED: Record<string, Partial<Endpoint>> = {
	nothing: {},
	'a data push request': { carries: 'rows', shopField: 'shop' },
	'a compliance deletion request': { carries: 'people', shopField: 'shop' },
	'a SQL query request': { carries: 'query', shopField: 'shopId' },
};

/** What the page about the service says of each call that the node makes itself. */
const SPECIFIED = [
	...service.matchAll(
		/^\| \d+ \| `(GET|POST) \{base_url\}(\S+)` \| (access token|API key)(?:,? .*?with(?: the)? (.+?)(?: scope)?)? \| (.+) \|$/gm,
	),
].map(([, method, path, by, scope, carried]) => ({
	method,
	path,
	scope,
	...CARRIED[carried!],
	olderPath: path!.endsWith('granted-shops') ? OLDER_PATH : undefined,
	credential: by === 'API key' ? 'merchantDataApi' : 'merchantDataOAuth2Api',
	// Only what reads: a second push would double rows, a second deletion is unspecified.
	repeatable: method === 'GET' || CARRIED[carried!]!.carries === 'query',
}));

it('has the calls of docs/service.md', () => {
	expect(SPECIFIED.map(({ path }) => path).sort()).toEqual(ALL.map(({ path }) => path).sort());
	const page = read('docs/guide/connecting.md');
	for (const { scope = '' } of ALL) expect(page).toContain(scope && `*${scope}*`);
});

it.each(SPECIFIED)('describes $method $path as docs/service.md does', (specified) => {
	const { label, usedFor, consentScope, scope, ...facts } = ALL.find(
		({ path }) => path === specified.path,
	)!;
	const { scope: asked, ...others } = specified;
	expect(facts).toEqual(others);
	const inSandbox = Object.values(PUSHES).find(({ path }) => path === specified.path);
	if (facts.carries === 'rows') expect(inSandbox!.scope).toBe(consentScope ?? scope);
	expect(consentScope === undefined ? scope : `\`${consentScope}\``).toBe(asked);
	expect(consentScope === undefined || hasScope([consentScope], scope!)).toBe(true);
});

it('offers the scopes of all calls in the credential', () => {
	const { properties } = new MerchantDataOAuth2Api();
	// n8n shows them right after the client secret, which is one of its own fields.
	expect(properties.slice(0, 2).map(({ name }) => name)).toEqual(['scopes', 'additionalScopes']);
	const values = (properties[0]!.options as INodePropertyOptions[]).map(({ value }) => value);
	expect(values).toEqual(expect.arrayContaining(ALL.flatMap((each) => each.consentScope ?? [])));
});
