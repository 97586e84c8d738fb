import type { IExecuteFunctions } from 'n8n-workflow';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { startSandbox } from '../../sandbox/index.mts';
import { createEngine } from '../support/engine.mts';
import { SHOP_OF_ITEM } from '../support/stage.mts';
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
