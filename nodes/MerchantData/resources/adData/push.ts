import { push } from '../../delivery/push';
import { bulkOperation } from '../../n8n/operation';
import { pushFields } from '../../rows/fields/fields';

export const pushAds = bulkOperation({
	value: 'push',
	name: 'Push',
	action: 'Push ad data',
	description: 'Send rows of ad data, such as the spend of a campaign on a day',
	fields: pushFields,

	/** "Endpoints" 5. */
	async executeAll(execution, output) {
		await push('pushAds', execution, output);
	},
});
