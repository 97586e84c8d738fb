import type { Fields } from '../../shared/field';

/**
 * They name fields of the node: n8n drops a value whose condition names "/options.…" before it runs the
 * node.
 */
const ofItems = { show: { '/dataMode': ['autoMapInputData'] } };
const ofFiles = { show: { '/dataMode': ['binary'] } };
const ofBoth = { show: { '/dataMode': ['autoMapInputData', 'binary'] } };

/** Options that say how columns are sent. They are read in push/rows/columns.ts. */
export const columnOptions = [
	{
		displayName: 'Boolean Columns',
		name: 'booleanColumns',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. active, isNew',
		description:
			'The names of fields that are sent as true or false, separated by commas. They may hold true, false, yes, no, 1 or 0; a row that holds something else there is rejected.',
		displayOptions: ofBoth,
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
			'What stands before the decimals in number columns. Nothing may stand between the thousands.',
		displayOptions: ofBoth,
	},
	{
		displayName: 'Include Empty Cells',
		name: 'includeEmptyCells',
		type: 'boolean',
		default: true,
		description:
			'Whether fields that hold an empty text or null are sent. In number and boolean columns an empty text is sent as null.',
		displayOptions: ofItems,
	},
	{
		displayName: 'Include Empty Cells',
		name: 'includeEmptyCells',
		type: 'boolean',
		default: false,
		description:
			'Whether the empty cells of a CSV file are sent, as null. Rows of JSON go as they are written; to leave out their empty texts and null, add this option and turn it off.',
		displayOptions: ofFiles,
	},
	{
		displayName: 'Number Columns',
		name: 'numberColumns',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. spend, clicks',
		description:
			'The names of fields that are sent as numbers, separated by commas. Digits go as they are written; a row that holds something else there is rejected.',
		displayOptions: ofBoth,
	},
] as const satisfies Fields;
