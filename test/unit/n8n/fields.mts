import type { Fields } from '../../../nodes/MerchantData/shared/field.ts';
import {
	maxParallelRequestsOption,
	optionsField,
} from '../../../nodes/MerchantData/shared/fields.ts';

const dataMode = { displayName: 'Data Mode', name: 'dataMode', type: 'options' } as const;
const JSON_MODE = { name: 'JSON', value: 'json' } as const;

/** Fields of an operation, of each kind that is treated in a way of its own. */
export const FIELDS = [
	{ displayName: 'Query', name: 'query', type: 'string', default: '' },
	{ displayName: 'Shop', name: 'shop', type: 'resourceLocator', default: '' },
	{ displayName: 'Shop', name: 'shopDomain', type: 'string', default: '' },
	{
		...dataMode,
		options: [JSON_MODE, { name: 'Map', value: 'map' }],
		default: 'json',
		displayOptions: { hide: { '@tool': [true] } },
	},
	{
		...dataMode,
		options: [JSON_MODE],
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
		9,
	),
] as const satisfies Fields;
