import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { createParameters } from '../../../nodes/MerchantData/n8n/parameters.ts';
import type { Fields } from '../../../nodes/MerchantData/shared/field.ts';
import {
	maxParallelRequestsOption,
	optionsField,
} from '../../../nodes/MerchantData/shared/fields.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';

const TEXT = { type: 'string', default: '' } as const;
const SWITCH = { type: 'boolean', default: false } as const;
const JSON_MODE = { name: 'JSON', value: 'json' } as const;
const MODE = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	default: 'json',
} as const;

/** Fields of an operation, of each kind that is treated in a way of its own. */
const FIELDS = [
	{ displayName: 'Query', name: 'query', ...TEXT },
	{ displayName: 'Shop', name: 'shop', type: 'resourceLocator', default: '' },
	{ displayName: 'Shop', name: 'shopDomain', ...TEXT },
	{
		...MODE,
		options: [JSON_MODE, { name: 'Map', value: 'map' }],
		displayOptions: { hide: { '@tool': [true] } },
	},
	{ ...MODE, options: [JSON_MODE], displayOptions: { show: { '@tool': [true] } } },
	{ displayName: 'Fixed', name: 'fixed', noDataExpression: true, ...SWITCH },
	optionsField(
		[
			{ displayName: 'Preview', name: 'preview', ...SWITCH },
			{
				...{ displayName: 'Limit', name: 'limit', type: 'number', default: 1 },
				displayOptions: { show: { '/dataMode': ['map'] } },
			},
			{ ...maxParallelRequestsOption, default: 8 },
		],
		9,
	),
] as const satisfies Fields;

/** An execution for three items. */
function create(own: object = {}, resolve?: Resolve) {
	const parameters = { options: {}, dataMode: 'json', ...own } as IDataObject;
	const n8n = createContext({ parameters, resolve, items: 3 });
	return { ...n8n, ...createExecution(n8n.context, FIELDS) };
}

describe('a field', () => {
	it('has its default where an older execution did not save it', () => {
		expect(create().field('fixed', 0)).toBe(false);
	});

	it.each<[unknown]>([['fixed'], [''], ['a = b'], [7], [null], [{ deep: ['no expression'] }]])(
		'without an expression is fixed, and resolved once: %j',
		(query) => {
			const { field, isFixed, asked } = create({ query });
			expect(isFixed('query')).toBe(true);
			expect([0, 1, 2].map((item) => field('query', item))).toEqual([query, query, query]);
			expect(asked).toEqual([['query', 0]]);
		},
	);

	it.each<[unknown]>([['={{ $json.n }}'], [{ deep: { list: ['a', '={{ $json.n }}'] } }]])(
		'with an expression is resolved for each item: %j',
		(query) => {
			const { field, isFixed } = create({ query }, (_, item) => `q${item}`);
			expect(isFixed('query')).toBe(false);
			expect([0, 1, 2].map((item) => field('query', item))).toEqual(['q0', 'q1', 'q2']);
		},
	);

	it('is held against its description for each item where it holds an expression', () => {
		const modes = ['json', 'map', 'JSON'];
		const { field } = create({ dataMode: '={{ $json.mode }}' }, (_, item) => modes[item]);
		expect([0, 1].map((item) => field('dataMode', item))).toEqual(['json', 'map']);
		expect(refusal(() => field('dataMode', 2)).message).toBe(
			'"Data Mode" must be one of json, map, but is the text "JSON"',
		);
	});

	it('of several of one name is held against that which is shown', () => {
		const { field, node } = create({ dataMode: 'map' });
		node.type += 'Tool';
		expect(refusal(() => field('dataMode', 0)).message).toBe(
			'"Data Mode" must be one of json, but is the text "map"',
		);
	});
});

describe('a field that holds for the node', () => {
	it('may have an expression that gives the same for all items', () => {
		expect(create({ dataMode: '={{ "map" }}' }, () => 'map').nodeField('dataMode')).toBe('map');
	});

	it('is refused where it differs, by its label and the item', () => {
		const modes = create({ dataMode: '={{ 1 }}' }, (_, item) => ['map', 'json'][item]);
		expect(refusal(() => modes.nodeField('dataMode'))).toEqual({
			message: '"Data Mode" has another value for item 2 than for item 1',
			remedy: expect.stringContaining('so nothing was sent. Give a fixed value') as string,
		});
		const previews = create({ options: { preview: '={{ $json.dry }}' } }, (name, item) =>
			name === 'options' ? { preview: item === 2 } : undefined,
		);
		expect(refusal(() => previews.nodeField('options')).message).toBe(
			'"Preview" has another value for item 3 than for item 1',
		);
	});
});

describe('the options', () => {
	const limits = { timeout: 9, maxWait: 9, maxParallelRequests: 8 };

	it('have their defaults where nothing was added, but no limit', () => {
		const unset = { ...limits, preview: false, limit: Infinity };
		expect(create().field('options', 0)).toEqual(unset);
		const elsewhere = createParameters(createContext({}).node, () => ({}), [optionsField()]);
		expect(elsewhere.field('options', 0)).toEqual({ maxWait: 300, timeout: 300 });
	});

	it('are those of the first item, where they hold for the node', () => {
		const { field, nodeField, asked } = create({ options: { maxWait: 7 } });
		expect(nodeField('options')).toEqual(field('options', 0));
		expect(nodeField('options')).toMatchObject({ maxWait: 7 });
		expect(asked.filter(([name]) => name === 'options')).toHaveLength(1);
	});

	it('are shown or not for each item where an expression decides that, but not for the node', () => {
		const modes = ['map', 'json', 'map'];
		const { field, nodeField } = create(
			{ dataMode: '={{ $json.mode }}', options: { limit: 3 } },
			(name, item) => (name === 'dataMode' ? modes[item] : undefined),
		);
		expect(modes.map((_, item) => field('options', item).limit)).toEqual([3, Infinity, 3]);
		expect(refusal(() => nodeField('options')).message).toMatch(/^"Limit" has another value/);
	});
});

describe('the shop', () => {
	const EXPRESSION = '={{ $json.shop }}';
	const values = ['https://a.example/', 'b.example'];

	it.each<[what: string, shop: unknown, valueOf: (item: number) => unknown]>([
		['what the field holds', EXPRESSION, (item) => values[item]],
		[
			'a resource locator in it',
			{ value: EXPRESSION },
			(item) => ({ __rl: true, mode: 'domain', value: values[item] }),
		],
	])('is the plain domain of %s', (...[, given, valueOf]) => {
		const { shop } = create({ shop: given }, (_, item) => valueOf(item));
		expect(values.map((_, item) => shop(item))).toEqual(['a.example', 'b.example']);
	});

	it('may be in the field of another name', () => {
		const { shop } = create({ shop: 'a.example', shopDomain: 'b.example' });
		expect([shop(0), shop(0, 'shopDomain')]).toEqual(['a.example', 'b.example']);
	});

	it.each([null, '', 'no domain', { value: null }, {}, ['a.example']])(
		'is refused where it is none: %j',
		(given) => {
			const { shop } = create({ shop: given });
			expect(refusal(() => shop(0)).message).toMatch(/^"Shop" is /);
		},
	);
});

it('keeps each hint once, twenty at most, and what is to be first before them', () => {
	const { hint, firstHint, ...execution } = createExecution(create().context, FIELDS);
	for (const n of [0, 0, ...Array(30).keys()]) hint(`shop ${n}`);
	firstHint('2 of 4 rows');
	const first = Array.from({ length: 20 }, (_, n) => `shop ${n}`);
	expect(execution.hints).toEqual(['2 of 4 rows', ...first]);
});
