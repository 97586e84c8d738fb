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
	optionsField([
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
