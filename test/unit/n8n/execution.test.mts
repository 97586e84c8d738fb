import type { IDataObject } from 'n8n-workflow';
import { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { shopDomainField } from '../../../nodes/MerchantData/shared/fields.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';
import { FIELDS } from './fields.mts';

/** An execution for three items. */
function create(own: object = {}, resolve?: Resolve) {
	const parameters = { options: {}, dataMode: 'json', ...own } as IDataObject;
	const n8n = createContext({ parameters, resolve, items: 3 });
	return { ...n8n, ...new Execution(n8n.context, FIELDS) };
}

it('a field has its default if an older execution did not save it', () => {
	expect(create().field('fixed', 0)).toBe(false);
});

describe('a field that holds for the node', () => {
	it('may have an expression that gives the same for all items', () => {
		expect(create({ dataMode: '={{ "map" }}' }, () => 'map').nodeField('dataMode')).toBe('map');
	});

	it('is refused if it differs, by its label and the item', () => {
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

it('a fixed collection is refused if it holds an expression, though that gives the same for all items', () => {
	const columns = { column: [{ name: '={{ "Cost" }}' }] };
	const { nodeField } = create({ dataMode: 'map', columns }, () => ({
		column: [{ name: 'Cost' }],
	}));
	expect(refusal(() => nodeField('columns')).message).toBe('"Columns" takes no expression');
});

describe('the options', () => {
	it('are those of the first item, if they hold for the node', () => {
		const { field, nodeField, asked } = create({ options: { maxWait: 7 } });
		expect(nodeField('options')).toEqual(field('options', 0));
		expect(nodeField('options')).toMatchObject({ maxWait: 7 });
		expect(asked.filter(([name]) => name === 'options')).toHaveLength(1);
	});

	it('are shown or not for each item if an expression decides that, but not for the node', () => {
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
	it.each([(value?: string) => value, (value?: string) => ({ __rl: true, value })])(
		'is the plain domain of what the field holds, or the resource locator in it: %p',
		(given) => {
			const values = ['https://a.example/', 'b.example'];
			const shop = given('={{ $json.shop }}');
			const execution = create({ shop }, (_, item) => given(values[item]));
			expect([0, 1].map((item) => execution.shop(item))).toEqual(['a.example', 'b.example']);
		},
	);

	it('is in the other field, if the operation has that one', () => {
		const { context } = create({ shopDomain: 'b.example' });
		expect(new Execution(context, [shopDomainField]).shop(0)).toBe('b.example');
	});

	it.each([null, '', 'no domain', { value: null }, {}, ['a.example']])('is not %j', (given) => {
		const { shop } = create({ shop: given });
		expect(refusal(() => shop(0)).message).toMatch(/^"Shop" is /);
	});
});

it('keeps each hint once, twenty at most, and what is to be first before them', () => {
	const { hint, firstHint, ...execution } = new Execution(create().context, FIELDS);
	for (const n of [0, 0, ...Array(30).keys()]) hint(`shop ${n}`);
	firstHint('2 of 4 rows');
	const first = Array.from({ length: 20 }, (_, n) => `shop ${n}`);
	expect(execution.hints).toEqual(['2 of 4 rows', ...first]);
});
