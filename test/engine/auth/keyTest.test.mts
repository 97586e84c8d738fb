import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { MerchantDataApi } from '../../../credentials/MerchantDataApi.credentials.ts';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { createEngine } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';

/** The test of an API key, as n8n's own form makes it: a request, and rules for its answer. */

const stage = sharedStage();
const { request, rules = [] } = new MerchantDataApi().test;

/** As n8n wraps a test into a node of its own. */
class KeyTest implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Key Test',
		name: 'keyTest',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'Key Test' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'merchantDataApi', required: true }],
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
		],
	};
}

/** What the test says of a key, undefined for nothing bad; n8n reads a rule's key with lodash's `get`. */
async function test(fields: object = {}): Promise<string | undefined> {
	const engine = createEngine(KeyTest, [MerchantDataApi], 'test');
	const key = engine.addCredential('merchantDataApi', { ...keyFields(stage.sandbox), ...fields });
	const { success, thrown } = await engine.run({ parameters: {}, credentials: [key] });
	if (thrown) return thrown.message;
	const answer = success[0]!.json as unknown as Record<string, unknown>;
	return rules.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' && answer[properties.key] === properties.value,
	)?.properties.message;
}

it('takes a key that the service knows', async () => {
	expect(await test()).toBeUndefined();
	expect(stage.sandbox.requests('apiKey')).toHaveLength(1);
});

it.each(['<!doctype html><title>Welcome</title>', '<?xml version="1.0"?><error/>'])(
	'says no at a page with a good status: %s',
	async (body) => {
		stage.sandbox.fail('apiKey', { status: 200, body, headers: { 'content-type': 'text/html' } });
		expect(await test()).toContain('a web page, not the service');
	},
);

it.each(['[{"name":"k","scopes":["<"]}]', '{"name":"<k>"}', '', '""'])(
	'takes any other answer: %s',
	async (body) => {
		stage.sandbox.fail('apiKey', { status: 200, body });
		expect(await test()).toBeUndefined();
	},
);

it('refuses plain http, with the reason, before anything is sent', async () => {
	expect(await test({ baseUrl: 'http://api.example.com' })).toContain('plain http would send');
	expect(stage.sandbox.log).toEqual([]);
});
