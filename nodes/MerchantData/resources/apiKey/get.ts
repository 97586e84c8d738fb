import { itemOperation } from '../../n8n/operation';
import { answerItem, answerValue, oddity } from '../../service/answers/goodAnswer';
import { OddAnswer } from '../../service/answers/serverText';
import { acceptedAnswer } from '../../service/call';
import { optionsField } from '../../shared/fields';

export const getApiKey = itemOperation({
	value: 'get',
	name: 'Get',
	action: 'Inspect an API key',
	description: 'Get what the service knows about the API key in the credential, such as its scopes',
	fields: [optionsField()],

	read: (execution, item) => execution.field('options', item),

	/** "Endpoints" 9. The fields of the record are not specified, so it is output as it comes. */
	async execute({ client }, limits, item, output) {
		const { text } = acceptedAnswer(
			await client.call('inspectApiKey', { limits, itemIndex: item }),
		);
		const answer = answerValue(text);
		const odd = oddity(answer);
		if (odd !== undefined) throw new OddAnswer(odd, text);
		output.accept({ json: answerItem(answer), pairedItem: { item } });
	},
});
