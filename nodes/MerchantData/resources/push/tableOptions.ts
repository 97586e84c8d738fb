import type { Fields } from '../../n8n/field';
import { TEXT } from '../../n8n/fields';

/** For options. A condition on "/options.…" would not do, because n8n drops such fields before it runs the node. */
const withTables = { show: { '/dataMode': ['autoMapInputData', 'binary'] } };

export const tableOptions = [
	{
		displayName: 'If Rows Look Wrong',
		name: 'ifRowsLookWrong',
		type: 'options',
		options: [
			{
				name: 'Do Not Send Them',
				value: 'stop',
				description:
					'They are rejected. Without an error output, the node stops before it sends anything.',
			},
			{
				name: 'Send Them Anyway',
				value: 'send',
				description: 'If you have checked that they are right',
			},
		],
		default: 'stop',
		description:
			'What to do with totals, spreadsheet errors, damaged IDs and numbers that may be thousands',
		displayOptions: withTables,
	},
	{
		displayName: 'Rows to Skip',
		name: 'skipRows',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Rule' },
		placeholder: 'Add Rule',
		default: {},
		description: 'Rows to leave out, such as totals',
		displayOptions: withTables,
		options: [
			{
				displayName: 'Rule',
				name: 'rule',
				values: [
					{
						displayName: 'Column',
						name: 'column',
						...TEXT,
						requiresDataPath: 'single',
						placeholder: 'e.g. Campaign',
						description: 'The column to check. If empty, the first column.',
					},
					{
						displayName: 'When Its Value',
						name: 'when',
						type: 'options',
						noDataExpression: true,
						options: [
							{ name: 'Begins With', value: 'beginsWith' },
							{ name: 'Is Empty', value: 'isEmpty' },
						],
						default: 'beginsWith',
					},
					{
						displayName: 'Text',
						name: 'text',
						...TEXT,
						noDataExpression: true,
						placeholder: 'e.g. Total',
						description: 'In upper or lower case',
						displayOptions: { show: { when: ['beginsWith'] } },
					},
				],
			},
		],
	},
	{
		displayName: 'Values That Mean Empty',
		name: 'emptyValues',
		...TEXT,
		placeholder: 'e.g. --, n/a',
		description:
			'Texts that mean "no value", in upper or lower case, separated by commas. The node drops such cells, as it drops empty ones.',
		displayOptions: withTables,
	},
] as const satisfies Fields;
