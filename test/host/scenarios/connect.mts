import assert from 'node:assert/strict';
import type { CredentialInput } from '../../../scripts/hosts/client.mts';
import { SCOPES } from '../../../scripts/credentialFields.mts';
import { parametersOfPush, PUSHES, sandboxNameOf } from '../../kit/endpoints.mts';
import { keyCredential, oauthCredential } from '../../kit/host.mts';
import { addCredential, type Row, SHOP } from '../../kit/workflows.mts';
import { failedWith, onlyTokenCall, type Scenario, succeeded, type World } from './world.mts';

const REFUSED = /plain http would send secrets/;
const PLAIN_HTTP = { baseUrl: 'http://merchant-data.example' };
const GET_SHOPS = { resource: 'shop', operation: 'getAll' };
const GET_KEY = { resource: 'apiKey', operation: 'get' };

async function testKey(world: World, changes: Row) {
	const credential: CredentialInput = keyCredential(world, changes);
	const id = await addCredential(world, credential);
	return await world.client.testCredential(id, credential);
}

/** Adds an OAuth2 credential that is not connected yet. */
const addOAuth = async (world: World, changes: Row = {}) =>
	await addCredential(world, oauthCredential(world, changes));

/** Every operation that sends a request, and the endpoint that gets it. */
const QUERY = { operation: 'executeQuery', shopDomain: SHOP, query: 'SELECT 1 AS one' };
const DELETION = { operation: 'create', shopDomain: SHOP, emails: 'nathan@example.com' };
const CALLS = [
	['grantedShops', GET_SHOPS],
	...PUSHES.map((name) => [sandboxNameOf(name), parametersOfPush(name, SHOP)] as const),
	['sql', { resource: 'sql', ...QUERY }],
	['compliance', { resource: 'deletionRequest', ...DELETION }],
	['apiKey', GET_KEY],
] as const;

export const connectScenarios: readonly Scenario[] = [
	{
		name: "A valid key passes the credential's test, and a revoked one fails it",
		async run(world) {
			const { full, revoked } = world.production.apiKeys;
			assert.equal((await testKey(world, {})).status, 'OK');
			assert.equal(world.production.requests('apiKey')[0]?.headers['x-api-key'], full);
			const { status, message } = await testKey(world, { apiKey: revoked });
			assert.equal(status, 'Error');
			// 1.x gives its own words for every 401.
			const words = {
				'n8n-2': /does not accept this API key \(401\).*Data > APIs/,
				'n8n-1': /Authorization failed - please check your credentials/,
			};
			assert.match(message, words[world.n8n.line]);
		},
	},
	{
		name: 'Consent: its URL has every parameter of the specification, ID and secret are in the form body of the token call',
		async run(world) {
			const id = await addOAuth(world);
			const url = await world.client.consentUrl(id);
			const { origin, pathname, searchParams } = new URL(url);
			assert.equal(origin + pathname, `${world.production.url}/api/v2/platform/dev/auth`);
			const { state, redirect_uri: redirectUri, ...rest } = Object.fromEntries(searchParams);
			assert.deepEqual(rest, {
				client_id: world.production.clientId,
				response_type: 'code',
				scope: SCOPES.join(' '),
				account_id: world.production.accountId,
				'account-id': world.production.accountId,
			});
			assert.match(redirectUri ?? '', /^http:\/\/[\w.:]+\/rest\/oauth2-credential\/callback$/);
			assert.ok((state ?? '').length > 20);

			const { status, connected } = await world.client.answerConsent(id, 'approve');
			assert.deepEqual({ status, connected }, { status: 200, connected: true });
			const sent = onlyTokenCall(world, 'authorization_code');
			assert.equal(sent.redirect_uri, redirectUri);
			assert.ok(sent.code);
		},
	},
	{
		name: 'Consent denied: not connected, and the node says so without sending anything',
		async run(world) {
			const id = await addOAuth(world);
			const { text, connected } = await world.client.answerConsent(id, 'deny');
			assert.equal(connected, false);
			assert.match(text, /access_denied/);
			const result = await world.run(GET_SHOPS, { credentials: { merchantDataOAuth2Api: id } });
			failedWith(result, 'the account is not connected', 'connect your account');
			assert.equal(world.production.requests('grantedShops').length, 0);
		},
	},
	{
		name: 'A wrong client secret: not connected, and n8n says why',
		async run(world) {
			const id = await addOAuth(world, { clientSecret: 'mistyped' });
			const { text, connected } = await world.client.answerConsent(id, 'approve');
			assert.equal(connected, false);
			assert.match(text, /invalid|unauthori[sz]ed|401/i);
			assert.doesNotMatch(text, /mistyped/);
		},
	},
	{
		name: "Plain http is refused at consent, at the key's test and in the node, with the reason",
		async run(world) {
			await assert.rejects(world.client.consentUrl(await addOAuth(world, PLAIN_HTTP)), REFUSED);
			const tested = await testKey(world, PLAIN_HTTP);
			assert.equal(tested.status, 'Error');
			assert.match(tested.message, REFUSED);
			const key = await addCredential(world, keyCredential(world, PLAIN_HTTP));
			const byKey = await world.run(GET_KEY, { credentials: { merchantDataApi: key } });
			failedWith(byKey, REFUSED, 'The base URL');
			// Connected once, then the address was changed.
			const { client } = world;
			const id = await client.saveCredential(oauthCredential(world, {}, 'Changed later'));
			await client.connectOAuth(id);
			await client.saveCredential(oauthCredential(world, PLAIN_HTTP, 'Changed later'));
			const byToken = await world.run(GET_SHOPS, { credentials: { merchantDataOAuth2Api: id } });
			failedWith(byToken, REFUSED, /^Credential "[^"]+": The base URL /);
		},
	},
	{
		name: 'Staging switches every address: consent, tokens, all operations, the key test',
		async run(world) {
			const { production, staging, client } = world;
			const environment = { environment: 'staging', baseUrl: 'https://not-used.example' };
			const oauth = await addOAuth(world, environment);
			await client.connectOAuth(oauth);
			assert.equal((await testKey(world, environment)).status, 'OK');
			const key = await addCredential(world, keyCredential(world, environment));
			staging.expireAccessTokens();
			const credentials = { merchantDataOAuth2Api: oauth, merchantDataApi: key };
			for (const [endpoint, parameters] of CALLS) {
				staging.clearLog();
				succeeded(await world.run(parameters, { items: [{ spend: 1 }], credentials }));
				const statuses = staging.requests(endpoint).map(({ status }) => status);
				assert.ok(statuses.includes(200), endpoint);
			}
			const getLink = { resource: 'integration', operation: 'getLink' };
			const link = await world.run(getLink, { credentials });
			assert.match(String(link.success[0]?.json.url), new RegExp(`^${production.url}/`));
			assert.deepEqual(production.log, []);
		},
	},
];
