import type { Fields } from '../shared/field';
import {
	optionsField,
	queryField,
	rowsFieldOption,
	shopDomainField,
	timezoneOption,
} from '../shared/fields';

/** What the user sees of the trigger. It is read in input.ts. */

const options = [
	{
		displayName: 'Columns to Compare',
		name: 'compareColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. spend, clicks',
		description: 'The columns whose changes count, separated by commas. By default all of them.',
	},
	{
		displayName: 'Columns to Ignore',
		name: 'ignoreColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. updated_at',
		description:
			'Columns whose changes do not count, separated by commas, such as the time at which a row was last written',
	},
	{
		displayName: 'Include Change',
		name: 'includeChange',
		type: 'boolean',
		default: false,
		description:
			'Whether to add to each row, as "change", whether it is new or has changed. The name of the column that changed is added where it is the only one that is compared. Needs Key Columns.',
	},
	{
		displayName: 'Include Today',
		name: 'includeToday',
		type: 'boolean',
		default: true,
		description: 'Whether the days that are asked for end today instead of yesterday',
	},
	{
		displayName: 'Max Catch-Up Days',
		name: 'maxCatchUpDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
		default: 90,
		description:
			'How many days may be outstanding, because the workflow was paused or rows are left over. With more the trigger fails, instead of leaving days out.',
	},
	{
		displayName: 'Max Rows',
		name: 'maxRows',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 10000,
		description:
			'Max number of rows that the trigger remembers: those of the days that it asks for, and those seen within the look-back before. Each takes 16 bytes in the database of n8n. With more the trigger fails, instead of forgetting rows.',
	},
	{
		displayName: 'Max Rows per Run',
		name: 'maxRowsPerRun',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1000,
		description:
			'Max number of rows to start the workflow with. More rows than that follow at the next polls.',
	},
	rowsFieldOption,
	timezoneOption,
] as const satisfies Fields;

export const triggerFields = [
	{
		displayName:
			'Each poll sends one query. Poll as often as the data of the service is renewed: more only uses up its quota.',
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
			{
				name: 'New Rows',
				value: 'newRows',
				description: 'Rows whose key was not there before, however late they come',
			},
			{
				name: 'New or Changed Rows',
				value: 'newOrChangedRows',
				description: 'Also rows that hold something else than at the poll before',
			},
		],
	},
	{
		displayName: 'Key Columns',
		name: 'keyColumns',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. order_id',
		description:
			'The columns that tell rows apart, separated by commas. Without them a row is known by all that it holds, so that one that changes counts as new.',
	},
	{
		displayName: 'Look-Back (Days)',
		name: 'lookBackDays',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 365, numberPrecision: 0 },
		default: 7,
		description:
			'How many days before the last one each poll asks for as well, because rows may come late or be corrected. A longer look-back takes effect as the days pass.',
	},
	{
		displayName: 'Start With',
		name: 'startWith',
		type: 'options',
		default: 'onlyNew',
		description:
			'What the first poll does with the rows that are there already. So does the first one after another shop, address or other key columns.',
		options: [
			{
				name: 'Only New Rows',
				value: 'onlyNew',
				description: 'Take them as known, and start nothing',
			},
			{
				name: 'Rows of the Look-Back',
				value: 'rowsInWindow',
				description: 'Start the workflow with them',
			},
		],
	},
	optionsField(options),
] as const satisfies Fields;
