import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../nodes/MerchantData/runtime/execution.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { createNode, type Resolve } from './node.mts';

function createFields(parameters: IDataObject, resolve?: Resolve, items = 3) {
	const node = createNode({ parameters, resolve, items });
	return { ...node, execution: createExecution(node.context) };
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

describe('a field that holds for the node', () => {
	it('without an expression is asked for once', () => {
		const { execution, asked } = createFields({ dataMode: 'json' });
		expect(execution.nodeField('dataMode', 'Data Mode')).toBe('json');
		expect(asked).toHaveLength(1);
	});

	it('may have an expression that gives the same for all items', () => {
		const { execution } = createFields({ options: { limit: '={{ 1 + 1 }}' } }, () => ({
			limit: 2,
		}));
		expect(execution.nodeField('options', 'Options')).toEqual({ limit: 2 });
	});

	it.each<[unknown]>([['={{ $json.dry }}'], [{ preview: '={{ $json.dry }}' }], [['{{ 1 }}']]])(
		'is refused where n8n gives the text of an expression: %j',
		(value) => {
			const { execution } = createFields({ options: value } as IDataObject, () => value);
			expect(refusal(() => execution.nodeField('options', 'Options'))).toEqual({
				message: '"Options" holds an expression, which it does not take',
				remedy: 'It holds for all items of a run, so nothing was sent. Give a fixed value.',
			});
		},
	);

	it.each<[unknown]>([['} {'], [null], [7], [{ preview: true }]])('takes %j', (value) => {
		const { execution } = createFields({ options: value } as IDataObject);
		expect(execution.nodeField('options', 'Options')).toEqual(value);
	});

	it('is refused where it differs, with the item', () => {
		const given = { preview: '={{ $json.dry }}' };
		const { execution } = createFields({ options: given }, (_, item) => ({ preview: item === 2 }));
		expect(refusal(() => execution.nodeOptions())).toEqual({
			message: '"Options" has another value for item 2 than for item 0',
			remedy: expect.stringContaining('so nothing was sent. Give a fixed value') as string,
		});
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
	const DEFAULTS = { timeout: 300_000, maxRetries: 5, maxWait: 300, maxParallelRequests: 16 };

	it.each([undefined, null, {}])('have defaults where they are %j', (options) => {
		const { execution } = createFields({ options } as IDataObject);
		expect(execution.options(0)).toEqual(DEFAULTS);
		expect(execution.nodeOptions()).toEqual(DEFAULTS);
	});

	it('hold what the user set, then what the operation wants', () => {
		const { execution } = createFields({ options: { maxWait: 0, limit: 3 } });
		const own = { maxParallelRequests: 8, maxWait: 9 };
		const whole = { ...DEFAULTS, maxParallelRequests: 8, maxWait: 0, limit: 3 };
		expect(execution.options(0, own)).toEqual(whole);
	});

	it.each([
		['timeout', 'Timeout (Milliseconds)', 1],
		['maxRetries', 'Max Retries', 0],
		['maxWait', 'Max Wait (Seconds)', 0],
		['maxParallelRequests', 'Max Parallel Requests', 1],
	])('refuse a bound that is none: %s', (name, label, least) => {
		const withValue = (value: unknown) => () =>
			createFields({ options: { [name]: value } } as IDataObject).execution.options(0);
		const message = `"${label}" must be a number, ${least} or more`;
		for (const value of [least - 1, least - 0.01, NaN, Infinity, '5', null])
			expect(refusal(withValue(value)).message).toBe(message);
		expect(withValue(least)()).toMatchObject({ [name]: least });
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
