import type { Fields } from '../../n8n/field';
import { TEXT } from '../../n8n/fields';
import { DATE_FORMATS } from '../../mapping/dateFormat';
import { NUMBER_FORMATS } from '../../mapping/numberFormat';

/** Items and files are tables, whose rows have columns. */
const inTables = { show: { dataMode: ['autoMapInputData', 'binary'] } };

const menuOf = <Name extends string>(formats: Record<Name, { readonly example: string }>) =>
	(Object.keys(formats) as Name[])
		.map((value) => ({ name: formats[value].example, value }))
		.toSorted((a, b) => a.name.localeCompare(b.name));

export const columnFields = [
	{
		displayName: 'Columns',
		name: 'columns',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Column',
			sortable: true,
			fixedCollection: {
				itemTitle:
					'={{ $collection.item.value.name }}{{ $collection.item.value.field ? " → " + $collection.item.value.field : "" }}',
			},
		},
		placeholder: 'Add Column',
		default: {},
		description:
			'The field name and type of each column. Columns that you do not name here are sent as they are.',
		displayOptions: inTables,
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [
					{
						displayName: 'Column',
						name: 'name',
						...TEXT,
						requiresDataPath: 'single',
						placeholder: 'e.g. Amount spent (EUR)',
						description: 'The name in the file or the input. You can drag it from the input.',
					},
					{
						displayName: 'Field Name',
						name: 'field',
						...TEXT,
						noDataExpression: true,
						placeholder: 'e.g. metrics.spend',
						description:
							'The field name that the service expects. Dots make an object: metrics.spend and metrics.clicks become one object "metrics". If empty, the column keeps its name.',
					},
					{
						displayName: 'Send As',
						name: 'sendAs',
						type: 'options',
						noDataExpression: true,
						options: [
							{ name: 'As It Is', value: 'asIs' },
							{ name: 'Boolean', value: 'boolean', description: 'True, false, yes, no, 1 or 0' },
							{
								name: 'Date',
								value: 'date',
								description: 'Sent as YYYY-MM-DD. See Date Format below.',
							},
							{ name: 'Fraction', value: 'fraction', description: '8.14% is sent as 0.0814' },
							{ name: 'JSON', value: 'json', description: 'For a list or an object as JSON text' },
							{ name: 'Leave Out', value: 'leaveOut', description: 'The column is not sent' },
							{
								name: 'Micros',
								value: 'micros',
								description: 'Millionths: 12500000 is sent as 12.5',
							},
							{ name: 'Number', value: 'number', description: 'See Number Format below' },
							{ name: 'Percent', value: 'percent', description: '8.14% is sent as 8.14' },
							{ name: 'Text', value: 'text', description: 'For postcodes, IDs and the like' },
						],
						default: 'asIs',
						description: 'The type of the value. Rows with other values are not sent.',
					},
				],
			},
		],
	},
	{
		displayName: 'Other Columns',
		name: 'otherColumns',
		type: 'options',
		options: [
			{ name: 'Send Under Their Own Names', value: 'send' },
			{ name: 'Leave Out', value: 'leaveOut' },
		],
		default: 'send',
		description: 'What to do with the columns that are not named in Columns',
		displayOptions: inTables,
	},
	{
		displayName: 'Number Format',
		name: 'numberFormat',
		type: 'options',
		options: menuOf(NUMBER_FORMATS),
		default: 'plain',
		description: 'How numbers are written. A currency may stand before or after them.',
		displayOptions: { show: { dataMode: ['autoMapInputData', 'binary', 'defineBelow'] } },
	},
	{
		displayName: 'Date Format',
		name: 'dateFormat',
		type: 'options',
		options: [
			...menuOf(DATE_FORMATS),
			{ name: 'Custom Pattern', value: 'custom', description: 'Set Date Pattern below' } as const,
		].toSorted((a, b) => a.name.localeCompare(b.name)),
		default: 'iso',
		description: 'How dates are written. A time after the date is dropped.',
		displayOptions: inTables,
	},
	{
		displayName: 'Date Pattern',
		name: 'datePattern',
		...TEXT,
		placeholder: 'e.g. dd-MMM-yyyy',
		description:
			'How dates are written, in <a href="https://moment.github.io/luxon/#/parsing">Luxon tokens</a>. dd.MM.yy reads 31.01.26.',
		displayOptions: { show: { ...inTables.show, dateFormat: ['custom'] } },
	},
] as const satisfies Fields;

export const fieldsToAdd = {
	displayName: 'Fields to Add',
	name: 'fieldsToAdd',
	type: 'assignmentCollection',
	default: {},
	description:
		'Fields to add to every row of an item or a file, such as a currency. Dots in a name make an object.',
	displayOptions: inTables,
} as const;
