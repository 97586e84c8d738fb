import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
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

/**
 * On 1.x the hidden URLs of an OAuth2 credential see the expression in "Base URL" instead of its value, so
 * no expression can be used there at all.
 */
const NO_EXPRESSION = /The base URL is an expression that cannot be resolved here/;
const LINK = { resource: 'integration', operation: 'getLink' };

it.each(Object.entries({ ...OPERATIONS, link: LINK }))(
	'refuses another address or account for each item: %s',
	async (_, own: IDataObject) => {
		const { credential } = resources.find(({ value }) => value === own.resource)!;
		const hasKey = credential === 'merchantDataApi';
		const refused = async (fields: ICredentialDataDecryptedObject, reason = REFUSED) => {
			stage.renew();
			stage.change(fields);
			const { thrown } = await stage.run({ parameters: { ...own, options: {} }, items: items() });
			expect(thrown!.message).toMatch(reason);
			if (reason === REFUSED) expect(thrown!.description).toMatch(WAY);
		};
		await refused(
			{ baseUrl: '={{ $json.url }}' },
			hasKey || line === 'n8n-2' ? REFUSED : NO_EXPRESSION,
		);
		await refused({ accountId: '={{ $json.shop }}', apiKey: '={{ $json.key }}' });
		expect(stage.sandbox.log).toEqual([]);
	},
);

it('is refused to a tool as well, which takes a key that is the same for all items of its agent', async () => {
	const toolCalls = [{}, {}];
	const { success } = await runWith('={{ $json.key }}', { toolCalls });
	expect(JSON.stringify(success)).toContain('a value of it depends on the item');
	expect(stage.sandbox.log).toEqual([]);
	await runWith('KEY', { toolCalls });
	expect(stage.sandbox.requests('apiKey').map(({ status }) => status)).toEqual([200, 200]);
});
