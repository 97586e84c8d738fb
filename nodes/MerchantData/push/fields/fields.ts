import type { Execution } from '../../n8n/execution';
import type { Fields } from '../../shared/field';
import { agentNotice, maxParallelRequestsOption, optionsField } from '../../shared/fields';
import { grantedShopField } from '../../shared/grantedShopField';
import { columnOptions, numberColumnsField } from './columnOptions';
import { fileFields, fileOptions } from './fileFields';
import { namingNotices } from './namingNotices';

const AUTO_MAP = {
	name: 'Map Automatically',
	value: 'autoMapInputData',
	description: 'Each input item is a row; its fields are sent under their own names',
} as const;
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

const BINARY = {
	name: 'Binary File',
	value: 'binary',
	description: 'Each input item gives a CSV, JSON or NDJSON file of any size',
} as const;

/** An agent has no input items to map, and no files: it gives the rows itself. */
const dataModeFields = [
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [AUTO_MAP, DEFINE_BELOW, JSON_ROWS, BINARY],
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
] as const satisfies Fields;

/** The fields of both pushes. They are read in push/rows/ and push/options.ts. */
export const pushFields = [
	agentNotice('Rows or the values of Fields, and Shop if it is not always the same'),
	grantedShopField,
	...dataModeFields,
	...namingNotices,
	...fileFields,
	numberColumnsField,
	{
		displayName: 'Fields to Ignore',
		name: 'fieldsToIgnore',
		type: 'string',
		// A field dragged here gives its name, not its value.
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. shop, internalNote',
		description:
			'The names of input fields, or of columns of a file, that are not sent, separated by commas',
		displayOptions: { show: { dataMode: ['autoMapInputData', 'binary'] } },
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
		description: 'One row as an object, or several as an array of objects',
		displayOptions: { show: { dataMode: ['json'] } },
	},
	{
		displayName: 'Preview',
		name: 'preview',
		type: 'boolean',
		default: false,
		description:
			'Whether to send nothing and show what would be sent: the requests with their shop, rows, bytes and first row',
	},
	optionsField([
		...columnOptions,
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 500,
			description: 'Max number of rows in one request',
		},
		{
			displayName: 'Isolate Rejected Rows',
			name: 'isolateRejectedRows',
			type: 'boolean',
			default: false,
			description:
				'Whether to split a request that is refused with 400 into halves, again and again, until the bad rows stand alone and the others get through. Off by default because it sends the good rows of a refused request again: it costs requests, and is right only if the service refuses a request as a whole. For a shop of which 100 rows, one after another, are refused for the same reason, it stops.',
		},
		{
			displayName: 'Keep Row Order',
			name: 'keepRowOrder',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the requests of each shop one after another, so that its rows arrive in order. You need this only if a later row replaces an earlier one. If off, requests start in order, but may overtake each other.',
		},
		{
			displayName: 'Max Body Size (KB)',
			name: 'maxBodyKb',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1024,
			description: 'Max size of the body of one request, in units of 1,024 bytes',
		},
		maxParallelRequestsOption,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'One Item per Request',
					value: 'requests',
					description: 'Shop, number of rows, bytes, status and response of each request',
				},
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
			description: 'What the node gives out for the rows that were accepted',
			displayOptions: {
				show: { '/dataMode': ['autoMapInputData', 'defineBelow', 'json'] },
			},
		},
		{
			displayName: 'Retry Server Errors',
			name: 'retryServerErrors',
			type: 'boolean',
			default: false,
			description:
				'Whether to repeat a request after 500, 502, 503 or 504. Off by default because the service may have taken the rows before it failed: they would then be there twice.',
		},
		...fileOptions,
	]),
] as const satisfies Fields;

/** What works with the fields of a push. */
export type PushExecution = Execution<typeof pushFields>;
