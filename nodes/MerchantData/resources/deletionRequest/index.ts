import type { Resource } from '../../n8n/operation';
import { createDeletionRequest } from './create';

export const deletionRequest: Resource = {
	value: 'deletionRequest',
	name: 'Deletion Request',
	credential: 'merchantDataApi',
	operations: [createDeletionRequest],
};
