import { bulkOperation } from '../../runtime/operation';
import { requestDeletions } from './requestDeletions';
import { complianceRequestFields } from './fields';

export const createComplianceRequest = bulkOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a deletion request',
	description:
		'Ask the service to delete what it knows of people, by email address or phone number',
	fields: complianceRequestFields,
	executeAll: requestDeletions,
});
