import { pushOperation } from './operation';

/** "Endpoints" 6. */
export const pushEmailSms = pushOperation('pushEmailSms', {
	action: 'Push email SMS data',
	description: 'Send rows of email, SMS or direct-mail data, such as the results of a campaign',
});
