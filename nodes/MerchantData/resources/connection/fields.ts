import type { Fields } from '../../shared/field';
import { optionsField } from '../../shared/fields';

export const checkFields = [
	{
		displayName: 'Credentials',
		name: 'credentialsToCheck',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Both', value: 'both' },
			{ name: 'API Key', value: 'merchantDataApi' },
			{ name: 'OAuth2', value: 'merchantDataOAuth2Api' },
		],
		default: 'both',
		description: 'Which of the two credentials to check',
	},
	{
		displayName: 'Used For',
		name: 'usedFor',
		type: 'multiOptions',
		options: [
			{ name: 'Pushing Ad Data', value: 'adData' },
			{ name: 'Pushing Email/SMS Data', value: 'emailSmsData' },
			{ name: 'SQL Queries', value: 'sql' },
		],
		default: ['adData', 'emailSmsData', 'sql'],
		description:
			'What the connection is used for. Each of these needs a scope of its own, and a scope that is missing is a problem.',
	},
	{
		displayName: 'Shop to Check',
		name: 'shopDomain',
		type: 'string',
		default: '',
		placeholder: 'e.g. my-shop.example.com',
		description:
			'The plain domain of a shop (optional). The check then also says whether this shop is granted, and whether a SQL query for it works.',
	},
	optionsField(
		[
			{
				displayName: 'Fail on Problem',
				name: 'failOnProblem',
				type: 'boolean',
				default: false,
				description:
					'Whether to fail with one error that lists the problems, so that an error workflow can report them',
			},
		],
		// Smaller than elsewhere: a check should be quick, and a short failure is worth telling, too.
		{ timeout: 30, maxWait: 30 },
	),
] as const satisfies Fields;
