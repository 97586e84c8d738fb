import { pushOperation } from './operation';

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
