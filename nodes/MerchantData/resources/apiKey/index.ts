import type { Resource } from '../../n8n/operation';
import { getApiKey } from './get';

export const apiKey: Resource = {
	value: 'apiKey',
	name: 'API Key',
	credential: 'merchantDataApi',
	operations: [getApiKey],
};
