import type { ICredentialType, INodeProperties } from 'n8n-workflow';

const property = (
	name: string,
	type: INodeProperties['type'],
	defaultValue: INodeProperties['default'],
	extra: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName: name, name, type, default: defaultValue, ...extra });

const consent = { displayOptions: { show: { grantType: ['authorizationCode', 'pkce'] } } };
const clientCredentials = { displayOptions: { show: { grantType: ['clientCredentials'] } } };

/**
 * The credential type that n8n's own node package brings and OAuth2 types extend: the fields that
 * reach the engine, with n8n's defaults and with what is not inherited marked so.
 */
export class OAuth2Api implements ICredentialType {
	name = 'oAuth2Api';

	displayName = 'OAuth2 API';

	properties: INodeProperties[] = [
		property('useDynamicClientRegistration', 'hidden', false),
		property('grantType', 'options', 'authorizationCode', {
			options: ['authorizationCode', 'clientCredentials', 'pkce'].map((value) => ({
				name: value,
				value,
			})),
		}),
		property('authUrl', 'string', '', consent),
		property('accessTokenUrl', 'string', ''),
		property('clientId', 'string', ''),
		property('clientSecret', 'string', ''),
		property('scope', 'string', ''),
		property('authQueryParameters', 'string', '', consent),
		property('authentication', 'options', 'header', {
			options: ['body', 'header'].map((value) => ({ name: value, value })),
		}),
		property('sendAdditionalBodyProperties', 'boolean', false, clientCredentials),
		property('additionalBodyProperties', 'json', '', clientCredentials),
		property('ignoreSSLIssues', 'boolean', false, { doNotInherit: true }),
		property('tokenExpiredStatusCode', 'number', 401, { doNotInherit: true }),
		property('oauthTokenData', 'json', {}),
	];
}
