import { itemOperation } from '../../n8n/operation';
import { answerItem } from '../../service/answers/goodAnswer';
import { acceptedValue } from '../../service/call';
import { optionsField } from '../../n8n/fields';

export const getApiKey = itemOperation({
	value: 'get',
	name: 'Get',
	action: 'Inspect an API key',
	description: 'Get the record of the API key in the credential, such as its scopes',
	fields: [optionsField()],

	read: (execution, item) => execution.field('options', item),

	/** "Endpoints" 9. The fields of the record are not specified, so it is output unchanged. */
	async execute({ client }, limits, item, output) {
		const result = await client.call('inspectApiKey', { limits, itemIndex: item });
		output.accept({ json: answerItem(acceptedValue(result)), pairedItem: { item } });
	},
});
