// @ts-expect-error It is n8n's own, and has no types here.
import get from 'lodash/get.js';
import type { IAuthenticateRuleBase, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { MerchantDataApi } from '../../../credentials/MerchantDataApi.credentials.ts';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { createEngine } from '../../kit/engine.mts';
import { sharedSandbox } from '../../kit/sandbox.mts';

/** The test of an API key in its credential, with the request of the engine and the rules of n8n. */

const { sandbox } = sharedSandbox();
const { request, rules = [] } = new MerchantDataApi().test;

/** What n8n's CredentialsTester makes of a credential's test: a node whose one field sends the request. */
class Tester implements INodeType {
	description = {
		displayName: 'Tester',
		name: 'tester',
		version: 1,
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'merchantDataApi', required: true }],
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
		],
	} as unknown as INodeTypeDescription;
}

/** What n8n's tester does after a good status. @returns what it says; undefined for yes */
async function refusal(): Promise<string | undefined> {
	const engine = createEngine(Tester, [MerchantDataApi]);
	const credentials = [engine.credentials.add('merchantDataApi', keyFields(sandbox))];
	const { success } = await engine.run({ parameters: {}, credentials });
	const [rule] = (rules as IAuthenticateRuleBase[]).filter(
		({ type, properties: { key, value } }) =>
			type === 'responseSuccessBody' && get(success[0]!.json, key) === value,
	);
	return rule && String(rule.properties.message);
}

it('accepts a record with any fields', async () => {
	expect(await refusal()).toBeUndefined();
	expect(sandbox.requests('apiKey')).toMatchObject([{ status: 200 }]);
	for (const body of [{}, { name: 'String', length: 3 }, [{ scopes: [] }]]) {
		sandbox.fail('apiKey', { status: 200, body });
		expect(await refusal()).toBeUndefined();
	}
});

it.each(['<!doctype html><title>Hi</title>', '\n<html><body>Please log in', 'Please log in'])(
	'refuses the answer %j',
	async (body) => {
		sandbox.fail('apiKey', { status: 200, body });
		expect(await refusal()).toMatch(
			/^The answer is a web page or text, not JSON: check the base URL/,
		);
	},
);
