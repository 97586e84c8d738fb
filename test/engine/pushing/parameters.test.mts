import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { MerchantDataOAuth2Api } from '../../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../../nodes/MerchantData/MerchantData.node.ts';
import { startSandbox } from '../../../sandbox/index.mts';
import { createEngine } from '../../kit/engine.mts';
import { SHOP_OF_ITEM, sharedStage } from '../../kit/stage.mts';
import { create } from '../deleting/deleting.mts';
import { FIRST, push } from '../../kit/pushing.mts';

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

it('resolves a parameter once for all items, and for each item if it holds an expression', async () => {
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
		await engine.run({ parameters, items, credentials: [credential] });
		return Object.fromEntries(
			asked.map((name) => [name, asked.filter((each) => each === name).length]),
		);
	};

	const once = { options: 1, dataMode: 1, preview: 1, skipSentRows: 1 };
	const columns = { columns: 1, otherColumns: 1, numberFormat: 1, dateFormat: 1 };
	const ofItems = { ...once, ...columns, fieldsToAdd: 1 };
	expect(await times(push())).toEqual({ ...ofItems, shop: 1 });
	expect(await times(push({}, { shop: SHOP_OF_ITEM }))).toEqual({ ...ofItems, shop: 50 });
	const assignments = [{ id: '1', name: 'of', type: 'number', value: '={{ $json.n }}' }];
	const added = push({}, { fieldsToAdd: { assignments } });
	expect(await times(added)).toEqual({ ...ofItems, shop: 1, fieldsToAdd: 50 });
	const below = push({}, { dataMode: 'defineBelow', fields: { assignments } });
	expect(await times(below)).toMatchObject({ ...once, shop: 1, fields: 50 });
	await sandbox.close();
});

describe('what holds for the node as a whole', () => {
	const stage = sharedStage();
	const people = [true, false].map((dryRun, n) => ({ dryRun, emails: `person${n}@example.com` }));
	const EXPRESSIONS: Array<[label: string, parameters: IDataObject]> = [
		['Preview', create({}, { preview: '={{ $json.dryRun }}', phones: '' })],
		['Combine Items', create({ combine: '={{ $json.dryRun }}' }, { phones: '' })],
		['Preview', push({}, { preview: '={{ $json.dryRun }}' })],
		['Batch Size', push({ batchSize: '={{ $itemIndex + 1 }}' })],
		['Values That Mean Empty', push({ emptyValues: '={{ $json.emails }}' })],
		['Number Format', push({}, { numberFormat: '={{ $json.dryRun ? "plain" : "decimalComma" }}' })],
		['Date Format', push({}, { dateFormat: '={{ $json.dryRun ? "iso" : "dayDots" }}' })],
		['Data Mode', push({}, { dataMode: '={{ $json.dryRun ? "autoMapInputData" : "json" }}' })],
	];

	it.each(EXPRESSIONS)('sends nothing if %s varies: %j', async (label, parameters) => {
		const stopped = await stage.run({ parameters, items: people });
		expect(stopped.thrown?.message).toBe(`"${label}" has another value for item 2 than for item 1`);
		const result = await stage.run({ parameters, items: people, onError: 'continueErrorOutput' });
		expect(result.error).toHaveLength(2);
		expect(stage.sandbox.log).toEqual([]);
	});
});
