import type { Execution } from '../../n8n/execution';
import type { Fields } from '../../shared/field';
import {
	agentNotice,
	COLUMN_NAMES,
	COUNT,
	grantedShopField,
	maxParallelRequestsOption,
	optionsField,
	SWITCH,
	TEXT,
} from '../../shared/fields';
import { NUMBER_FORMATS, type NumberFormat } from '../numberFormat';
import { fileFields, fileOptions } from './fileFields';

const DEFINE_BELOW = {
	name: 'Map Each Field Below',
	value: 'defineBelow',
	description: 'Each input item makes a row of the fields that you set below',
} as const;
const JSON_ROWS = {
	name: 'JSON',
	value: 'json',
	description: 'Each input item gives one row or an array of rows as JSON',
} as const;
const ofTables = { show: { dataMode: ['autoMapInputData', 'binary'] } };
/** By the node's field: n8n drops what it finds by "/options.…" before it runs the node. */
const withTables = { show: { '/dataMode': ['autoMapInputData', 'binary'] } };

const PER_REQUEST = {
	name: 'One Item per Request',
	value: 'requests',
	description: 'Shop, number of rows, bytes, status and response of each request',
} as const;
const OUTPUT = {
	displayName: 'Output',
	name: 'output',
	description: 'What the node gives out for the rows that were accepted',
} as const;

/** The fields of both pushes. They are read in rows/ and delivery/push.ts. */
export const pushFields = [
	agentNotice('Rows or the values of Fields, and Shop if it is not always the same'),
	{ ...grantedShopField, displayOptions: { hide: { dataMode: ['binary'] } } },
	// The rows of a file may name their shops themselves.
	{ ...grantedShopField, displayOptions: { show: { dataMode: ['binary'], shopColumn: [''] } } },
	// An agent has no input items to map, and no files: it gives the rows itself.
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [
			{
				name: 'Map Automatically',
				value: 'autoMapInputData',
				description: 'Each input item is a row; its fields are sent under their own names',
			},
			DEFINE_BELOW,
			JSON_ROWS,
			{
				name: 'Binary File',
				value: 'binary',
				description: 'Each input item gives a CSV, JSON or NDJSON file of any size',
			},
		],
		default: 'autoMapInputData',
		description: 'Where the rows come from',
		displayOptions: { hide: { '@tool': [true] } },
	},
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [JSON_ROWS, DEFINE_BELOW],
		default: 'json',
		description: 'Where the rows come from',
		displayOptions: { show: { '@tool': [true] } },
	},
	{
		displayName:
			"The names of fields must be the service's, which are camelCase. Use a 'Rename Keys' node before this one to change them. Texts are sent as numbers only in Number Columns, or as fields of the type Number.",
		name: 'namesNotice',
		type: 'notice',
		default: '',
	},
	...fileFields,
	{
		displayName: 'Number Columns',
		name: 'numberColumns',
		...COLUMN_NAMES,
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
		...COLUMN_NAMES,
		placeholder: 'e.g. shop, internalNote',
		description:
			'The names of input fields, or of columns of a file, that are not sent, separated by commas',
		displayOptions: ofTables,
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'assignmentCollection',
		default: {},
		description:
			'The fields of the row. Drag them here from the input, or add them one by one. A value that does not fit its type fails before anything is sent; null fits every type. The digits of numbers are not changed.',
		displayOptions: { show: { dataMode: ['defineBelow'] } },
	},
	{
		displayName: 'Rows',
		name: 'rowsJson',
		type: 'json',
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. [{ "campaignName": "Spring", "spend": 12.5 }]',
		description:
			'One row as an object, or several as an array of objects. Numbers stand without quotes and with a decimal point.',
		displayOptions: { show: { dataMode: ['json'] } },
	},
	{
		displayName: 'Preview',
		name: 'preview',
		...SWITCH,
		description:
			'Whether to send nothing and show what would be sent: the requests with their shop, rows, bytes and first row',
	},
	optionsField([
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			...COUNT,
			default: 500,
			description: 'Max number of rows in one request',
		},
		{
			displayName: 'Boolean Columns',
			name: 'booleanColumns',
			...COLUMN_NAMES,
			placeholder: 'e.g. active, isNew',
			description:
				'The names of the columns that are sent as true or false, separated by commas. They may hold true, false, yes, no, 1 or 0. A row with something else in such a column is not sent.',
			displayOptions: withTables,
		},
		{
			displayName: 'Isolate Rejected Rows',
			name: 'isolateRejectedRows',
			...SWITCH,
			description:
				'Whether to split a request that is refused with 400 into halves, again and again, until the bad rows stand alone and the others get through. Off by default because it sends the good rows of a refused request again: it costs requests, and is right only if the service refuses a request as a whole. For a shop of which 100 rows, one after another, are refused for the same reason, it stops.',
		},
		maxParallelRequestsOption,
		{
			...OUTPUT,
			type: 'options',
			options: [
				PER_REQUEST,
				{
					name: 'One Item per Row',
					value: 'rows',
					description: 'The outcome of each row, and the row as it was sent',
				},
				{
					name: 'One Item per Row, with Its Columns',
					value: 'columns',
					description:
						'The columns of each row with "pushOutcome" and "pushStatus", to write back to a sheet',
				},
			],
			default: 'requests',
			displayOptions: { show: { '/dataMode': ['autoMapInputData', 'defineBelow', 'json'] } },
		},
		{
			...OUTPUT,
			type: 'options',
			options: [
				{
					name: 'One Item per File',
					value: 'files',
					description:
						'The number of rows by outcome, the number of requests, and a file of the rows that were not accepted',
				},
				PER_REQUEST,
			],
			default: 'files',
			displayOptions: { show: { '/dataMode': ['binary'] } },
		},
		{
			displayName: 'Retry Server Errors',
			name: 'retryServerErrors',
			...SWITCH,
			description:
				'Whether to repeat a request after 500, 502, 503 or 504. Off by default because the service may have taken the rows before it failed, unless it says 503: they would then be there twice.',
		},
		{
			displayName: 'Values That Mean Empty',
			name: 'emptyValues',
			...TEXT,
			placeholder: 'e.g. -, n/a',
			description:
				'Texts that mean that there is no value, in any case, separated by commas. They are left out of the row, as an empty cell always is.',
			displayOptions: withTables,
		},
		...fileOptions,
	]),
] as const satisfies Fields;

export type PushExecution = Execution<typeof pushFields>;
