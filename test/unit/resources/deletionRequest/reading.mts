import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import { deletionRequestFields } from '../../../../nodes/MerchantData/resources/deletionRequest/create.ts';
import { createContext, type Script, SHOP } from '../../../kit/execution.mts';

/** The parameters and values of fields that hold for each item what that item says. */
export const fieldsOf = (items: readonly IDataObject[]) => ({
	parameters: {
		shopDomain: '={{ $json.shop }}',
		emails: '={{ $json.emails }}',
		phones: '={{ $json.phones }}',
	},
	resolve(name: string, item: number) {
		const { shop = SHOP, emails = '', phones = '' } = items[item]!;
		return { shopDomain: shop, emails, phones }[name];
	},
});

/** An execution of the operation with such fields, unless the script has others. */
export function executionOf(
	items: readonly IDataObject[],
	options: IDataObject = {},
	script: Script = {},
) {
	const { parameters, resolve } = fieldsOf(items);
	const n8n = createContext({
		...script,
		items,
		parameters: { ...parameters, options, ...script.parameters },
		resolve,
	});
	return { ...n8n, execution: createExecution(n8n.context, deletionRequestFields) };
}
