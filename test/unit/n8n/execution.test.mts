import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import type { Fields } from '../../../nodes/MerchantData/shared/field.ts';
import {
	maxParallelRequestsOption,
	optionsField,
} from '../../../nodes/MerchantData/shared/fields.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';

const FIELDS = [
	{ displayName: 'Query', name: 'query', type: 'string', default: '' },
	{ displayName: 'Shop', name: 'shop', type: 'resourceLocator', default: '' },
	{ displayName: 'Shop', name: 'shopDomain', type: 'string', default: '' },
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [
			{ name: 'JSON', value: 'json' },
			{ name: 'Map', value: 'map' },
		],
		default: 'json',
		displayOptions: { hide: { '@tool': [true] } },
	},
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [{ name: 'JSON', value: 'json' }],
		default: 'json',
		displayOptions: { show: { '@tool': [true] } },
	},
	{
		displayName: 'Fixed',
		name: 'fixed',
		type: 'boolean',
		noDataExpression: true,
		default: false,
	},
	optionsField(
		[
			{ displayName: 'Preview', name: 'preview', type: 'boolean', default: false },
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				default: 1,
				displayOptions: { show: { '/dataMode': ['map'] } },
			},
			{ ...maxParallelRequestsOption, default: 8 },
		],
		{ maxWait: 9 },
	),
] as const satisfies Fields;

function createFields(parameters: IDataObject, resolve?: Resolve, items = 3) {
	const node = createContext({ parameters: { options: {}, ...parameters }, resolve, items });
	return { ...node, execution: createExecution(node.context, FIELDS) };
}

/** What is thrown, as a user reads it. */
function refusal(act: () => unknown) {
	try {
		act();
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidValue);
		const { message, remedy } = error as InvalidValue;
		return { message, remedy };
	}
	throw new Error('Nothing was thrown');
}

describe('a field', () => {
	it.each<[unknown]>([['fixed'], [''], ['a = b'], [7], [null], [{ deep: ['no expression'] }]])(
		'without an expression is resolved once: %j',
		(value) => {
			const { execution, asked } = createFields({ query: value } as IDataObject);
			expect([0, 1, 2].map((item) => execution.field('query', item))).toEqual([
				value,
				value,
				value,
			]);
			expect(asked).toEqual([['query', 0]]);
		},
	);

	it.each<[unknown]>([['={{ $json.n }}'], [{ deep: { list: ['a', '={{ $json.n }}'] } }]])(
		'with an expression is resolved for each item: %j',
		(value) => {
			const { execution } = createFields({ query: value } as IDataObject, (_, item) => `q${item}`);
			const resolved = [0, 1, 2].map((item) => execution.field('query', item));
			expect(resolved).toEqual(['q0', 'q1', 'q2']);
		},
	);
});

it('a field is fixed unless it holds an expression', () => {
	const { execution } = createFields({ query: '={{ $json.n }}', shop: 'a.example' });
	expect([execution.isFixed('query'), execution.isFixed('shop')]).toEqual([false, true]);
});

describe('a field is held against its description', () => {
	it('for each item where it holds an expression', () => {
		const modes = ['json', 'map', 'JSON'];
		const { execution } = createFields({ dataMode: '={{ $json.mode }}' }, (_, item) => modes[item]);
		expect([0, 1].map((item) => execution.field('dataMode', item))).toEqual(['json', 'map']);
		expect(refusal(() => execution.field('dataMode', 2)).message).toBe(
			'"Data Mode" must be one of its choices, but is the text "JSON"',
		);
	});

	it('that is shown, of several of one name', () => {
		const { execution, node } = createFields({ dataMode: 'map' });
		node.type += 'Tool';
		expect(refusal(() => execution.field('dataMode', 0))).toEqual({
			message: '"Data Mode" must be one of its choices, but is the text "map"',
			remedy: 'Choose one of: JSON. An expression gives it as json',
		});
	});

	it('takes no expression where that says so', () => {
		const { execution } = createFields({ fixed: '={{ true }}' }, () => true);
		expect(refusal(() => execution.field('fixed', 0)).message).toBe('"Fixed" takes no expression');
		expect(createFields({ fixed: true }).execution.field('fixed', 0)).toBe(true);
	});
});

describe('a field that holds for the node', () => {
	it('without an expression is asked for once', () => {
		const { execution, asked } = createFields({ dataMode: 'json' });
		expect(execution.nodeField('dataMode')).toBe('json');
		expect(asked).toHaveLength(1);
	});

	it('may have an expression that gives the same for all items', () => {
		const { execution } = createFields({ dataMode: '={{ "map" }}' }, () => 'map');
		expect(execution.nodeField('dataMode')).toBe('map');
	});

	it('is refused where it differs, with the item', () => {
		const given = { preview: '={{ $json.dry }}' };
		const { execution } = createFields({ options: given }, (name, item) =>
			name === 'options' ? { preview: item === 2 } : undefined,
		);
		expect(refusal(() => execution.nodeOptions())).toEqual({
			message: '"Preview" has another value for item 2 than for item 0',
			remedy: expect.stringContaining('so nothing was sent. Give a fixed value') as string,
		});
		const modes = createFields({ dataMode: '={{ 1 }}' }, (_, item) => ['map', 'json'][item]);
		expect(refusal(() => modes.execution.nodeField('dataMode')).message).toBe(
			'"Data Mode" has another value for item 1 than for item 0',
		);
	});
});

describe('the shop', () => {
	it('is the plain domain of what the field holds, checked once for each value', () => {
		const shops = ['https://a.example/', 'b.example', 'https://a.example/'];
		const { execution } = createFields({ shop: '={{ $json.shop }}' }, (_, item) => shops[item]);
		expect(shops.map((_, item) => execution.shop(item))).toEqual([
			'a.example',
			'b.example',
			'a.example',
		]);
	});

	it('may be in a resource locator, told apart by what it holds', () => {
		const values = ['a.example', 'b.example'];
		const { execution } = createFields({ shop: { value: '={{ $json.shop }}' } }, (_, item) => ({
			__rl: true,
			mode: 'domain',
			value: values[item],
		}));
		expect([0, 1].map((item) => execution.shop(item))).toEqual(values);
	});

	it('may be in the field of another name', () => {
		const { execution } = createFields({ shop: 'a.example', shopDomain: 'b.example' });
		expect([execution.shop(0), execution.shop(0, 'shopDomain')]).toEqual([
			'a.example',
			'b.example',
		]);
	});

	it.each([null, '', 'no domain'])('is refused where it is none: %j', (shop) => {
		const { execution } = createFields({ shop });
		expect(refusal(() => execution.shop(0)).message).toMatch(/^"Shop" is /);
	});
});

describe('the options', () => {
	const DEFAULTS = { timeout: 300, maxRetries: 5, maxWait: 9, maxParallelRequests: 8 };

	it('have the defaults of the operation for the bounds of requests', () => {
		const { execution } = createFields({});
		expect(execution.options(0)).toEqual(DEFAULTS);
		expect(execution.nodeOptions()).toEqual(DEFAULTS);
		const elsewhere = createExecution(createContext({ parameters: { options: {} } }).context, [
			optionsField(),
		] as const);
		expect(elsewhere.options(0)).toEqual({ ...DEFAULTS, maxWait: 300, maxParallelRequests: 16 });
	});

	it('hold what the user set, where it is shown', () => {
		const options = { maxWait: 0, limit: 3, later: true };
		const of = (dataMode: string) => createFields({ dataMode, options }).execution.options(0);
		expect(of('map')).toEqual({ ...DEFAULTS, maxWait: 0, limit: 3 });
		expect(of('json')).toEqual({ ...DEFAULTS, maxWait: 0 });
	});

	it('are shown or not for each item, where an expression decides that', () => {
		const parameters = { dataMode: '={{ $json.mode }}', options: { limit: 3 } };
		const modes = ['map', 'json', 'map'];
		const { execution } = createFields(parameters, (name, item) =>
			name === 'dataMode' ? modes[item] : undefined,
		);
		const limits = modes.map((_, item) => execution.options(item).limit);
		expect(limits).toEqual([3, undefined, 3]);
		expect(refusal(() => execution.nodeOptions()).message).toMatch(/^"Limit" has another value/);
	});

	it.each([
		['timeout', '"Timeout (Seconds)" must be a number, 0.1 or more', 0.1],
		['maxRetries', '"Max Retries" must be a whole number, 0 or more', 0],
		['maxWait', '"Max Wait (Seconds)" must be a number, 0 or more', 0],
		['maxParallelRequests', '"Max Parallel Requests" must be a whole number, 1 or more', 1],
	])('refuse a bound that is none: %s', (name, message, least) => {
		const withValue = (value: unknown) => () =>
			createFields({ options: { [name]: value } } as IDataObject).execution.options(0);
		for (const value of [least - 1, least - 0.01, NaN, Infinity, '5', null, undefined])
			expect(refusal(withValue(value)).message).toContain(message);
		expect(withValue(least)()).toMatchObject({ [name]: least });
	});

	it.each([null, [], 'text', 5])('are an object, not %j', (options) => {
		const { execution } = createFields({ options } as IDataObject);
		expect(refusal(() => execution.options(0)).message).toContain('"Options" must be an object');
	});
});

describe('a hint', () => {
	it('is shown once, in the output pane', () => {
		const { execution, hints } = createFields({});
		execution.hint('a');
		execution.hint('a');
		expect(hints).toEqual([{ message: 'a', location: 'outputPane' }]);
	});

	it('is one of twenty at most, unless it is the only one of its kind', () => {
		const { execution, hints } = createFields({});
		for (let n = 0; n < 30; n++) execution.hint(`shop ${n}`);
		execution.hint('waited', true);
		execution.hint('waited', true);
		expect(hints).toHaveLength(21);
		expect(hints.at(19)).toMatchObject({ message: 'shop 19' });
		expect(hints.at(20)).toMatchObject({ message: 'waited' });
	});
});
