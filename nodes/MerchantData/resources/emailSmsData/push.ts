import { push } from '../../delivery/push';
import { pushFields } from '../../delivery/pushFields';
import type { BulkOperation } from '../../runtime/operation';

export const pushEmailSmsData: BulkOperation = {
	value: 'push',
	name: 'Push',
	action: 'Push email SMS data',
	description: 'Send rows of email, SMS or direct-mail data, such as the results of a campaign',
	fields: pushFields,
	executeAll: async (execution, output) => await push(execution, output, 'pushEmailSms'),
};
