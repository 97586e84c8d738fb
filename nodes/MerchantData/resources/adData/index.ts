import type { Resource } from '../../n8n/operation';
import { pushAdData } from './push';

export const adData: Resource = {
	value: 'adData',
	name: 'Ad Data',
	credential: 'merchantDataOAuth2Api',
	operations: [pushAdData],
};
