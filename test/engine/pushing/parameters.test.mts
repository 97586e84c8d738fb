import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { MerchantDataOAuth2Api } from '../../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../../nodes/MerchantData/MerchantData.node.ts';
import { startSandbox } from '../../../sandbox/index.mts';
import { createEngine } from '../../kit/engine.mts';
import { SHOP_OF_ITEM, sharedStage } from '../../kit/stage.mts';
import { create } from '../deleting/deleting.mts';
import { FIRST, push } from './pushing.mts';

let asked: string[] = [];

/** The node, noting which parameters it asks n8n for. */
class Noting extends MerchantData {
	override async execute(this: IExecuteFunctions) {
		const { getNodeParameter } = this;
		this.getNodeParameter = ((name: string, ...rest: unknown[]) => {
			asked.push(name);
			return getNodeParameter.call(this, name, ...(rest as [number]));
		}) as IExecuteFunctions['getNodeParameter'];
		return await new MerchantData().execute.call(this);
	}
}

it('resolves a parameter once for all items, and for each item where it holds an expression', async () => {
	const sandbox = await startSandbox();
	const engine = createEngine(Noting, [MerchantDataOAuth2Api]);
	const credential = engine.addCredential('merchantDataOAuth2Api', {
		environment: 'production',
		baseUrl: sandbox.url,
		oauthTokenData: { ...sandbox.issueTokens({ scopes: ['ads:write'] }) },
	});
	const times = async (parameters: ReturnType<typeof push>) => {
		asked = [];
		const items = Array.from({ length: 50 }, (_, n) => ({ shop: FIRST, n }));
		const { thrown } = await engine.run({ parameters, items, credentials: [credential] });
		expect(thrown).toBeUndefined();
		return Object.fromEntries(
			asked.map((name) => [name, asked.filter((each) => each === name).length]),
		);
	};

	const once = { resource: 1, operation: 1, options: 1, dataMode: 1 };
	expect(await times(push())).toEqual({ ...once, shop: 1, fieldsToIgnore: 1 });
	expect(await times(push({}, { shop: SHOP_OF_ITEM }))).toEqual({
		...once,
		shop: 50,
		fieldsToIgnore: 1,
	});
	const values = [{ name: 'n', value: '={{ $json.n }}' }];
	expect(await times(push({}, { dataMode: 'defineBelow', fields: { values } }))).toEqual({
		...once,
		shop: 1,
		fields: 50,
	});
	await sandbox.close();
});

describe('what holds for the node as a whole', () => {
	const stage = sharedStage();
	const people = [{ dryRun: true }, { dryRun: false }].map((item, n) => ({
		...item,
		shop: FIRST,
		emails: `person${n}@example.com`,
	}));
	/** A saved workflow may hold an expression although the editor offers none. */
	const EXPRESSIONS: IDataObject[] = [
		create({ preview: '={{ $json.dryRun }}' }, { phones: '' }),
		create({ combine: '={{ $json.dryRun }}' }, { phones: '' }),
		push({ preview: '={{ $json.dryRun }}' }),
		push({ batchSize: '={{ $itemIndex + 1 }}' }),
		push({ maxWait: '={{ $itemIndex }}' }),
		push({ numberColumns: '={{ $json.shop }}' }),
		push({ includeEmptyCells: '={{ $json.dryRun }}' }),
		push({}, { dataMode: '={{ $json.dryRun ? "autoMapInputData" : "json" }}' }),
	];

	it.each(EXPRESSIONS)('sends nothing where an expression may vary: %j', async (parameters) => {
		const stopped = await stage.run({ parameters, items: people });
		expect(stopped.thrown?.message).toMatch(
			/"(Options|Data Mode)" (holds an expression, which it does not take|has another value for item 1 than for item 0)/,
		);
		const result = await stage.run({ parameters, items: people, onError: 'continueErrorOutput' });
		expect(result.error).toHaveLength(2);
		expect(stage.sandbox.log).toEqual([]);
	});

	it('takes an expression that gives the same for all items, where it takes any', async () => {
		await stage.run({ parameters: push({ maxWait: '={{ 1 + 1 }}' }), items: people });
		expect(stage.sandbox.pushed('ads')).toHaveLength(2);
	});

	it('is not offered as an expression', () => {
		const varying = ['timeout', 'maxRetries', 'maxWait'];
		for (const { name, options } of new MerchantData().description.properties) {
			if (name !== 'options') continue;
			const fields = options as INodeProperties[];
			const isOfNode = fields.some((field) => ['preview', 'combine'].includes(field.name));
			if (!isOfNode) continue;
			for (const field of fields) {
				expect([field.name, field.noDataExpression === true]).toEqual([
					field.name,
					!varying.includes(field.name),
				]);
			}
		}
	});
});
