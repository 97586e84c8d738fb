import type { Resource } from '../../n8n/operation';
import { getIntegrationLink } from './getLink';

export const integration: Resource = {
	value: 'integration',
	name: 'Integration',
	credential: 'merchantDataOAuth2Api',
	operations: [getIntegrationLink],
};
