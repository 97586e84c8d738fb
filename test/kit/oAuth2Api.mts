import type { ICredentialType, INodeProperties } from 'n8n-workflow';

const consent = { displayOptions: { show: { grantType: ['authorizationCode', 'pkce'] } } };
const notInherited = { doNotInherit: true };

const field = (
	name: string,
	type: INodeProperties['type'],
	byDefault: INodeProperties['default'],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName: name, name, type, default: byDefault, ...more });

/** The type of n8n's own package that OAuth2 types extend. What they do not inherit is marked so. */
export class OAuth2Api implements ICredentialType {
	name = 'oAuth2Api';

	displayName = 'OAuth2 API';

	properties = [
		field('grantType', 'options', 'authorizationCode'),
		field('authUrl', 'string', '', consent),
		field('accessTokenUrl', 'string', ''),
		field('clientId', 'string', ''),
		field('clientSecret', 'string', ''),
		field('scope', 'string', ''),
		field('authQueryParameters', 'string', '', consent),
		field('authentication', 'options', 'header'),
		field('ignoreSSLIssues', 'boolean', false, notInherited),
		field('tokenExpiredStatusCode', 'number', 401, notInherited),
		field('oauthTokenData', 'json', {}),
	];
}
