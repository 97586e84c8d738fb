import assert from 'node:assert/strict';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import { asNodeHolds, CLICK, inARow, n8nNode, TRIGGER } from '../../kit/workflows.mts';
import type { Scenario, World } from './world.mts';

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

export const operationScenarios: readonly Scenario[] = [
	{
		name: 'HTTP Request calls with either credential, and refreshes the token',
		async run(world) {
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
	},
];
