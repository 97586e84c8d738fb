import { bulkOperation, type Operation } from '../../n8n/operation';
import { type EndpointName, ENDPOINTS } from '../../service/endpoints';
import { push } from './execute';
import { pushFields, pushFieldsWithKey } from './form';

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

/** "Endpoints" 5. */
export const pushAds = pushOperation('pushAds', {
	action: 'Push ad data',
	description: 'Send rows of ad data, such as the spend of a campaign on a day',
});

/** "Endpoints" 6. */
export const pushEmailSms = pushOperation('pushEmailSms', {
	action: 'Push email SMS data',
	description: 'Send rows of email, SMS or direct-mail data, such as the results of a campaign',
});
