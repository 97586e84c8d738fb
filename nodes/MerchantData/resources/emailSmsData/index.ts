import type { Resource } from '../../n8n/operation';
import { pushEmailSmsData } from './push';

export const emailSmsData: Resource = {
	value: 'emailSmsData',
	name: 'Email/SMS Data',
	credential: 'merchantDataOAuth2Api',
	operations: [pushEmailSmsData],
};
