import type { Sandbox } from '../sandbox/index.mts';

/** The OAuth2 credential of the sandbox's own app, as a user would type it. */
export const oauthFields = ({ url, accountId, clientId, clientSecret }: Sandbox) => ({
	environment: 'production',
	baseUrl: url,
	stagingBaseUrl: url,
	appUrl: url,
	accountId,
	clientId,
	clientSecret,
	scopes: ['read_data', 'ads:write', 'email-sms:write'],
});

/** The credential of the sandbox's key that has every scope. */
export const keyFields = ({ url, apiKeys }: Sandbox) => ({
	environment: 'production',
	baseUrl: url,
	stagingBaseUrl: url,
	apiKey: apiKeys.full,
});
