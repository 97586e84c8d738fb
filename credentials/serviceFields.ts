import type { INodeProperties } from 'n8n-workflow';
import { SWITCH, TEXT } from '../nodes/MerchantData/shared/fields';

/** The fields of both credentials for the service's address. They are read in service/auth/addresses.ts. */
export const serviceFields: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Production', value: 'production' },
			{ name: 'Staging', value: 'staging' },
		],
		default: 'production',
		description: 'Which of the two API addresses below is used',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		...TEXT,
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description: 'Address of the production API',
		displayOptions: { show: { environment: ['production'] } },
	},
	{
		displayName: 'Staging Base URL',
		name: 'stagingBaseUrl',
		...TEXT,
		required: true,
		placeholder: 'e.g. https://api.staging.example.com',
		description: 'Address of the staging API',
		displayOptions: { show: { environment: ['staging'] } },
	},
];

export const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'ignoreSSLIssues',
	...SWITCH,
	description: 'Whether to connect even if the certificate of the service is not valid',
};
