import type { INodeProperties } from 'n8n-workflow';
import { maxParallelRequestsOption, optionsField, shopDomainField } from '../../shared/fields';

/** What the user sees of the SQL operation. It is read in input.ts. */

const query: INodeProperties = {
	displayName: 'Query',
	name: 'query',
	type: 'string',
	typeOptions: { editor: 'sqlEditor', rows: 5 },
	required: true,
	default: '',
	placeholder: 'e.g. SELECT date, total FROM orders WHERE date BETWEEN @startDate AND @endDate',
	description: 'The SQL to run',
	hint: 'Write @startDate and @endDate, without quotes, for the first and the last day of the period',
};

const period: INodeProperties[] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: 'last30Days',
		description:
			'The days that @startDate and @endDate stand for, first and last included, in the time zone of the workflow or the one in the options',
		options: [
			{ name: 'Custom', value: 'custom', description: 'From one date to another' },
			{
				name: 'Last 30 Days',
				value: 'last30Days',
				description: 'Ends yesterday, unless Include Today is on',
			},
			{
				name: 'Last 7 Days',
				value: 'last7Days',
				description: 'Ends yesterday, unless Include Today is on',
			},
			{ name: 'Last Month', value: 'lastMonth', description: 'The whole month before this one' },
			{
				name: 'Last N Days',
				value: 'lastNDays',
				description: 'Ends yesterday, unless Include Today is on',
			},
			{
				name: 'Last Week',
				value: 'lastWeek',
				description: 'Monday to Sunday of the week before this one',
			},
			{
				name: 'This Month',
				value: 'thisMonth',
				description: 'From the first of the month to today',
			},
			{ name: 'This Week', value: 'thisWeek', description: 'From Monday to today' },
			{ name: 'This Year', value: 'thisYear', description: 'From 1 January to today' },
			{ name: 'Today', value: 'today' },
			{ name: 'Yesterday', value: 'yesterday' },
		],
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description:
			'The first day: a date, or an expression that gives a date, a timestamp or a luxon value. A timestamp with an offset is brought into the time zone first.',
		displayOptions: { show: { period: ['custom'] } },
	},
	{
		displayName: 'End Date',
		name: 'endDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The last day, which is included; written like the start date',
		displayOptions: { show: { period: ['custom'] } },
	},
	{
		displayName: 'Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		required: true,
		default: 14,
		description: 'How many days the period has',
		displayOptions: { show: { period: ['lastNDays'] } },
	},
];

/** A sibling by its bare name: n8n drops what it finds by "/options.…" before it runs the node. */
const ofFiles = { show: { outputFormat: ['file'] } };

const options: INodeProperties[] = [
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		default: 'json',
		description: 'How the answer is written into the file',
		options: [
			{
				name: 'CSV',
				value: 'csv',
				description: 'The rows, with a header line. No file where there are no rows.',
			},
			{
				name: 'JSON',
				value: 'json',
				description:
					'The whole answer as it came; it is not held in memory. No file where it is empty.',
			},
		],
		displayOptions: ofFiles,
	},
	{
		displayName: 'Include Shop',
		name: 'includeShop',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the shop to each row as "shop", or as "shopDomain", "shop_1" and so on where any row of the execution uses that name: all rows have it under the same one. A raw answer and a file have it beside their period.',
	},
	{
		displayName: 'Include Today',
		name: 'includeToday',
		type: 'boolean',
		default: false,
		description: 'Whether the period ends today instead of yesterday',
		displayOptions: { show: { '/period': ['last30Days', 'last7Days', 'lastNDays'] } },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description: 'Max number of results to return',
	},
	maxParallelRequestsOption(8),
	{
		displayName: 'Output Format',
		name: 'outputFormat',
		type: 'options',
		default: 'items',
		description: 'Whether to return the rows as items, or the answer as a file',
		options: [
			{ name: 'Items', value: 'items', description: 'One item per row' },
			{
				name: 'File',
				value: 'file',
				description: 'One item with a file. With Split By, one per day, week or month.',
			},
		],
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		description: 'The name of the output binary field to put the file in',
		displayOptions: ofFiles,
	},
	{
		displayName: 'Rows Field',
		name: 'rowsField',
		type: 'string',
		default: '',
		placeholder: 'e.g. result.rows',
		description:
			'Where the rows are in the answer, with dots between the names; a single dot takes the answer itself as one row. What is null or empty there counts as no rows. By default they are found.',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { hide: { outputFormat: ['file'] } },
	},
	{
		displayName: 'Split By',
		name: 'splitBy',
		type: 'options',
		default: 'none',
		description:
			'Sends a query for each part of the period, several at once unless "Limit" is set. Parts that fail leave the rows of the others.',
		options: [
			{ name: 'Day', value: 'day' },
			{ name: 'Month', value: 'month', description: 'Calendar months' },
			{ name: 'None', value: 'none', description: 'One query over the whole period' },
			{ name: 'Week', value: 'week', description: 'Weeks that start on Monday' },
		],
	},
	{
		displayName: 'Timezone',
		name: 'timezone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description:
			'The time zone that decides what day it is, such as that of the shop. By default that of the workflow.',
	},
];

export const sqlFields: INodeProperties[] = [
	shopDomainField,
	query,
	...period,
	optionsField(options),
];
