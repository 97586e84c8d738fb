import assert from 'node:assert/strict';
import { SCOPES } from '../../../scripts/credentialFields.mts';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import { keyCredential, oauthCredential } from '../../kit/host.mts';
import {
	addCredential,
	asNodeHolds,
	CLICK,
	inARow,
	n8nNode,
	type Row,
	TRIGGER,
} from '../../kit/workflows.mts';
import { failedWith, type Scenarios, type World } from './world.mts';

const REFUSED = /plain http would send secrets/;
const PLAIN_HTTP = { baseUrl: 'http://merchant-data.example' };
const GET_SHOPS = { resource: 'shop', operation: 'getAll' };

const addOAuth = async (world: World, changes: Row = {}) =>
	await addCredential(world, oauthCredential(world, changes));

export const connectScenarios: Scenarios = {
	async 'Consent: its URL has every parameter of the specification, ID and secret are in the form body of the token call'(
		world,
	) {
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
		const [call, ...more] = world.production.requests('token');
		assert.equal(more.length, 0);
		assert.match(call!.headers['content-type']!, /^application\/x-www-form-urlencoded/);
		assert.equal(call!.headers.authorization, undefined);
		const { code, ...fields } = call!.body as Row;
		assert.ok(code);
		assert.deepEqual(fields, {
			grant_type: 'authorization_code',
			client_id: world.production.clientId,
			client_secret: world.production.clientSecret,
			redirect_uri: redirectUri,
		});
	},
	async 'Consent denied: not connected, and the node says so without sending anything'(world) {
		const id = await addOAuth(world);
		const { text, connected } = await world.client.answerConsent(id, 'deny');
		assert.equal(connected, false);
		assert.match(text, /access_denied/);
		const result = await world.run(GET_SHOPS, { credentials: { merchantDataOAuth2Api: id } });
		failedWith(result, /the account is not connected/, /connect your account/);
		assert.equal(world.production.requests('grantedShops').length, 0);
	},
	async "Plain http is refused at consent, at the key's test and in the node, with the reason"(
		world,
	) {
		await assert.rejects(world.client.consentUrl(await addOAuth(world, PLAIN_HTTP)), REFUSED);
		const credential = keyCredential(world, PLAIN_HTTP);
		const key = await addCredential(world, credential);
		const tested = await world.client.testCredential(key, credential);
		assert.equal(tested.status, 'Error');
		assert.match(tested.message, REFUSED);
		const getKey = { resource: 'apiKey', operation: 'get' };
		const failed = await world.run(getKey, { credentials: { merchantDataApi: key } });
		failedWith(failed, REFUSED, /^Merchant Data: Credential "[^"]+": The base URL /);
	},
};

type CredentialType = keyof World['credentials'];

/** n8n's own node for endpoints that this one does not have. */
const httpRequest = ({ production, credentials }: World, path: string, type: CredentialType) => ({
	...n8nNode(type, 'httpRequest', 4.2, {
		url: `${production.url}/api/v2/${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: type,
		options: { redirect: { redirect: { followRedirects: false } } },
	}),
	credentials: asNodeHolds({ [type]: credentials[type] }),
});

export const operationScenarios: Scenarios = {
	async 'HTTP Request calls with either credential, and refreshes the token'(world) {
		const { client, production } = world;
		production.expireAccessTokens();
		const workflow = inARow([
			CLICK,
			httpRequest(world, 'developers/oauth2/granted-shops', 'merchantDataOAuth2Api'),
			httpRequest(world, 'users/api-keys/me', 'merchantDataApi'),
		]);
		const execution = await client.run(await client.saveWorkflow(workflow), TRIGGER);
		assert.equal(failureOf(execution), null);
		const asked = production.log.map(({ endpoint, status }) => `${endpoint} ${status}`);
		assert.deepEqual(asked, ['grantedShops 401', 'token 200', 'grantedShops 200', 'apiKey 200']);
		const [oauth, key] = production.log.slice(2).map(({ headers }) => headers);
		assert.match(oauth?.authorization ?? '', /^Bearer at_/);
		assert.equal(oauth?.['x-api-key'], undefined);
		assert.equal(key?.['x-api-key'], production.apiKeys.full);
		assert.equal(key?.authorization, undefined);
	},
};
