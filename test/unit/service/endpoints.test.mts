import type { INodePropertyOptions } from 'n8n-workflow';
import { MerchantDataOAuth2Api } from '../../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import { checkConnection } from '../../../nodes/MerchantData/resources/connection/check.ts';
import {
	type CredentialName,
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
	PAGES,
} from '../../../nodes/MerchantData/service/endpoints.ts';
import { PATHS } from '../../../sandbox/literals.mts';
import type { Fields } from '../../../nodes/MerchantData/shared/field.ts';
import { read } from '../../kit/repository.mts';

const endpoints: Record<EndpointName, Endpoint> = ENDPOINTS;
const OAUTH: CredentialName = 'merchantDataOAuth2Api';
const KEY: CredentialName = 'merchantDataApi';
const SHOP = { shopField: 'shop' } as const;
/** Its scope is reported, not specified. */
const DELETION = { ...SHOP, scope: 'Compliance: Write' };
const READ = { repeatable: true };

const OLDER = '/api/v2/users/oauth2/granted-shops';

// Specification, "Endpoints" 4 to 9, "Authentication" and "Errors", row 400 (the shop identifier).
// Only what reads is repeatable: a second push would double rows, a second deletion is unspecified.
const SPECIFIED: Array<[EndpointName, string, CredentialName, Partial<Endpoint>]> = [
	['grantedShops', 'GET developers/oauth2/granted-shops', OAUTH, { ...READ, olderPath: OLDER }],
	['pushAds', 'POST data-in/ads', OAUTH, { ...SHOP, scope: 'Ads: Write' }],
	['pushEmailSms', 'POST data-in/email-sms', OAUTH, { ...SHOP, scope: 'Email/SMS: Write' }],
	['createDeletionRequest', 'POST compliance/requests/create-request', KEY, DELETION],
	['sql', 'POST platform/api/sql', KEY, { ...READ, shopField: 'shopId', scope: 'Data Out' }],
	['inspectApiKey', 'GET users/api-keys/me', KEY, READ],
];

it('holds each endpoint against the specification', () => {
	expect(SPECIFIED.map(([name]) => name).sort()).toEqual(Object.keys(endpoints).sort());
});

it.each(SPECIFIED)('%s is %s with %s, as specified', (name, call, credential, others) => {
	const { method, path, credential: used, label, carries, usedFor, ...told } = endpoints[name];
	expect([`${method} ${path}`, used]).toEqual([call.replace(' ', ' /api/v2/'), credential]);
	expect(told).toEqual({ repeatable: false, ...others });
});

it('asks the check for the use of each endpoint that has a scope', () => {
	const scoped = Object.values(endpoints).filter(({ scope }) => scope !== undefined);
	const uses = (checkConnection.fields as Fields).find(({ name }) => name === 'usedFor')!;
	expect(uses.options).toHaveLength(scoped.length);
	for (const { usedFor, credential } of scoped) {
		expect(uses.options).toContainEqual(usedFor);
		expect(resources).toContainEqual(
			expect.objectContaining({ value: usedFor!.value, credential }),
		);
	}
});

it('names a scope for each endpoint that carries something', () => {
	for (const { label, carries, scope } of Object.values(endpoints))
		expect([label, scope !== undefined]).toEqual([label, carries !== undefined]);
});

it('asks for a domain where no shops can be listed', () => {
	const withKey = resources.filter(({ credential }) => credential === KEY);
	const names = withKey.flatMap(({ operations }) =>
		operations.flatMap(({ fields }) => fields.map(({ name }) => name)),
	);
	expect(names).toContain('shopDomain');
	expect(names).not.toContain('shop');
});

it.each(Object.values(endpoints))('docs name $label and its scope', ({ method, path, scope }) => {
	expect(read('docs/service.md')).toContain(`\`${method} {base_url}${path}\``);
	if (scope !== undefined) expect(read('docs/guide/connecting.md')).toContain(`*${scope}*`);
});

it('has each scope of a consent in the form of the credential', () => {
	const { properties } = new MerchantDataOAuth2Api();
	const { options } = properties.find(({ name }) => name === 'scopes')!;
	// n8n shows them right behind the client secret, which is a field of its own.
	expect(properties.slice(0, 2).map(({ name }) => name)).toEqual(['scopes', 'additionalScopes']);
	const offered = (options as INodePropertyOptions[]).map(({ name }) => name);
	for (const { credential, scope } of Object.values(endpoints))
		if (credential === OAUTH && scope !== undefined) expect(offered).toContain(scope);
});

it('has each endpoint in the sandbox, which writes its path once more', () => {
	const paths: string[] = Object.values(PATHS);
	for (const { path } of Object.values(endpoints)) expect(paths).toContain(path);
});

it('gives each endpoint a name of its own for people, by which errors can be told apart', () => {
	const labels = new Set(Object.values(endpoints).map(({ label }) => label));
	expect(labels.size).toBe(Object.keys(endpoints).length);
});

it('sends people to the pages of the specification, "Endpoints" 1 to 3', () => {
	expect(PAGES).toEqual({
		consent: '/api/v2/platform/dev/auth',
		codeExchange: '/api/v2/auth/oauth2/token',
		miniApp: '/platform/integrations',
	});
});
