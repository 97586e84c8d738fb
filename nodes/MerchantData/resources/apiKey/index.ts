import type { Resource } from '../../runtime/operation';
import { getApiKey } from './get';

export const apiKey: Resource = {
	value: 'apiKey',
	name: 'API Key',
	credential: 'merchantDataApi',
	operations: [getApiKey],
};
