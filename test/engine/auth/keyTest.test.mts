// @ts-expect-error It is n8n's own, and has no types here.
import get from 'lodash/get.js';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IAuthenticateRuleBase,
	type INode,
	type INodeType,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';
import { MerchantDataApi } from '../../../credentials/MerchantDataApi.credentials.ts';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { MemoryCredentials } from '../../kit/credentials.mts';
import { sharedSandbox } from '../../kit/sandbox.mts';

/** The test of an API key in its credential, with the request of the engine and the rules of n8n. */

const { sandbox } = sharedSandbox();

const NAME = 'merchantDataApi';

/** What n8n's CredentialsTester does after a good status. @returns what it says; undefined for yes */
async function refusal(): Promise<string | undefined> {
	const { request, rules = [] } = new MerchantDataApi().test;
	const credentialsHelper = new MemoryCredentials([MerchantDataApi]);
	const id = credentialsHelper.add(NAME, keyFields(sandbox));
	const node = {
		...{ id: 'temp', name: 'Temp-Node', type: 'temp', typeVersion: 1, parameters: {} },
		credentials: credentialsHelper.forNode([id]),
	} as unknown as INode;
	const property = { displayName: 'Temp', name: 'temp', type: 'string', default: '' };
	const nodeType = {
		description: {
			name: 'temp',
			credentials: [{ name: NAME, required: true }],
			properties: [{ ...property, routing: { request } }],
		},
	} as unknown as INodeType;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => nodeType } as unknown as INodeTypes,
	});
	const context = new ExecuteContext(
		workflow,
		node,
		credentialsHelper.additionalData(),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const data = await credentialsHelper.resolved(id);
	const credential = { id, name: NAME, type: NAME, data };
	const response = await new RoutingNode(context, nodeType, credential).runNode();
	for (const { type, properties } of rules as IAuthenticateRuleBase[]) {
		if (type !== 'responseSuccessBody') continue;
		const value: unknown = get(response![0]![0]!.json, properties.key);
		if (value === properties.value) return String(properties.message);
	}
	return undefined;
}

it('says yes to a record, whatever its fields', async () => {
	expect(await refusal()).toBeUndefined();
	expect(sandbox.requests('apiKey')).toHaveLength(1);
	for (const body of [{}, { name: 'String', length: 3 }, [{ scopes: [] }]]) {
		sandbox.fail('apiKey', { status: 200, body });
		expect(await refusal()).toBeUndefined();
	}
});

it.each(['<!doctype html><title>Hi</title>', '\n<html><body>Please log in', 'Please log in'])(
	'says no to %j',
	async (body) => {
		sandbox.fail('apiKey', { status: 200, body });
		expect(await refusal()).toMatch(/^The answer is not JSON, .*check the address/);
	},
);
