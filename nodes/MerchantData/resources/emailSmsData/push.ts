import { push } from '../../delivery/push';
import { bulkOperation } from '../../n8n/operation';
import { pushFields } from '../../rows/fields/fields';

export const pushEmailSmsData = bulkOperation({
	value: 'push',
	name: 'Push',
	action: 'Push email SMS data',
	description: 'Send rows of email, SMS or direct-mail data, such as the results of a campaign',
	fields: pushFields,
	executeAll: async (execution, output) => await push(execution, output, 'pushEmailSms'),
});
