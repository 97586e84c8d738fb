import type { Fields } from '../../../nodes/MerchantData/shared/field.ts';
import {
	maxParallelRequestsOption,
	optionsField,
	SWITCH,
	TEXT,
} from '../../../nodes/MerchantData/shared/fields.ts';

const SEND_AS = [
	{ name: 'As It Is', value: 'asIs' },
	{ name: 'Text', value: 'text' },
] as const;
const JSON_MODE = { name: 'JSON', value: 'json' } as const;
const MODE = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	default: 'json',
} as const;

/** Fields of an operation, of each kind that is treated in a way of its own. */
export const FIELDS = [
	{ displayName: 'Query', name: 'query', ...TEXT },
	{ displayName: 'Shop', name: 'shop', type: 'resourceLocator', default: '' },
	{ displayName: 'Shop', name: 'shopDomain', ...TEXT },
	{
		...MODE,
		options: [JSON_MODE, { name: 'Map', value: 'map' }],
		displayOptions: { hide: { '@tool': [true] } },
	},
	{ ...MODE, options: [JSON_MODE], displayOptions: { show: { '@tool': [true] } } },
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
					{ displayName: 'Column', name: 'name', ...TEXT },
					{
						displayName: 'Send As',
						name: 'sendAs',
						type: 'options',
						default: 'asIs',
						options: SEND_AS,
					},
				],
			},
		],
		displayOptions: { show: { dataMode: ['map'] } },
	},
	{ displayName: 'Fixed', name: 'fixed', noDataExpression: true, ...SWITCH },
	optionsField(
		[
			{ displayName: 'Preview', name: 'preview', ...SWITCH },
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
