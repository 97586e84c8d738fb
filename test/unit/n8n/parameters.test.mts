import { listedNames, Parameters } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { pushFields } from '../../../nodes/MerchantData/rows/fields/fields.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';

function createFields(dataMode: string, resolve?: Resolve) {
	const { context, node } = createContext({ parameters: { dataMode }, resolve, items: 3 });
	const resolved = (name: string, item: number) => context.getNodeParameter(name, item);
	return { node, fields: new Parameters(node, resolved, pushFields) };
}

describe('a field is held against its description', () => {
	it('for each item if it holds an expression', () => {
		const modes = ['json', 'binary', 'JSON'];
		const { fields } = createFields('={{ $json.mode }}', (_, item) => modes[item]);
		expect([0, 1].map((item) => fields.field('dataMode', item))).toEqual(['json', 'binary']);
		expect(refusal(() => fields.field('dataMode', 2)).message).toBe(
			'"Data Mode" must be one of autoMapInputData, defineBelow, json, binary, but is the text "JSON"',
		);
	});

	it('that is shown, of several of one name', () => {
		const { fields, node } = createFields('binary');
		node.type += 'Tool';
		expect(refusal(() => fields.field('dataMode', 0)).message).toBe(
			'"Data Mode" must be one of json, defineBelow, but is the text "binary"',
		);
	});
});

it('the names in a field that takes several are what stands between commas, each once', () => {
	expect([...listedNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
	expect(listedNames('Columns', '').size).toBe(0);
	for (const typed of [undefined, null, 5, ['a'], {}]) {
		const { message } = refusal(() => listedNames('Columns', typed));
		expect(message).toBe('"Columns" is not a text: give names, separated by commas');
	}
});
