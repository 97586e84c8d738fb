import type { IDataObject } from 'n8n-workflow';
import { createParameters } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { optionsField } from '../../../nodes/MerchantData/shared/fields.ts';
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
	return { node, asked, fields: createParameters(node, resolved, FIELDS) };
}

describe('a field', () => {
	it.each<[unknown]>([['fixed'], [''], ['a = b'], [7], [null], [{ deep: ['no expression'] }]])(
		'without an expression is resolved once: %j',
		(value) => {
			const { fields, asked } = createFields({ query: value } as IDataObject);
			expect([0, 1, 2].map((item) => fields.field('query', item))).toEqual([value, value, value]);
			expect(asked).toEqual([['query', 0]]);
		},
	);

	it.each<[unknown]>([['={{ $json.n }}'], [{ deep: { list: ['a', '={{ $json.n }}'] } }]])(
		'with an expression is resolved for each item: %j',
		(value) => {
			const { fields } = createFields({ query: value } as IDataObject, (_, item) => `q${item}`);
			const resolved = [0, 1, 2].map((item) => fields.field('query', item));
			expect(resolved).toEqual(['q0', 'q1', 'q2']);
		},
	);
});

it('a field is fixed unless it holds an expression', () => {
	const { fields } = createFields({ query: '={{ $json.n }}', shop: 'a.example' });
	expect([fields.isFixed('query'), fields.isFixed('shop')]).toEqual([false, true]);
});

describe('a field is held against its description', () => {
	it('for each item where it holds an expression', () => {
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

describe('the options', () => {
	const DEFAULTS = {
		timeout: 9,
		maxWait: 9,
		maxParallelRequests: 8,
		preview: false,
		limit: Infinity,
	};

	it('have their defaults where nothing was added, but no limit', () => {
		const { fields } = createFields({});
		expect(fields.field('options', 0)).toEqual(DEFAULTS);
		const elsewhere = createParameters(createContext({}).node, () => ({}), [optionsField()]);
		expect(elsewhere.field('options', 0)).toEqual({ maxWait: 300, timeout: 300 });
	});
});
