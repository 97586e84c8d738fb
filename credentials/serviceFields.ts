import type { INodeProperties } from 'n8n-workflow';
import { SWITCH, TEXT } from '../nodes/MerchantData/n8n/fields';

export const REQUIRED_TEXT = { ...TEXT, required: true } as const;

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
		description: 'Which API address to use',
	},
	address('Base URL', 'baseUrl', 'production', 'api.example.com'),
	address('Staging Base URL', 'stagingBaseUrl', 'staging', 'api.staging.example.com'),
];

export const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'ignoreSSLIssues',
	...SWITCH,
	description: 'Whether to connect even if the certificate of the service is not valid',
};

function address(displayName: string, name: string, of: string, example: string): INodeProperties {
	return {
		displayName,
		name,
		...REQUIRED_TEXT,
		placeholder: `e.g. https://${example}`,
		description: `Address of the ${of} API`,
		displayOptions: { show: { environment: [of] } },
	};
}
