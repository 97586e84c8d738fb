import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import { sqlFields } from '../../../nodes/MerchantData/resources/sql/form.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';

function create(own: object = {}, resolve?: Resolve) {
	const parameters = { options: {}, dataMode: 'json', ...own } as IDataObject;
	const n8n = createContext({ parameters, resolve, items: 3 });
	return { ...n8n, ...new Execution(n8n.context, pushFields) };
}

it('a field of the whole node may have an expression, whose value is one for all items', () => {
	const modes = (resolve: Resolve) => create({ dataMode: '={{ 1 }}' }, resolve);
	expect(modes(() => 'binary').nodeField('dataMode')).toBe('binary');
	const { nodeField } = modes((_, item) => ['binary', 'json'][item]);
	const message = '"Data Mode" has another value for item 2 than for item 1';
	const remedy = expect.stringContaining('so nothing was sent. Give a fixed value') as string;
	const refused = { code: 'setting.differsByItem', label: 'Data Mode', message, remedy };
	expect(() => nodeField('dataMode')).toThrow(expect.objectContaining(refused) as Error);
});

it('a field that n8n has not saved has its default', () => {
	const getNodeParameter = (_: string, __: number, byDefault: unknown) => byDefault;
	const context = { ...create().context, getNodeParameter } as IExecuteFunctions;
	const { field } = new Execution(context, pushFields);
	expect([field('ifSentAgain', 0), field('onlyChanged', 0)]).toEqual(['mayDouble', false]);
});

it('a field without an expression is asked for once, and any other for each item', () => {
	const own = { binaryPropertyName: 'a = b', shop: '={{ $json.shop }}' };
	const { field, isFixed, asked } = create(own, () => 's.example');
	for (const item of [0, 1, 2]) [field('shop', item), field('dataMode', item)];
	expect(asked.map(([name]) => name)).toEqual(['shop', 'dataMode', 'shop', 'shop']);
	const fixed = ['dataMode', 'binaryPropertyName', 'options'] as const;
	expect([isFixed('shop'), ...fixed.map(isFixed)]).toEqual([false, true, true, true]);
	expect(create({ dataMode: '={{ 1 }}' }).isFixed('options')).toBe(false);
});

it('an expression decides for each item what is shown and checked, but not for the node', () => {
	const modes = ['binary', 'json', 'binary'];
	const own = { dataMode: '={{ $json.mode }}', numberFormat: '1', options: { fromLine: 3 } };
	const { field, nodeField } = create(own, (_, item) => modes[item]);
	expect(modes.map((_, item) => field('options', item).fromLine)).toEqual([3, 1, 3]);
	expect(refusal(() => nodeField('options')).message).toMatch(/^"From Line" has another value/);
	expect(field('numberFormat', 1)).toBe('1');
	expect(() => field('numberFormat', 2)).toThrow('"Number Format" must be one of');
});

describe('the shop', () => {
	it('is the domain in a text or in a resource locator', () => {
		const values = ['https://a.example/', { __rl: true, value: 'b.example' }];
		const saved = { __rl: true, value: '={{ $json.shop }}' };
		const { shop } = create({ shop: saved }, (_, item) => values[item]);
		expect([shop(0), shop(1)]).toEqual(['a.example', 'b.example']);
	});

	it.each([null, '', { value: '' }])('is not what an expression gives: %j', (given) => {
		const { shop } = create({ shop: '={{ $json.shop }}' }, () => given);
		const remedy = 'Its expression returns nothing. Check the name of the field in it.';
		const refused = { code: 'setting.givesNothing', message: '"Shop" is empty for item 2', remedy };
		expect(() => shop(1)).toThrow(expect.objectContaining(refused) as Error);
	});

	it('is in a field of its own in forms that list no shops', () => {
		const { context, asked } = createContext({ parameters: { shopDomain: 'a.example' }, items: 2 });
		const { shop } = new Execution(context, sqlFields);
		expect([shop(0), shop(1)]).toEqual(['a.example', 'a.example']);
		expect(asked).toEqual([['shopDomain', 0]]);
	});

	it.each<[unknown, problem: string]>([
		['', 'empty'],
		[{ value: null }, 'empty'],
		[{}, 'not a text'],
		['no domain', 'not a plain shop domain: "no domain"'],
	])('is not %j, which is %s', (given, problem) => {
		const { shop } = create({ shop: given });
		expect(refusal(() => shop(0)).message).toBe(`"Shop" is ${problem}`);
	});
});

it('keeps each hint once, at most twenty, and the first one before them', () => {
	const { hint, firstHint, ...execution } = new Execution(create().context, pushFields);
	for (const n of [0, 0, ...Array(30).keys()]) hint(`shop ${n}`);
	firstHint('2 of 4 rows');
	const first = Array.from({ length: 20 }, (_, n) => `shop ${n}`);
	expect(execution.hints).toEqual(['2 of 4 rows', ...first]);
});
