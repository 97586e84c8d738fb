import { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { listedNames } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import { createContext } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';

it('checks a value against the field of its name that is shown', () => {
	const { context, node } = createContext({ parameters: { dataMode: 'binary' } });
	node.type += 'Tool';
	const { field } = new Execution(context, pushFields);
	expect(refusal(() => field('dataMode', 0)).message).toBe(
		'"Data Mode" must be one of json, defineBelow, but is the text "binary"',
	);
});

it('reads names between commas, each once', () => {
	expect([...listedNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
	expect(listedNames('Columns', '').size).toBe(0);
	for (const typed of [undefined, null, 5, ['a'], {}]) {
		const { message } = refusal(() => listedNames('Columns', typed));
		expect(message).toBe('"Columns" is not a text');
	}
});
