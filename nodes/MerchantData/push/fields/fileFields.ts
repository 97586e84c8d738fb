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
				description: 'By the content of the file, else by its name and type',
			},
			{ name: 'CSV', value: 'csv', description: 'Lines of cells, with or without a header' },
			{
				name: 'JSON',
				value: 'json',
				description: 'An array of objects, or an object that holds one such array',
			},
			{ name: 'NDJSON', value: 'ndjson', description: 'An object in each line' },
		],
		default: 'autodetect',
		description: 'How the rows stand in the file, which may be compressed with gzip',
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
			'How the text of the file is encoded, where it does not say so itself. If empty, it is UTF-8 or UTF-16.',
		displayOptions: withFiles,
	},
	{
		displayName: 'From Line',
		name: 'fromLine',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description: 'The first line that is read, which holds the header of a CSV file that has one',
		displayOptions: withFiles,
	},
	{
		displayName: 'Header Row',
		name: 'headerRow',
		type: 'boolean',
		default: true,
		description:
			'Whether the first line of a CSV file that is read names its columns. If not, they are named 0, 1, 2 and so on.',
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
					'How many rows ended how, in how many requests, and a file of the rows that were not accepted',
			},
			{
				name: 'One Item per Request',
				value: 'requests',
				description: 'Shop, number of rows, bytes, status and response of each request',
			},
		],
		default: 'files',
		description: 'What leaves the node for the rows that were accepted',
		displayOptions: withFiles,
	},
	{
		displayName: 'Put Failed Rows in Field',
		name: 'failedRowsField',
		type: 'string',
		default: 'failedRows',
		description:
			'The name of the output binary field for the rows of a file that were not accepted. It is an NDJSON file that can be pushed again as it is, after corrections.',
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
			'Whether to leave out a record that cannot be read or sent, such as a line with too few cells, and go on behind it, whatever On Error is set to. It counts as rejected, and is no reason to stop. By default nothing behind a record that cannot be read is sent.',
		displayOptions: withFiles,
	},
] as const satisfies Fields;
