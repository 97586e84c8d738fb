import type { Field, Fields } from '../../shared/field';
import { NUMBER_FORMATS, type NumberFormat } from '../numberFormat';

/** What the columns of rows are. These fields are read in rows/columns.ts. */

const ofTables = { show: { dataMode: ['autoMapInputData', 'binary'] } };
/** By the node's field: n8n drops what it finds by "/options.…" before it runs the node. */
const withTables = { show: { '/dataMode': ['autoMapInputData', 'binary'] } };

export const columnFields = [
	{
		displayName: 'Number Columns',
		name: 'numberColumns',
		type: 'string',
		// A field dragged here gives its name, not its value.
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. spend, clicks',
		description:
			'The names of the columns that are sent as numbers, separated by commas. Their digits are not changed. A row with something else in such a column is not sent.',
		displayOptions: ofTables,
	},
	{
		displayName: 'Number Format',
		name: 'numberFormat',
		type: 'options',
		options: Object.entries(NUMBER_FORMATS).map(([value, { example }]) => ({
			name: example,
			value: value as NumberFormat,
		})),
		default: 'plain',
		description:
			'How texts are written that are sent as numbers. Thousands have groups of three digits.',
		displayOptions: { show: { dataMode: ['autoMapInputData', 'binary', 'defineBelow'] } },
	},
	{
		displayName: 'Fields to Ignore',
		name: 'fieldsToIgnore',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. shop, internalNote',
		description:
			'The names of input fields, or of columns of a file, that are not sent, separated by commas',
		displayOptions: ofTables,
	},
] as const satisfies Fields;

export const booleanColumnsOption = {
	displayName: 'Boolean Columns',
	name: 'booleanColumns',
	type: 'string',
	requiresDataPath: 'multiple',
	default: '',
	placeholder: 'e.g. active, isNew',
	description:
		'The names of the columns that are sent as true or false, separated by commas. They may hold true, false, yes, no, 1 or 0. A row with something else in such a column is not sent.',
	displayOptions: withTables,
} as const satisfies Field;

export const emptyValuesOption = {
	displayName: 'Values That Mean Empty',
	name: 'emptyValues',
	type: 'string',
	default: '',
	placeholder: 'e.g. -, n/a',
	description:
		'Texts that mean that there is no value, in any case, separated by commas. They are left out of the row, as an empty cell always is.',
	displayOptions: withTables,
} as const satisfies Field;
