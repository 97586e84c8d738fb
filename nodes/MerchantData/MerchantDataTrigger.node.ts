import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { PUSHED } from './service/endpoints';
import { triggerFields } from './trigger/fields';
import { poll } from './trigger/poll';

export class MerchantDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Data Trigger',
		name: 'merchantDataTrigger',
		icon: {
			light: 'file:../../icons/merchantData.svg',
			dark: 'file:../../icons/merchantData.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] === "newRows" ? "New Rows" : "New or Changed Rows" }}',
		description: `Start on new or changed rows; push ${PUSHED} data, run SQL, request deletions`,
		defaults: { name: 'Merchant Data Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'merchantDataApi', required: true }],
		properties: triggerFields as unknown as INodeTypeDescription['properties'],
	};

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
