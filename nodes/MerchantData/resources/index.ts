import type { Resource } from '../n8n/operation';
import { getApiKey } from './apiKey/get';
import { checkConnection } from './connection/check';
import { createDeletionRequest } from './deletionRequest/create';
import { pushAds, pushEmailSms } from './push/pushes';
import { getIntegrationLink } from './integration/getLink';
import { getShops } from './shop/getAll';
import { executeQuery } from './sql/executeQuery';

/**
 * The resources of the service with their operations, in alphabetical order, as n8n demands of menus.
 * Never change a value: saved workflows depend on it.
 */
export const resources: readonly Resource[] = [
	{ value: 'adData', name: 'Ad Data', credential: 'merchantDataOAuth2Api', operations: [pushAds] },
	{ value: 'apiKey', name: 'API Key', credential: 'merchantDataApi', operations: [getApiKey] },
	{ value: 'connection', name: 'Connection', credential: 'both', operations: [checkConnection] },
	{
		value: 'deletionRequest',
		name: 'Deletion Request',
		credential: 'merchantDataApi',
		operations: [createDeletionRequest],
	},
	{
		value: 'emailSmsData',
		name: 'Email/SMS Data',
		credential: 'merchantDataOAuth2Api',
		operations: [pushEmailSms],
	},
	{
		value: 'integration',
		name: 'Integration',
		credential: 'merchantDataOAuth2Api',
		operations: [getIntegrationLink],
	},
	{ value: 'shop', name: 'Shop', credential: 'merchantDataOAuth2Api', operations: [getShops] },
	{ value: 'sql', name: 'SQL Query', credential: 'merchantDataApi', operations: [executeQuery] },
];
