import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';
import { FIELDS } from './fields.mts';

function createFields(parameters: IDataObject, resolve?: Resolve, items = 3) {
	const node = createContext({
		parameters: { options: {}, dataMode: 'json', ...parameters },
		resolve,
		items,
	});
	return { ...node, execution: createExecution(node.context, FIELDS) };
}

it('gives a field its default where an older execution did not save it', () => {
	const { execution } = createFields({});
	expect(execution.field('fixed', 0)).toBe(false);
});

describe('a field that holds for the node', () => {
	it('may have an expression that gives the same for all items', () => {
		const { execution } = createFields({ dataMode: '={{ "map" }}' }, () => 'map');
		expect(execution.nodeField('dataMode')).toBe('map');
	});

	it('is refused where it differs, by its label and the item', () => {
		const modes = createFields({ dataMode: '={{ 1 }}' }, (_, item) => ['map', 'json'][item]);
		expect(refusal(() => modes.execution.nodeField('dataMode'))).toEqual({
			message: '"Data Mode" has another value for item 2 than for item 1',
			remedy: expect.stringContaining('so nothing was sent. Give a fixed value') as string,
		});
		const given = { options: { preview: '={{ $json.dry }}' } };
		const { execution } = createFields(given, (name, item) =>
			name === 'options' ? { preview: item === 2 } : undefined,
		);
		expect(refusal(() => execution.nodeField('options')).message).toBe(
			'"Preview" has another value for item 3 than for item 1',
		);
	});
});

describe('the options, where they hold for the node,', () => {
	it('are those of the first item', () => {
		const { execution, asked } = createFields({ options: { maxWait: 7 } });
		expect(execution.nodeField('options')).toEqual(execution.field('options', 0));
		expect(execution.nodeField('options')).toMatchObject({ maxWait: 7 });
		expect(asked.filter(([name]) => name === 'options')).toHaveLength(1);
	});

	it('are refused where an expression shows one for some items only', () => {
		const parameters = { dataMode: '={{ $json.mode }}', options: { limit: 3 } };
		const { execution } = createFields(parameters, (_, item) => ['map', 'json', 'map'][item]);
		expect(refusal(() => execution.nodeField('options')).message).toMatch(
			/^"Limit" has another value/,
		);
	});
});

describe('the shop', () => {
	it('is the plain domain of what the field holds, or a resource locator in it', () => {
		const values = ['https://a.example/', 'b.example'];
		const read = (shop: unknown, valueOf: (item: number) => unknown) => {
			const { execution } = createFields({ shop } as IDataObject, (_, item) => valueOf(item));
			return values.map((_, item) => execution.shop(item));
		};
		const given = '={{ $json.shop }}';
		const locator = { __rl: true, mode: 'domain' };
		expect(read(given, (item) => values[item])).toEqual(['a.example', 'b.example']);
		expect(read({ value: given }, (item) => ({ ...locator, value: values[item] }))).toEqual([
			...['a.example', 'b.example'],
		]);
	});

	it('may be in the field of another name', () => {
		const { execution } = createFields({ shop: 'a.example', shopDomain: 'b.example' });
		const shops = [execution.shop(0), execution.shop(0, 'shopDomain')];
		expect(shops).toEqual(['a.example', 'b.example']);
	});

	it.each([null, '', 'no domain', { value: null }, {}, ['a.example']])(
		'is refused where it is none: %j',
		(shop) => {
			const { execution } = createFields({ shop });
			expect(refusal(() => execution.shop(0)).message).toMatch(/^"Shop" is /);
		},
	);
});

it('keeps each hint once, twenty at most, and what is to be first before them', () => {
	const { execution } = createFields({});
	for (const n of [0, 0, ...Array(30).keys()]) execution.hint(`shop ${n}`);
	execution.firstHint('2 of 4 rows');
	const first = Array.from({ length: 20 }, (_, n) => `shop ${n}`);
	expect(execution.hints).toEqual(['2 of 4 rows', ...first]);
});
