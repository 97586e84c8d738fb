import type { ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';
import { apiUrlExpression } from '../nodes/MerchantData/service/auth/addresses';
import { ENDPOINTS } from '../nodes/MerchantData/service/endpoints';
import { ignoreSslIssues, REQUIRED_TEXT, serviceFields } from './serviceFields';

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
			...REQUIRED_TEXT,
			typeOptions: { password: true },
			description: 'From Data > APIs in your account. A regenerated key replaces the old one.',
		},
		ignoreSslIssues,
	];

	authenticate: ICredentialType['authenticate'] = {
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
		// The type allows lists of one kind only; n8n takes both kinds together.
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service does not accept this API key (401). It may be mistyped, expired, revoked or replaced, or belong to the other environment: copy it again from Data > APIs.',
				},
			},
			{
				// n8n takes an answer that is not JSON for a text, and looks up the key in it by lodash's `get`.
				type: 'responseSuccessBody',
				properties: {
					key: 'constructor.name',
					value: 'String',
					message:
						'The answer is a web page or text, not JSON: check the base URL in this credential.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
