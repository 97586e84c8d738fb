import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import { line, type RunOptions } from '../../kit/engine.mts';
import { OPERATIONS, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';

/** A credential serves all items of an execution, so no value of it may depend on one of them. */

const stage = sharedStage();

const REFUSED = /: a value of it depends on the item/;
const WAY = /Nothing was sent.*"Loop Over Items" node with a batch size of 1/;

/** The first and the last are alike. */
const items = (): IDataObject[] => {
	const good = { key: stage.sandbox.apiKeys.full!, url: stage.sandbox.url, shop: 'a' };
	return [good, { key: 'other', url: 'https://other.example', shop: 'b' }, good];
};

/** What the credential holds where it is used, with an expression that gives a good value for the first item. */
const OF_ITEM = [
	'={{ $json.key }}',
	'={{ $json.none ?? "KEY" }}',
	'={{ ["KEY", "other", "KEY"][$itemIndex] }}',
	'={{ $itemIndex % 2 ? "other" : "KEY" }}',
	`={{ $('${START}').item.json.key }}`,
	`={{ $('${START}').itemMatching($itemIndex).json.key }}`,
	`={{ $node["${START}"].json.key }}`,
	'={{ $input.item.json.key }}',
];
const SAME = [
	'KEY',
	`={{ $('${START}').all()[2].json.key }}`,
	'={{ $input.first().json.key }}',
	'={{ $workflow.name && "KEY" }}',
	'={{ $self["environment"] === "production" ? "KEY" : "other" }}',
	// 2.x gives no environment to expressions, unless it is allowed.
	...(line === 'n8n-1' ? ['={{ $env.HOME && "KEY" }}'] : []),
];

const runWith = async (apiKey: string, setup: Partial<RunOptions> = {}) => {
	stage.change({ apiKey: apiKey.replaceAll('KEY', stage.sandbox.apiKeys.full!) });
	return await stage.run({ parameters: parametersOf('apiKey'), items: items(), ...setup });
};

it.each(OF_ITEM)('refuses a key that is %s', async (expression) => {
	const { thrown } = await runWith(expression);
	expect(thrown!.message).toMatch(REFUSED);
	expect(thrown!.description).toMatch(WAY);
	expect(stage.sandbox.log).toEqual([]);
});

it.each(SAME)('takes a key that is %s', async (expression) => {
	expect((await runWith(expression)).success).toHaveLength(3);
});

const OTHERS: Array<[name: string, parameters: IDataObject]> = [
	...Object.entries(OPERATIONS),
	['link', { resource: 'integration', operation: 'getLink' }],
];

/**
 * On 1.x the hidden URLs of an OAuth2 credential see the expression in "Base URL" instead of its value, so
 * no expression can be used there at all.
 */
const NO_EXPRESSION = /The base URL is an expression that cannot be resolved here/;

describe.each(OTHERS)('%s', (_, own) => {
	const parameters = { ...own, options: {} };
	const { credential } = resources.find(({ value }) => value === own.resource)!;
	const hasKey = credential === 'merchantDataApi';
	/** The fields that depend on the item, of whichever credential has them. */
	const changed = {
		address: { baseUrl: '={{ $json.url }}' },
		account: { accountId: '={{ $json.shop }}', apiKey: '={{ $json.key }}' },
	};

	it.each(['address', 'account'] as const)('refuses another %s for each item', async (what) => {
		stage.change(changed[what]);
		const { thrown } = await stage.run({ parameters, items: items() });
		const isUnusable = what === 'address' && !hasKey && line === 'n8n-1';
		expect(thrown!.message).toMatch(isUnusable ? NO_EXPRESSION : REFUSED);
		if (!isUnusable) expect(thrown!.description).toMatch(WAY);
		expect(stage.sandbox.log).toEqual([]);
	});
});

it('is told by a check of the connection, which sends nothing', async () => {
	const parameters = { resource: 'connection', operation: 'check', options: {} };
	const { success } = await runWith('={{ $json.key }}', { parameters, credentials: [stage.key] });
	const told = success.filter(({ json }) => json.status === 'problem');
	expect(told).toHaveLength(3);
	for (const { json } of told) expect(json.found).toMatch(REFUSED);
	expect(stage.sandbox.log).toEqual([]);
});

describe('a tool', () => {
	const toolCalls = [{}, {}];

	it('is refused a key that depends on the item of its agent', async () => {
		const { success } = await runWith('={{ $json.key }}', { toolCalls });
		expect(JSON.stringify(success)).toContain('a value of it depends on the item');
		expect(stage.sandbox.log).toEqual([]);
	});

	it('takes a key that is the same for all items of its agent', async () => {
		await runWith('KEY', { toolCalls });
		expect(stage.sandbox.requests('apiKey').map(({ status }) => status)).toEqual([200, 200]);
	});
});
