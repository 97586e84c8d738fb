import { push } from './execute';
import { bulkOperation, type Operation } from '../../n8n/operation';
import { pushFields } from './form';
import { type EndpointName, ENDPOINTS } from '../../service/endpoints';
import { shopDomainField } from '../../n8n/fields';

/** A key cannot list shops, so the shop is typed. */
const fieldsWithKey = pushFields.map((field) =>
	field.name === 'shop' ? { ...shopDomainField, displayOptions: field.displayOptions } : field,
) as unknown as typeof pushFields;

/** The operation that pushes rows to an endpoint. @param texts for the menu and the node panel */
export const pushOperation = (
	endpoint: EndpointName,
	texts: Pick<Operation, 'action' | 'description'>,
): Operation =>
	bulkOperation({
		value: 'push',
		name: 'Push',
		...texts,
		fields: ENDPOINTS[endpoint].credential === 'merchantDataApi' ? fieldsWithKey : pushFields,
		executeAll: async (execution, output) => await push(endpoint, execution, output),
	});
