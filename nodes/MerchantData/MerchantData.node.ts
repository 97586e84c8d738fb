import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { nodeProperties, resourcesWith, subtitleOf } from './n8n/operation';
import { run } from './n8n/run';
import { resources } from './resources';
import { searchShops } from './resources/shop/searchShops';
import { PUSHED } from './service/endpoints';

export class MerchantData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Data',
		name: 'merchantData',
		icon: {
			light: 'file:../../icons/merchantData.svg',
			dark: 'file:../../icons/merchantData.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: `Push ${PUSHED} rows, query data with SQL, and request data deletion`,
		defaults: { name: 'Merchant Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'merchantDataOAuth2Api',
				required: true,
				displayOptions: {
					show: { resource: resourcesWith(resources, 'merchantDataOAuth2Api') },
					hide: { credentialsToCheck: ['merchantDataApi'] },
				},
			},
			{
				name: 'merchantDataApi',
				required: true,
				displayOptions: {
					show: { resource: resourcesWith(resources, 'merchantDataApi') },
					hide: { credentialsToCheck: ['merchantDataOAuth2Api'] },
				},
			},
		],
		properties: nodeProperties(resources),
	};

	methods = { listSearch: { searchShops } };

	async execute(this: IExecuteFunctions) {
		return await run(this, resources);
	}
}
