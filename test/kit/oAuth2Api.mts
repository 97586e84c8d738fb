import type { ICredentialType, INodeProperties } from 'n8n-workflow';

const consent = { displayOptions: { show: { grantType: ['authorizationCode', 'pkce'] } } };
const notInherited = { doNotInherit: true };

const FIELDS: Array<
	[string, INodeProperties['type'], INodeProperties['default'], Partial<INodeProperties>?]
> = [
	['grantType', 'options', 'authorizationCode'],
	['authUrl', 'string', '', consent],
	['accessTokenUrl', 'string', ''],
	['clientId', 'string', ''],
	['clientSecret', 'string', ''],
	['scope', 'string', ''],
	['authQueryParameters', 'string', '', consent],
	['authentication', 'options', 'header'],
	['ignoreSSLIssues', 'boolean', false, notInherited],
	['tokenExpiredStatusCode', 'number', 401, notInherited],
	['oauthTokenData', 'json', {}],
];

/**
 * The credential type that n8n's own node package brings and OAuth2 types extend: the fields that
 * reach the engine, with n8n's defaults and with what is not inherited marked so.
 */
export class OAuth2Api implements ICredentialType {
	name = 'oAuth2Api';

	displayName = 'OAuth2 API';

	properties = FIELDS.map(([name, type, byDefault, more]) => ({
		displayName: name,
		name,
		type,
		default: byDefault,
		...more,
	}));
}
