import type { Fields } from '../../shared/field';

/** What the service expects of names and numbers, said in each data mode. */
export const namingNotices = [
	{
		displayName:
			"The names of the input fields must be the service's, which are camelCase. Use an 'Edit Fields (Set)' node before this one to change them. Texts are sent as numbers only in Number Columns; for a decimal comma, set Decimal Separator in the options.",
		name: 'autoMapNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataMode: ['autoMapInputData'] } },
	},
	{
		displayName:
			"The names must be the service's, which are camelCase. For texts with a decimal comma that are sent as numbers, set Decimal Separator in the options.",
		name: 'defineBelowNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataMode: ['defineBelow'] } },
	},
	{
		displayName:
			"The names must be the service's, which are camelCase. Numbers stand without quotes and with a decimal point: 12.5.",
		name: 'jsonNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataMode: ['json'] } },
	},
	{
		displayName:
			"The names of the columns must be the service's, which are camelCase. The cells of a CSV file are sent as numbers only in Number Columns; for a decimal comma, set Decimal Separator in the options.",
		name: 'binaryNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataMode: ['binary'] } },
	},
] as const satisfies Fields;
