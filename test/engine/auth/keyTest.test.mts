import { Container } from '@n8n/di';
// @ts-expect-error It is n8n's own, and has no types here.
import get from 'lodash/get.js';
import { ExecuteContext, ExternalSecretsProxy, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IAuthenticateRuleBase,
	type INode,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { MerchantDataApi } from '../../../credentials/MerchantDataApi.credentials.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.mts';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { MemoryCredentials } from '../../kit/credentials.mts';

/** The test of an API key in its credential, with the request of the engine and the rules of n8n. */

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

const NAME = 'merchantDataApi';

/** What n8n's CredentialsTester does after a good status. @returns what it says; undefined for yes */
async function refusal(): Promise<string | undefined> {
	const { request, rules = [] } = new MerchantDataApi().test;
	const credentialsHelper = new MemoryCredentials([MerchantDataApi]);
	const id = credentialsHelper.add(NAME, keyFields(sandbox));
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'temp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: credentialsHelper.forNode([id]),
	};
	const property = { displayName: 'Temp', name: 'temp', type: 'string', default: '' };
	const nodeType = {
		description: {
			name: 'temp',
			credentials: [{ name: NAME, required: true }],
			properties: [{ ...property, routing: { request } }],
		},
	} as unknown as INodeType;
	const find = () => nodeType;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) },
	});
	const context = new ExecuteContext(
		workflow,
		node,
		{
			credentialsHelper,
			externalSecretsProxy: Container.get(ExternalSecretsProxy),
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const data = await credentialsHelper.resolved(id);
	const response = await new RoutingNode(context, nodeType, {
		id,
		name: NAME,
		type: NAME,
		data,
	}).runNode();
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
