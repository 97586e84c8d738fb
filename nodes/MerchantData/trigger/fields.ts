import type { Fields } from '../n8n/field';
import {
	COLUMN_NAMES,
	COUNT,
	optionsField,
	queryField,
	rowsFieldOption,
	shopDomainField,
	SWITCH,
	TEXT,
	timezoneOption,
} from '../n8n/fields';

export const triggerFields = [
	{
		displayName: 'Each poll sends one query. Poll only as often as data changes, to save quota.',
		name: 'pollNotice',
		type: 'notice',
		default: '',
	},
	shopDomainField,
	{
		...queryField,
		description: 'The SQL to run at each poll',
		hint: 'Write @startDate and @endDate, without quotes, for the first and the last day of the look-back, as in: SELECT order_id, total FROM orders WHERE date BETWEEN @startDate AND @endDate',
	},
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		default: 'newRows',
		description: 'Which rows start the workflow',
		options: [
			{ name: 'New Rows', value: 'newRows', description: 'Rows whose key was not there before' },
			{ name: 'New or Changed Rows', value: 'newOrChangedRows', description: 'Changed rows, too' },
		],
	},
	{
		displayName: 'Key Columns',
		name: 'keyColumns',
		...COLUMN_NAMES,
		placeholder: 'e.g. order_id',
		description:
			'The columns that identify a row, separated by commas. Without them a row is identified by all its values, so a row that changes counts as new.',
	},
	{
		displayName: 'Look-Back (Days)',
		name: 'lookBackDays',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 365, numberPrecision: 0 },
		default: 7,
		description:
			'How many earlier days each poll requests again, because rows may come late or change',
	},
	{
		displayName: 'Start With',
		name: 'startWith',
		type: 'options',
		default: 'onlyNew',
		description:
			'What to do with existing rows at the first poll. The first poll after a change of the shop, the address or the key columns does the same.',
		options: [
			{
				name: 'Only New Rows',
				value: 'onlyNew',
				description: 'Remember them without starting the workflow',
			},
			{
				name: 'Rows of the Look-Back',
				value: 'rowsInWindow',
				description: 'Start the workflow with them',
			},
		],
	},
	optionsField([
		{
			displayName: 'Columns to Ignore',
			name: 'ignoreColumns',
			...TEXT,
			placeholder: 'e.g. updated_at',
			description: 'Columns whose changes are ignored, separated by commas',
		},
		{
			displayName: 'Include Change',
			name: 'includeChange',
			...SWITCH,
			description: 'Whether to add "change" to each row: "new" or "changed"',
		},
		{
			displayName: 'Include Today',
			name: 'includeToday',
			type: 'boolean',
			default: true,
			description: 'Whether to include today. Otherwise the days of a poll end yesterday.',
		},
		{
			displayName: 'Max Rows',
			name: 'maxRows',
			...COUNT,
			default: 10000,
			description:
				'Max number of rows to remember, from the requested days and from the look-back before. Each takes 16 bytes in the database of n8n. If there are more, the trigger fails, so that it forgets none.',
		},
		{
			displayName: 'Max Rows per Run',
			name: 'maxRowsPerRun',
			...COUNT,
			default: 1000,
			description: 'Max number of rows that start the workflow at once. The others follow later.',
		},
		rowsFieldOption,
		timezoneOption,
	]),
] as const satisfies Fields;
