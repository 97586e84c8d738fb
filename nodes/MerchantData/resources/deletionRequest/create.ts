import { bulkOperation } from '../../n8n/operation';
import { deletionRequestFields } from './fields';
import { requestDeletions } from './requestDeletions';

export const createDeletionRequest = bulkOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a deletion request',
	description: 'Ask the service to delete its data about people, by email address or phone number',
	fields: deletionRequestFields,
	executeAll: requestDeletions,
});
