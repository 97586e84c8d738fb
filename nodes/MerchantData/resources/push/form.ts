import type { Execution } from '../../n8n/execution';
import type { Fields } from '../../n8n/field';
import {
	agentNotice,
	COUNT,
	grantedShopField,
	maxParallelRequestsOption,
	optionsField,
	shopDomainField,
	SWITCH,
} from '../../n8n/fields';
import { columnFields, fieldsToAdd } from './columnFields';
import { fileFields, fileOptions } from './fileFields';
import { tableOptions } from './tableOptions';

const DEFINE_BELOW = {
	name: 'Map Each Field Below',
	value: 'defineBelow',
	description: 'Each input item is a row with the fields that you set below',
} as const;
const JSON_ROWS = {
	name: 'JSON',
	value: 'json',
	description: 'Each input item has one row or an array of rows as JSON',
} as const;

const PER_REQUEST = {
	name: 'One Item per Request',
	value: 'requests',
	description: 'Shop, number of rows, bytes, status and response of each request',
} as const;
const OUTPUT = {
	displayName: 'Output',
	name: 'output',
	description: 'What the node returns for accepted rows',
} as const;

export const pushFields = [
	agentNotice('Rows or the values of Fields, and Shop if it is not always the same'),
	{ ...grantedShopField, displayOptions: { hide: { dataMode: ['binary'] } } },
	// The rows of a file may name their shops themselves.
	{ ...grantedShopField, displayOptions: { show: { dataMode: ['binary'], shopColumn: [''] } } },
	// An agent has no input items and no files. It writes the rows itself.
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [
			{
				name: 'Map Automatically',
				value: 'autoMapInputData',
				description: 'Each input item is a row. Its fields are sent under their own names.',
			},
			DEFINE_BELOW,
			JSON_ROWS,
			{
				name: 'Binary File',
				value: 'binary',
				description: 'Each input item has a CSV, JSON or NDJSON file of any size',
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
	...fileFields,
	...columnFields,
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'assignmentCollection',
		default: {},
		description:
			'The fields of the row, dragged from the input or added one by one. Dots in a name create an object: campaign.name and campaign.status become one object "campaign". An empty number is left out. Null fits every type.',
		displayOptions: { show: { dataMode: ['defineBelow'] } },
	},
	{
		displayName: 'Rows',
		name: 'rowsJson',
		type: 'json',
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. [{ "channel": "podcast", "metrics": { "spend": 12.5 } }]',
		description:
			'One row as an object, or several as an array of objects. Write numbers without quotes and with a decimal point.',
		displayOptions: { show: { dataMode: ['json'] } },
	},
	fieldsToAdd,
	{
		displayName: 'If a Row Is Sent Again',
		name: 'ifSentAgain',
		type: 'options',
		options: [
			{
				name: 'It May Be There Twice',
				value: 'mayDouble',
				description:
					'The service may store it again, so the node never repeats a request whose outcome is unknown',
			},
			{
				name: 'It Replaces the Earlier One',
				value: 'replaces',
				description:
					'The node retries failed requests, and you can always execute again. Each row needs what identifies it, often channel, date and IDs.',
			},
		],
		default: 'mayDouble',
		description:
			'What the service does with a row that it already has. Ask your contact there. If it replaces the row, failed requests can be retried.',
	},
	{
		displayName: 'Send Only What Changed',
		name: 'onlyChanged',
		...SWITCH,
		description:
			'Whether to leave out rows that are the same as in the last run. Leave it off if an input can have two rows for one thing, or if anything else writes them. To send everything once, run with it off.',
		displayOptions: { show: { ifSentAgain: ['replaces'] }, hide: { '@tool': [true] } },
	},
	{
		displayName: 'Preview',
		name: 'preview',
		...SWITCH,
		description:
			'Whether to send nothing, and show what would be sent, what would not, and a node with settings that fit',
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
			displayName: 'Isolate Rejected Rows',
			name: 'isolateRejectedRows',
			...SWITCH,
			description:
				'Whether to split refused requests until only bad rows are left out. Good rows are sent again, so the service must refuse requests as a whole. Ends after 10 bad rows one after another.',
			displayOptions: { show: { '/ifSentAgain': ['mayDouble'] } },
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
						'Counts of rows by outcome and of requests, and a file of the rows that were not accepted',
				},
				PER_REQUEST,
			],
			default: 'files',
			displayOptions: { show: { '/dataMode': ['binary'] } },
		},
		{
			displayName: 'Rows at Most',
			name: 'rowsAtMost',
			...COUNT,
			default: 1,
			description:
				'Max number of rows to send in total, to try a push first. The output then shows the first row that was sent.',
		},
		...tableOptions,
		...fileOptions,
	]),
] as const satisfies Fields;

/** An API key cannot list shops, so the shop is typed. {@link Execution.shop} reads either field. */
export const pushFieldsWithKey = pushFields.map((field) =>
	field.name === 'shop' ? { ...shopDomainField, displayOptions: field.displayOptions } : field,
) satisfies Fields;

export type PushExecution = Execution<typeof pushFields | typeof pushFieldsWithKey>;
