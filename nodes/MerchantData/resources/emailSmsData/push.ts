import { push } from '../../delivery/push';
import { bulkOperation } from '../../n8n/operation';
import { pushFields } from '../../rows/fields/fields';

export const pushEmailSms = bulkOperation({
	value: 'push',
	name: 'Push',
	action: 'Push email SMS data',
	description: 'Send rows of email, SMS or direct-mail data, such as the results of a campaign',
	fields: pushFields,

	/** "Endpoints" 6. */
	async executeAll(execution, output) {
		await push('pushEmailSms', execution, output);
	},
});
