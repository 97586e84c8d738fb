import type { Fields } from '../../n8n/field';
import {
	agentNotice,
	limitField,
	maxParallelRequestsOption,
	optionsField,
	queryField,
	rowsFieldOption,
	shopDomainField,
	simplifyField,
	SWITCH,
	timezoneOption,
} from '../../n8n/fields';
import { MOST_DAYS, type PeriodName, PERIODS } from '../../sql/period';

const customDate = {
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	displayOptions: { show: { period: ['custom'] } },
} as const;

/** The node's own field is named, because n8n drops fields with a condition on "/options.…" before it runs the node. */
const ofFiles = { show: { '/outputFormat': ['csv', 'json', 'ndjson'] } };
const ofCsv = { show: { '/outputFormat': ['csv'] } };
/** They do not apply to an unchanged answer. Files of rows ignore *Simplify*, which may be off from before. */
const ofRowItems = { show: { '/outputFormat': ['items'] }, hide: { simplify: [false] } };
const ofRowFiles = { show: { '/outputFormat': ['csv', 'ndjson'] } };

export const sqlFields = [
	agentNotice('Query, and Shop and Period if they are not always the same'),
	shopDomainField,
	{
		...queryField,
		default: 'SELECT @startDate AS first_day, @endDate AS last_day',
		description:
			'The SQL to run. The documentation of the service and the query builder of its app list tables and columns.',
		hint: 'Write @startDate and @endDate, without quotes, for the first and the last day of the period, as in: SELECT date, total FROM orders WHERE date BETWEEN @startDate AND @endDate. Values of expressions go into the query as they are, so check them before this node.',
	},
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: 'last30Days',
		description: 'The days from @startDate to @endDate, both included',
		options: Object.entries(PERIODS).map(([value, [name, description]]) => ({
			name,
			value: value as PeriodName,
			description,
		})),
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		...customDate,
		description: 'The first day: a date, or an expression for a date or a Luxon value',
	},
	{
		displayName: 'End Date',
		name: 'endDate',
		...customDate,
		description: 'The last day, which is included. Written like the start date.',
	},
	{
		displayName: 'Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST_DAYS, numberPrecision: 0 },
		required: true,
		default: 14,
		description: 'How many days the period has',
		displayOptions: { show: { period: ['lastNDays'] } },
	},
	{
		displayName: 'Output Format',
		name: 'outputFormat',
		type: 'options',
		default: 'items',
		description: 'Whether to return items or a file. With Split By, each part has its own file.',
		options: [
			{ name: 'Items', value: 'items', description: 'One item per row' },
			{ name: 'CSV File', value: 'csv', description: 'With the columns of the first 1,000 rows' },
			{ name: 'JSON File', value: 'json', description: 'The whole answer, whatever its shape' },
			{ name: 'NDJSON File', value: 'ndjson', description: 'A line of JSON per row' },
		],
	},
	optionsField([
		{
			displayName: 'Body Fields',
			name: 'bodyFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "currency": "EUR" }',
			description: 'Additional fields of the request body, as a JSON object',
		},
		{
			displayName: 'Byte Order Mark',
			name: 'byteOrderMark',
			...SWITCH,
			description: 'Whether to begin CSV files with a mark that makes Excel read them as UTF-8',
			displayOptions: ofCsv,
		},
		{
			displayName: 'Compress',
			name: 'compress',
			...SWITCH,
			description: 'Whether to compress the files with gzip. ".gz" is added to their names.',
			displayOptions: ofFiles,
		},
		{
			displayName: 'Decimal Separator',
			name: 'decimalSeparator',
			type: 'options',
			default: 'point',
			description:
				'The decimal separator in CSV files. Choose Comma, with ; as Delimiter, if your Excel writes 1,5.',
			options: [
				{ name: 'Comma', value: 'comma' },
				{ name: 'Point', value: 'point' },
			],
			displayOptions: ofCsv,
		},
		{
			displayName: 'Delimiter',
			name: 'delimiter',
			type: 'string',
			default: ',',
			placeholder: 'e.g. ;',
			description:
				'The character between cells. \\t is a tab; ; suits an Excel with decimal commas.',
			displayOptions: ofCsv,
		},
		{
			displayName: 'Include Shop',
			name: 'includeShop',
			...SWITCH,
			description: 'Whether to add the shop to each row as "shop". Fails if rows have that column.',
		},
		{
			displayName: 'Include Today',
			name: 'includeToday',
			...SWITCH,
			description: 'Whether the period ends today instead of yesterday',
			displayOptions: { show: { '/period': ['last30Days', 'last7Days', 'lastNDays'] } },
		},
		{ ...limitField, displayOptions: ofRowItems },
		{ ...limitField, displayOptions: ofRowFiles },
		// More than elsewhere, because queries change nothing and mostly wait.
		{ ...maxParallelRequestsOption, default: 32 },
		{
			displayName: 'Put Output File in Field',
			name: 'binaryField',
			type: 'string',
			default: 'data',
			description: 'The name of the output binary field to put the file in',
			displayOptions: ofFiles,
		},
		{ ...rowsFieldOption, displayOptions: ofRowItems },
		{ ...rowsFieldOption, displayOptions: ofRowFiles },
		{ ...simplifyField, displayOptions: { show: { '/outputFormat': ['items'] } } },
		{
			displayName: 'Split By',
			name: 'splitBy',
			type: 'options',
			default: 'none',
			description:
				'Sends one query per part of the period. With an error output, the others go on if one fails.',
			options: [
				{ name: 'None', value: 'none', description: 'One query over the whole period' },
				{ name: 'Day', value: 'day' },
				{ name: 'Week', value: 'week', description: 'Calendar weeks, Monday to Sunday' },
				{ name: 'Month', value: 'month', description: 'Calendar months' },
			],
		},
		timezoneOption,
	]),
] as const satisfies Fields;
