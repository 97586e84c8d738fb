import type { IDataObject } from 'n8n-workflow';
import type { LoggedEndpoint } from '../../../sandbox/index.mts';
import { keyFields, oauthFields, SCOPES } from '../../../scripts/credentialFields.mts';
import { line } from '../../kit/engine.mts';
import { OPERATIONS, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';

/** A credential serves all items of an execution, so no value of it may depend on one of them. */

const stage = sharedStage();

const REFUSED = /: a value of it depends on the item/;
const WAY = /Nothing was sent.*"Loop Over Items" node with a batch size of 1/;

/** The first and the last are alike. */
const items = (): IDataObject[] => {
	const apiKey = stage.sandbox.apiKeys.full!;
	return [
		{ key: apiKey, url: stage.sandbox.url, shop: 'a' },
		{ key: 'other', url: 'https://other.example', shop: 'b' },
		{ key: apiKey, url: stage.sandbox.url, shop: 'a' },
	];
};

const withKey = (fields: object) =>
	stage.engine.addCredential('merchantDataApi', { ...keyFields(stage.sandbox), ...fields });
const withToken = (fields: object) =>
	stage.engine.addCredential('merchantDataOAuth2Api', {
		...oauthFields(stage.sandbox),
		oauthTokenData: { ...stage.sandbox.issueTokens({ scopes: SCOPES }) },
		...fields,
	});

const ENDPOINTS: LoggedEndpoint[] = [
	...(['grantedShops', 'ads', 'emailSms', 'compliance', 'sql', 'apiKey', 'token'] as const),
	'elsewhere',
	'unknown',
];
const sent = () => ENDPOINTS.flatMap((endpoint) => stage.sandbox.requests(endpoint)).length;

/** What the credential holds where it is used, with an expression that gives a good value for the first item. */
const OF_ITEM = [
	'={{ $json.key }}',
	'={{ $json.shop === "b" ? "other" : "KEY" }}',
	'={{ $json.none ?? "KEY" }}',
	'={{ $itemIndex === 0 ? "KEY" : "other" }}',
	'={{ ["KEY", "other", "KEY"][$itemIndex] }}',
	'={{ $itemIndex % 2 ? "other" : "KEY" }}',
	`={{ $('${START}').item.json.key }}`,
	`={{ $('${START}').itemMatching($itemIndex).json.key }}`,
	`={{ $node["${START}"].json.key }}`,
	'={{ $input.item.json.key }}',
];
const SAME = [
	'KEY',
	`={{ $('${START}').first().json.key }}`,
	`={{ $('${START}').all()[2].json.key }}`,
	'={{ $input.first().json.key }}',
	'={{ $vars.none || "KEY" }}',
	'={{ $workflow.name && "KEY" }}',
	'={{ $self["environment"] === "production" ? "KEY" : "other" }}',
	// 2.x gives no environment to expressions, unless it is allowed.
	...(line === 'n8n-1' ? ['={{ $env.HOME && "KEY" }}'] : []),
];
const keyed = (expression: string) => expression.replaceAll('KEY', stage.sandbox.apiKeys.full!);

it.each(OF_ITEM)('refuses a key that is %s', async (expression) => {
	const credentials = [withKey({ apiKey: keyed(expression) })];
	const { thrown } = await stage.run({
		parameters: parametersOf('apiKey'),
		items: items(),
		credentials,
	});
	expect(thrown!.message).toMatch(REFUSED);
	expect(thrown!.description).toMatch(WAY);
	expect(sent()).toBe(0);
});

it.each(SAME)('takes a key that is %s', async (expression) => {
	const credentials = [withKey({ apiKey: keyed(expression) })];
	const { success } = await stage.run({
		parameters: parametersOf('apiKey'),
		items: items(),
		credentials,
	});
	expect(success).toHaveLength(3);
});

const OTHERS: Array<[name: string, parameters: IDataObject]> = [
	...Object.entries(OPERATIONS),
	['link', { resource: 'integration', operation: 'getLink' }],
];

/**
 * On 1.x the hidden URLs of an OAuth2 credential see the expression in "Base URL" instead of its value, so
 * no expression can be used there at all.
 */
const NO_EXPRESSION = /The base URL must be an address/;

describe.each(OTHERS)('%s', (_, own) => {
	const parameters = { ...own, options: {} };
	const hasKey = ['apiKey', 'sql', 'deletionRequest'].includes(String(own.resource));
	/** By type of credential: the fields of which one depends on the item. */
	const changed = {
		address: { baseUrl: '={{ $json.url }}' },
		account: { accountId: '={{ $json.shop }}', apiKey: '={{ $json.key }}' },
	};

	it.each(['address', 'account'] as const)('refuses another %s for each item', async (what) => {
		const credentials = [withKey(changed[what]), withToken(changed[what])];
		const { thrown } = await stage.run({ parameters, items: items(), credentials });
		const isUnusable = what === 'address' && !hasKey && line === 'n8n-1';
		expect(thrown!.message).toMatch(isUnusable ? NO_EXPRESSION : REFUSED);
		if (!isUnusable) expect(thrown!.description).toMatch(WAY);
		expect(sent()).toBe(0);
	});
});

describe('a check of the connection', () => {
	const parameters = {
		resource: 'connection',
		operation: 'check',
		credentialsToCheck: 'merchantDataApi',
		options: {},
	};

	it('tells of it, and sends nothing', async () => {
		const credentials = [withKey({ apiKey: '={{ $json.key }}' })];
		const { success, thrown } = await stage.run({ parameters, items: items(), credentials });
		expect(thrown).toBeUndefined();
		const told = success.map(({ json }) => json).filter(({ status }) => status === 'problem');
		expect(told).toHaveLength(3);
		for (const { found } of told) expect(found).toMatch(REFUSED);
		expect(sent()).toBe(0);
	});
});

describe('a tool', () => {
	const run = async (apiKey: string, ofAgent: IDataObject[]) =>
		await stage.run({
			parameters: parametersOf('apiKey'),
			items: ofAgent,
			credentials: [withKey({ apiKey })],
			toolCalls: [{}, {}],
		});

	it('is refused a key that depends on the item of its agent', async () => {
		const { success } = await run('={{ $json.key }}', items());
		expect(JSON.stringify(success)).toContain('a value of it depends on the item');
		expect(sent()).toBe(0);
	});

	it('takes a key that is the same for all items of its agent', async () => {
		await run(keyed('KEY'), items());
		expect(stage.sandbox.requests('apiKey').map(({ status }) => status)).toEqual([200, 200]);
	});
});
