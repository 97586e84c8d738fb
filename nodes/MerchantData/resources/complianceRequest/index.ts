import type { Resource } from '../../runtime/operation';
import { createComplianceRequest } from './create';

export const complianceRequest: Resource = {
	value: 'complianceRequest',
	name: 'Deletion Request',
	credential: 'merchantDataApi',
	operations: [createComplianceRequest],
};
