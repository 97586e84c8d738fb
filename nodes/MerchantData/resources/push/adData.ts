import { pushOperation } from './operation';

/** "Endpoints" 5. */
export const pushAds = pushOperation('pushAds', {
	action: 'Push ad data',
	description: 'Send rows of ad data, such as the spend of a campaign on a day',
});
