import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { apiUrlExpression } from '../nodes/MerchantData/service/auth/addresses';
import { ENDPOINTS } from '../nodes/MerchantData/service/endpoints';
import { ignoreSslIssues, serviceFields } from './serviceFields';

export class MerchantDataApi implements ICredentialType {
	name = 'merchantDataApi';

	displayName = 'Merchant Data API';

	icon = {
		light: 'file:../icons/merchantData.svg',
		dark: 'file:../icons/merchantData.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-merchant-data/n8n-nodes-merchant-data/blob/main/docs/guide/connecting.md';

	properties: INodeProperties[] = [
		...serviceFields,
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'A key from the Data > APIs area of your account. A regenerated key replaces the old one.',
		},
		ignoreSslIssues,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '={{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			method: ENDPOINTS.inspectApiKey.method,
			url: apiUrlExpression('$credentials', ENDPOINTS.inspectApiKey.path),
			disableFollowRedirect: true,
			skipSslCertificateValidation: '={{ $credentials.ignoreSSLIssues }}' as unknown as boolean,
		},
		// n8n goes through rules of both kinds, although its type has lists of one kind only.
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service does not accept this API key (401). It may be mistyped, expired, revoked or replaced: copy it again from Data > APIs.',
				},
			},
			{
				// A web page is a text here, and "0" its first character. A good answer is JSON.
				type: 'responseSuccessBody',
				properties: {
					key: '0',
					value: '<',
					message:
						'What answers at this base URL is a web page, not the service. Compare the base URL with the API documentation of the service.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
