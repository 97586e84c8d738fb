import type { Field, Fields } from '../../shared/field';

/** By the node's field: n8n drops what it finds by "/options.…" before it runs the node. */
const ofRows = { show: { '/dataMode': ['autoMapInputData', 'binary'] } };
const withNumbers = { show: { '/dataMode': ['autoMapInputData', 'binary', 'defineBelow'] } };

/** What the columns of rows are. They are read in push/rows/columns.ts. */
export const numberColumnsField = {
	displayName: 'Number Columns',
	name: 'numberColumns',
	type: 'string',
	requiresDataPath: 'multiple',
	default: '',
	placeholder: 'e.g. spend, clicks',
	description:
		'The names of fields that are sent as numbers, separated by commas. Their digits are not changed. A row with something else in such a field is rejected.',
	displayOptions: { show: { dataMode: ['autoMapInputData', 'binary'] } },
} as const satisfies Field;

export const columnOptions = [
	{
		displayName: 'Boolean Columns',
		name: 'booleanColumns',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. active, isNew',
		description:
			'The names of fields that are sent as true or false, separated by commas. They may hold true, false, yes, no, 1 or 0. A row with something else in such a field is rejected.',
		displayOptions: ofRows,
	},
	{
		displayName: 'Decimal Separator',
		name: 'decimalSeparator',
		type: 'options',
		options: [
			{ name: 'Comma', value: ',', description: 'As in 12,50' },
			{ name: 'Point', value: '.', description: 'As in 12.50' },
		],
		default: '.',
		description:
			'The character before the decimals in texts that are sent as numbers. Thousands must not be separated.',
		displayOptions: withNumbers,
	},
	{
		displayName: 'Include Empty Cells',
		name: 'includeEmptyCells',
		type: 'boolean',
		default: false,
		description:
			'Whether to send fields with an empty text or null. If off, they are left out of the row. Empty cells of a CSV file, of number columns and of boolean columns are sent as null.',
		displayOptions: ofRows,
	},
] as const satisfies Fields;
