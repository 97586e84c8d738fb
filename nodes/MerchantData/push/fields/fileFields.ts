import type { Fields } from '../../shared/field';

/** The fields of a push whose rows are in files. They are read in push/files/ and push/options.ts. */

const ofFiles = { show: { dataMode: ['binary'] } };
/**
 * For the options. They name fields of the node: n8n drops a value whose condition names "/options.…"
 * before it runs the node.
 */
const withFiles = { show: { '/dataMode': ['binary'] } };
const withCsv = { show: { '/dataMode': ['binary'], '/fileFormat': ['autodetect', 'csv'] } };

export const fileFields = [
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		description: 'The name of the input field that holds the file to be pushed',
		displayOptions: ofFiles,
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		options: [
			{
				name: 'Autodetect',
				value: 'autodetect',
				description: 'By the content of the file, or else by its name and type',
			},
			{ name: 'CSV', value: 'csv', description: 'Lines of cells, with or without a header' },
			{
				name: 'JSON',
				value: 'json',
				description: 'An array of objects, or an object that holds one such array',
			},
			{ name: 'NDJSON', value: 'ndjson', description: 'One object per line' },
		],
		default: 'autodetect',
		description: 'The format of the file, which may be compressed with gzip',
		displayOptions: ofFiles,
	},
] as const satisfies Fields;

/** Options that only files have. Those of columns are in columnOptions.ts. */
export const fileOptions = [
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		type: 'string',
		default: '',
		placeholder: 'e.g. ;',
		description:
			'The character between the cells of a CSV file, \\t for a tab. If empty, it is found in the file: a comma, semicolon, tab or vertical bar.',
		displayOptions: withCsv,
	},
	{
		displayName: 'Encoding',
		name: 'encoding',
		type: 'string',
		default: '',
		placeholder: 'e.g. windows-1252',
		description:
			'The encoding of the text, if the file does not say it itself. If empty, it is UTF-8 or UTF-16.',
		displayOptions: withFiles,
	},
	{
		displayName: 'From Line',
		name: 'fromLine',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'The first line to read. In a CSV file with a header, it is the line of the header.',
		displayOptions: withFiles,
	},
	{
		displayName: 'Header Row',
		name: 'headerRow',
		type: 'boolean',
		default: true,
		description:
			'Whether the first line that is read of a CSV file has the names of its columns. If not, the columns are named 0, 1, 2 and so on.',
		displayOptions: withCsv,
	},
	{
		displayName: 'Max Row Count',
		name: 'maxRowCount',
		type: 'number',
		typeOptions: { minValue: -1, numberPrecision: 0 },
		default: -1,
		description: 'Max number of rows of a file that are read, from its beginning; -1 for all',
		displayOptions: withFiles,
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item per File',
				value: 'files',
				description:
					'The number of rows by outcome, the number of requests, and a file of the rows that were not accepted',
			},
			{
				name: 'One Item per Request',
				value: 'requests',
				description: 'Shop, number of rows, bytes, status and response of each request',
			},
		],
		default: 'files',
		description: 'What the node gives out for the rows that were accepted',
		displayOptions: withFiles,
	},
	{
		displayName: 'Put Failed Rows in Field',
		name: 'failedRowsField',
		type: 'string',
		default: 'failedRows',
		description:
			'The name of the output binary field for the rows of a file that were not accepted. It is an NDJSON file: correct its rows, then push it again as it is.',
		displayOptions: withFiles,
	},
	{
		displayName: 'Shop Column',
		name: 'shopColumn',
		type: 'string',
		// A field dragged here gives its name, not its value.
		requiresDataPath: 'single',
		default: '',
		placeholder: 'e.g. shop',
		description:
			'The column, or the field of a JSON row, that names the shop to which the row goes. It is not sent itself. Where it is empty, the row goes to the shop chosen above.',
		displayOptions: withFiles,
	},
	{
		displayName: 'Skip Records with Errors',
		name: 'skipRecordsWithErrors',
		type: 'boolean',
		default: false,
		description:
			'Whether to leave out a record that cannot be read or sent, such as a line with too few cells, and to go on with the next one, whatever On Error is set to. The record counts as rejected and does not stop the node. If off, nothing after a record that cannot be read is sent.',
		displayOptions: withFiles,
	},
] as const satisfies Fields;
