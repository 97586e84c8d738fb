import type { Resource } from '../../n8n/operation';
import { getShops } from './getAll';

export const shop: Resource = {
	value: 'shop',
	name: 'Shop',
	credential: 'merchantDataOAuth2Api',
	operations: [getShops],
};
