import type { Sandbox } from '../sandbox/index.mts';
import { pushScopes } from '../sandbox/literals.mts';

export const SCOPES = ['read_data', ...pushScopes('token')];

export const oauthFields = ({ url, accountId, clientId, clientSecret }: Sandbox) => ({
	environment: 'production',
	baseUrl: url,
	stagingBaseUrl: url,
	appUrl: url,
	accountId,
	clientId,
	clientSecret,
	scopes: SCOPES,
});

export const keyFields = ({ url, apiKeys }: Sandbox) => ({
	environment: 'production',
	baseUrl: url,
	stagingBaseUrl: url,
	apiKey: apiKeys.full,
});

/** What to type into credentials of one's own, as lines of text: the fields by their labels. */
export function byHand({ url, accountId, clientId, clientSecret, apiKeys }: Sandbox): string {
	const fields = {
		'Base URL': url,
		'App URL': url,
		'Account ID': accountId,
		'Client ID': clientId,
		'Client Secret': clientSecret,
		Scopes: 'Ads: Write, Email/SMS: Write, Read Data',
		'API Key': apiKeys.full,
	};
	const lines = Object.entries(fields).map(([name, value]) => `      ${name.padEnd(16)}${value}`);
	return lines.join('\n');
}
