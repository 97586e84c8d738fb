import type { INodeProperties } from 'n8n-workflow';
import { grantedShopField, optionsField } from '../shared/fields';

/** The fields of both pushes. They are read in rows.ts and push.ts. */
export const pushFields: INodeProperties[] = [
	grantedShopField,
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		options: [
			{
				name: 'Auto-Map Input Data',
				value: 'autoMapInputData',
				description: 'Each input item is a row, with the names of its fields as they are',
			},
			{
				name: 'Define Below',
				value: 'defineBelow',
				description: 'Each input item makes a row of the fields below',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'Each input item gives one row or an array of rows as JSON',
			},
		],
		default: 'autoMapInputData',
		description: 'Where the rows come from',
	},
	{
		displayName: 'Fields to Ignore',
		name: 'fieldsToIgnore',
		type: 'string',
		default: '',
		placeholder: 'e.g. shop, internalNote',
		description: 'Names of input fields that are not sent, separated by commas',
		displayOptions: { show: { dataMode: ['autoMapInputData'] } },
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add field',
		default: {},
		displayOptions: { show: { dataMode: ['defineBelow'] } },
		options: [
			{
				displayName: 'Field',
				name: 'values',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. campaignName',
						description: 'Name of the field in the row, in camelCase as the service expects it',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description:
							'Value of the field. A fixed value is sent as text; an expression keeps its type.',
					},
				],
			},
		],
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
	optionsField([
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 500,
			description: 'Max number of rows in one request',
		},
		{
			displayName: 'Isolate Rejected Rows',
			name: 'isolateRejectedRows',
			type: 'boolean',
			default: false,
			description:
				'Whether to halve a request that is refused with 400 until the offending rows stand alone, so that the others get through. Off by default because it sends the good rows of a refused request again in parts, which costs requests and is right only if the service refuses requests as a whole.',
		},
		{
			displayName: 'Max Body Size (KB)',
			name: 'maxBodyKb',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1024,
			description: 'Max size of the body of one request, in units of 1,024 bytes',
		},
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
					description: 'Each row with its outcome, linked to its input item',
				},
			],
			default: 'requests',
			description: 'What leaves the node for the rows that were accepted',
		},
		{
			displayName: 'Preview',
			name: 'preview',
			type: 'boolean',
			default: false,
			description:
				'Whether to send nothing and show what would be sent: the requests with their shop, rows, bytes and first row',
		},
		{
			displayName: 'Retry Server Errors',
			name: 'retryServerErrors',
			type: 'boolean',
			default: false,
			description:
				'Whether to repeat a request after 500, 502, 503 or 504. Off by default because the service may have taken the rows before it failed, and they would be doubled.',
		},
	]),
];
