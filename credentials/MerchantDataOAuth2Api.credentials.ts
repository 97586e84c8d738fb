import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { apiUrlExpression } from '../nodes/MerchantData/service/auth/addresses';
import { PAGES, SCOPED_ENDPOINTS } from '../nodes/MerchantData/service/endpoints';
import { TEXT } from '../nodes/MerchantData/n8n/fields';
import { ignoreSslIssues, REQUIRED_TEXT, serviceFields } from './serviceFields';

/** Only the scopes for pushing are specified. */
const SEE_SERVICE = 'See the documentation of the service';
const PUSHES = SCOPED_ENDPOINTS.filter((endpoint) => 'consentScope' in endpoint);

/** A field of n8n's own OAuth2 credential, set to what the service needs. */
function hidden(displayName: string, name: string, value: string): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

export class MerchantDataOAuth2Api implements ICredentialType {
	name = 'merchantDataOAuth2Api';
	extends = ['oAuth2Api'];
	displayName = 'Merchant Data OAuth2 API';

	icon = {
		light: 'file:../icons/merchantData.svg',
		dark: 'file:../icons/merchantData.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-merchant-data/n8n-nodes-merchant-data/blob/main/docs/guide/connecting.md';

	/** n8n puts its own fields first, of which the client secret is the last one that is shown. */
	properties: INodeProperties[] = [
		{
			displayName: 'Scopes',
			name: 'scopes',
			type: 'multiOptions',
			options: [
				...PUSHES.map(({ label, scope, consentScope }) => ({
					name: scope,
					value: consentScope,
					description: `Needed to push ${label}`,
				})),
				{ name: 'Manage Integrations', value: 'manage_integrations', description: SEE_SERVICE },
				{
					name: 'Read Data',
					value: 'read_data',
					description: 'Requested if nothing else is chosen',
				},
				{ name: 'Write Data', value: 'write_data', description: SEE_SERVICE },
			].sort((one, other) => one.name.localeCompare(other.name)),
			default: ['read_data'],
			description: 'What the merchant is asked to grant. Reconnect after a change.',
			hint: `Pushing ${PUSHES.map(({ label, scope }) => `${label} needs ${scope}`).join(', pushing ')}, and the service must have approved your app for that scope. If nothing is chosen, only Read Data is requested.`,
		},
		{
			displayName: 'Additional Scopes',
			name: 'additionalScopes',
			...TEXT,
			placeholder: 'e.g. offline_access',
			description: 'Further scope names, separated by spaces or commas',
			hint: 'Many services issue a refresh token only if offline_access is requested. Without one, the connection ends after an hour.',
		},
		...serviceFields,
		{
			displayName: 'App URL',
			name: 'appUrl',
			...TEXT,
			placeholder: 'e.g. https://app.example.com',
			description: 'Web app in which merchants connect data providers. Only "Get Link" needs it.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			...REQUIRED_TEXT,
			description: 'The value in the Account column of your Developer App Dashboard',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			...REQUIRED_TEXT,
			description: 'The client ID of your app, from the Developer App Dashboard',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			...REQUIRED_TEXT,
			typeOptions: { password: true },
			description: 'The client secret of your app. After rotating it, enter the new one here.',
		},
		ignoreSslIssues,
		hidden('Grant Type', 'grantType', 'authorizationCode'),
		hidden('Authorization URL', 'authUrl', apiUrlExpression('$self', PAGES.consent)),
		hidden('Access Token URL', 'accessTokenUrl', apiUrlExpression('$self', PAGES.codeExchange)),
		// If the user does not touch the list, the editor saves an empty one, not the default.
		hidden(
			'Scope',
			'scope',
			'={{ String([$self["scopes"], $self["additionalScopes"]]).split(/[\\s,]+/).filter((name, i, all) => name && all.indexOf(name) === i).join(" ") || "read_data" }}',
		),
		// The specification spells the parameter both ways ("Endpoints" 1). Servers ignore unknown parameters.
		hidden(
			'Auth URI Query Parameters',
			'authQueryParameters',
			'={{ ["account_id", "account-id"].map((name) => name + "=" + encodeURIComponent(String($self["accountId"]).trim())).join("&") }}',
		),
		// "Endpoints" 2: client ID and secret are form fields of both token calls.
		hidden('Authentication', 'authentication', 'body'),
	];
}
