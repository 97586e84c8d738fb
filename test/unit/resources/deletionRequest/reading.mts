import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../../../nodes/MerchantData/n8n/output.ts';
import { deletionRequestFields } from '../../../../nodes/MerchantData/resources/deletionRequest/fields.ts';
import { createContext, type Script, SHOP } from '../../../kit/execution.mts';

/** An execution of the operation whose fields hold for each item what that item says. */
export function executionOf(
	items: readonly IDataObject[],
	options: IDataObject = {},
	script: Script = {},
) {
	const n8n = createContext({
		...script,
		items,
		parameters: {
			shopDomain: '={{ $json.shop }}',
			emails: '={{ $json.emails }}',
			phones: '={{ $json.phones }}',
			options,
		},
		resolve: (name, item) => {
			const { shop = SHOP, emails = '', phones = '' } = items[item]!;
			return { shopDomain: shop, emails, phones }[name];
		},
	});
	const execution = createExecution(n8n.context, deletionRequestFields);
	const output = createOutput(n8n.context, execution.client.context.redactor);
	return { ...n8n, execution, output };
}
