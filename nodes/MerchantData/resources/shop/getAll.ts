import { itemOperation } from '../../n8n/operation';
import { answerItem, answerValue } from '../../service/answers/goodAnswer';
import { readGrantedShops } from '../../service/answers/granted';
import { acceptedAnswer, acceptedValue } from '../../service/call';
import { limitField, optionsField, simplifyField, SWITCH } from '../../n8n/fields';

export const getShops = itemOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many shops',
	description: 'Get the shops that the merchant granted to your app',
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			...SWITCH,
			description: 'Whether to return all results or only up to a given limit',
		},
		{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
		simplifyField,
		optionsField(),
	],

	read: (execution, item) => ({
		limit: execution.field('returnAll', item) ? Infinity : execution.field('limit', item),
		simplify: execution.field('simplify', item),
		limits: execution.field('options', item),
	}),

	async execute({ client, hint }, { limit, simplify, limits }, item, output) {
		const result = await client.call('grantedShops', { limits, itemIndex: item });
		const answer = simplify ? acceptedValue(result) : answerValue(acceptedAnswer(result).text);
		const shops = simplify ? readGrantedShops(answer)?.slice(0, limit) : undefined;
		if (simplify && shops === undefined)
			hint('The answer has none of the specified fields, so it is returned unchanged');
		for (const json of shops ?? [answerItem(answer)]) output.accept({ json, pairedItem: { item } });
	},
});
