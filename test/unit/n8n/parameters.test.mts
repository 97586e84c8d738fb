import type { IDataObject } from 'n8n-workflow';
import { listedNames, Parameters } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';
import { FIELDS } from './fields.mts';

function createFields(parameters: IDataObject, resolve?: Resolve) {
	const { context, node, asked } = createContext({
		parameters: { options: {}, dataMode: 'json', ...parameters },
		resolve,
		items: 3,
	});
	const resolved = (name: string, item: number) => context.getNodeParameter(name, item);
	return { node, asked, fields: new Parameters(node, resolved, FIELDS) };
}

it.each<[unknown]>([['fixed'], [''], ['a = b'], [7], [null], [{ deep: ['no expression'] }]])(
	'a field without an expression is resolved once: %j',
	(value) => {
		const { fields, asked } = createFields({ query: value } as IDataObject);
		expect([0, 1, 2].map((item) => fields.field('query', item))).toEqual([value, value, value]);
		expect(asked).toEqual([['query', 0]]);
	},
);

it.each<[unknown]>([['={{ $json.n }}'], [{ deep: { list: ['a', '={{ $json.n }}'] } }]])(
	'a field with an expression is resolved for each item: %j',
	(value) => {
		const { fields } = createFields({ query: value } as IDataObject, (_, item) => `q${item}`);
		expect([0, 1, 2].map((item) => fields.field('query', item))).toEqual(['q0', 'q1', 'q2']);
	},
);

describe('a field is held against its description', () => {
	it('for each item if it holds an expression', () => {
		const modes = ['json', 'map', 'JSON'];
		const { fields } = createFields({ dataMode: '={{ $json.mode }}' }, (_, item) => modes[item]);
		expect([0, 1].map((item) => fields.field('dataMode', item))).toEqual(['json', 'map']);
		expect(refusal(() => fields.field('dataMode', 2)).message).toBe(
			'"Data Mode" must be one of json, map, but is the text "JSON"',
		);
	});

	it('that is shown, of several of one name', () => {
		const { fields, node } = createFields({ dataMode: 'map' });
		node.type += 'Tool';
		expect(refusal(() => fields.field('dataMode', 0)).message).toBe(
			'"Data Mode" must be one of json, but is the text "map"',
		);
	});
});

it('entries are those of a field that is shown, read once, and none of one that is not', () => {
	const column = [{ name: 'Cost' }];
	const { fields, asked } = createFields({ dataMode: 'map', columns: { column } });
	const read = [0, 1].map((item) => fields.field('columns', item));
	expect(read[0]).toEqual({ column: [{ name: 'Cost', sendAs: 'asIs' }] });
	expect(read[1]).toBe(read[0]);
	expect(asked.filter(([name]) => name === 'columns')).toHaveLength(1);
	for (const columns of [{ column }, { column: '={{ 1 }}' }, 'a'])
		expect(createFields({ columns }).fields.field('columns', 0)).toEqual({ column: [] });
});

it('the names in a field that takes several are what stands between commas, each once', () => {
	expect([...listedNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
	expect(listedNames('Columns', '').size).toBe(0);
	for (const typed of [undefined, null, 5, ['a'], {}]) {
		const { message } = refusal(() => listedNames('Columns', typed));
		expect(message).toBe('"Columns" is not a text: give names, separated by commas');
	}
});
