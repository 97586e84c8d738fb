import type { Resource } from '../../n8n/operation';
import { createComplianceRequest } from './create';

export const complianceRequest: Resource = {
	value: 'complianceRequest',
	name: 'Deletion Request',
	credential: 'merchantDataApi',
	operations: [createComplianceRequest],
};
