import type { Fields } from '../../n8n/field';
import { COUNT, SWITCH, TEXT } from '../../n8n/fields';

const inFileMode = { show: { dataMode: ['binary'] } };
const withFiles = { show: { '/dataMode': ['binary'] } };
const withCsv = { show: { '/dataMode': ['binary'], '/fileFormat': ['autodetect', 'csv'] } };

export const fileFields = [
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		description: 'The name of the input field that contains the file to push',
		displayOptions: inFileMode,
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		options: [
			{
				name: 'Autodetect',
				value: 'autodetect',
				description: 'By the content, or else by the name',
			},
			{ name: 'CSV', value: 'csv', description: 'A line of column names, then lines of cells' },
			{ name: 'JSON', value: 'json', description: 'A list of objects, or an object with one list' },
			{ name: 'NDJSON', value: 'ndjson', description: 'One object per line' },
		],
		default: 'autodetect',
		description: 'The format of the file, which may be compressed with gzip',
		displayOptions: inFileMode,
	},
	{
		displayName: 'Shop Column',
		name: 'shopColumn',
		...TEXT,
		requiresDataPath: 'single',
		placeholder: 'e.g. shop',
		description:
			'The column that names the shop of each row. The column itself is not sent, and neither are rows without a shop in it. If empty, all rows go to one shop.',
		displayOptions: inFileMode,
	},
] as const satisfies Fields;

export const fileOptions = [
	{
		displayName: 'Accept Short Lines',
		name: 'shortLines',
		...SWITCH,
		description: 'Whether to accept lines with too few cells. The missing cells count as empty.',
		displayOptions: withCsv,
	},
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		...TEXT,
		placeholder: 'e.g. ;',
		description:
			'The character between the cells of a CSV file, \\t for a tab. If empty, the node detects a comma, semicolon, tab or vertical bar.',
		displayOptions: withCsv,
	},
	{
		displayName: 'Encoding',
		name: 'encoding',
		type: 'options',
		options: [
			{ name: 'Autodetect', value: '', description: 'UTF-8 or UTF-16' },
			{ name: 'Big5 (Traditional Chinese)', value: 'big5' },
			{ name: 'EUC-KR (Korean)', value: 'euc-kr' },
			{ name: 'GB18030 (Simplified Chinese)', value: 'gb18030' },
			{ name: 'Macintosh (Excel for Mac)', value: 'macintosh' },
			{ name: 'Shift_JIS (Japanese)', value: 'shift_jis' },
			{ name: 'UTF-16LE', value: 'utf-16le' },
			{ name: 'UTF-8', value: 'utf-8' },
			{ name: 'Windows-1250 (Central European)', value: 'windows-1250' },
			{ name: 'Windows-1251 (Cyrillic)', value: 'windows-1251' },
			{ name: 'Windows-1252 (Western European)', value: 'windows-1252' },
			{ name: 'Windows-1253 (Greek)', value: 'windows-1253' },
			{ name: 'Windows-1254 (Turkish)', value: 'windows-1254' },
		],
		default: '',
		description: 'The encoding of the text, unless the file itself names it',
		displayOptions: withFiles,
	},
	{
		displayName: 'From Line',
		name: 'fromLine',
		...COUNT,
		default: 1,
		description:
			'The first line to read. In a CSV file, it is the line with the column names. Lines above it, such as the title of a report, are ignored.',
		displayOptions: withFiles,
	},
	{
		displayName: 'Quotes',
		name: 'quotes',
		type: 'options',
		options: [
			{
				name: 'Are Part of the Text',
				value: 'text',
				description: 'Every quote is a character, as some programs write tab-separated files',
			},
			{
				name: 'Enclose Cells',
				value: 'enclose',
				description: 'A cell in quotes may contain delimiters and line breaks',
			},
		],
		default: 'enclose',
		description: 'What double quotes mean in a CSV file',
		displayOptions: withCsv,
	},
] as const satisfies Fields;
