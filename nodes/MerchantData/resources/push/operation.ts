import { push } from './execute';
import { bulkOperation, type Operation } from '../../n8n/operation';
import { pushFields, pushFieldsWithKey } from './form';
import { type EndpointName, ENDPOINTS } from '../../service/endpoints';

/** @param texts for the menu and the node panel */
export const pushOperation = (
	endpoint: EndpointName,
	texts: Pick<Operation, 'action' | 'description'>,
): Operation =>
	bulkOperation({
		value: 'push',
		name: 'Push',
		...texts,
		fields: ENDPOINTS[endpoint].credential === 'merchantDataApi' ? pushFieldsWithKey : pushFields,
		executeAll: async (execution, output) => await push(endpoint, execution, output),
	});
