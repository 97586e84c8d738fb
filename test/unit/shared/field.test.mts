import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import type { Fields } from '../../../nodes/MerchantData/shared/field.ts';
import { optionsField } from '../../../nodes/MerchantData/shared/fields.ts';

/** The types are what is tested here: `npm run check:types` fails where an expected error is none. */

const fields = [
	{ displayName: 'Query', name: 'query', type: 'string', default: '' },
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [
			{ name: 'Quick', value: 'quick' },
			{ name: 'Slow', value: 'slow' },
		],
		default: 'quick',
	},
	{
		displayName: 'Columns',
		name: 'columns',
		type: 'fixedCollection',
		default: {},
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [
					{ displayName: 'Column', name: 'name', type: 'string', default: '' },
					{
						displayName: 'Send As',
						name: 'sendAs',
						type: 'options',
						options: [
							{ name: 'As It Is', value: 'asIs' },
							{ name: 'Text', value: 'text' },
						],
						default: 'asIs',
					},
				],
			},
		],
	},
	optionsField([
		{
			displayName: 'Rules',
			name: 'rules',
			type: 'fixedCollection',
			default: {},
			options: [
				{
					displayName: 'Rule',
					name: 'rule',
					values: [{ displayName: 'Most', name: 'most', type: 'number', default: 1 }],
				},
			],
		},
		{ displayName: 'Deep', name: 'deep', type: 'boolean', default: true },
		{ displayName: 'Most', name: 'most', type: 'number', default: 7 },
	]),
] as const satisfies Fields;

it('gives what is declared, and nothing else can be asked for', () => {
	const execution = {
		field: (name: string) => (name === 'options' ? { deep: true, most: 2, timeout: 1 } : 'quick'),
		isFixed: () => true,
	} as unknown as Execution<typeof fields>;
	const mode: 'quick' | 'slow' = execution.field('mode', 0);
	const query: unknown = execution.field('query', 0);
	const { deep, most, timeout } = execution.field('options', 0);
	const read: [boolean, number, number] = [deep, most, timeout];
	expect([mode, query, ...read]).toEqual(['quick', 'quick', true, 2, 1]);
	// @ts-expect-error: no field has this name.
	execution.field('shop', 0);
	// @ts-expect-error: nor this.
	execution.isFixed('modus');
	// @ts-expect-error: the mode is none of these.
	const other: 'fast' = execution.field('mode', 0);
	// @ts-expect-error: an expression may give anything.
	const text: string = execution.field('query', 0);
	// @ts-expect-error: no option has this name.
	expect([other, text, execution.field('options', 0).depth]).toEqual(['quick', 'quick', undefined]);
});

it('gives the entries of a fixed collection, with the types of their parts', () => {
	const values = {
		columns: { column: [{ name: 'Cost', sendAs: 'text' }] },
		options: { rules: { rule: [{ most: 3 }] } },
	};
	const nodeField = (name: keyof typeof values) => values[name];
	const execution = { nodeField } as unknown as Execution<typeof fields>;
	const { column } = execution.nodeField('columns');
	const columns: ReadonlyArray<{ name: string; sendAs: 'asIs' | 'text' }> = column;
	const most: number | undefined = execution.nodeField('options').rules.rule[0]?.most;
	expect([columns, most]).toEqual([values.columns.column, 3]);
	// @ts-expect-error: no group has this name.
	expect(execution.nodeField('columns').columns).toBeUndefined();
	// @ts-expect-error: no part has this name.
	expect(column[0]?.field).toBeUndefined();
	// @ts-expect-error: a column is not sent as this.
	const other: 'date' | undefined = column[0]?.sendAs;
	expect(other).toBe('text');
});
