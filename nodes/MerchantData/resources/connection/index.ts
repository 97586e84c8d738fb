import type { Resource } from '../../n8n/operation';
import { checkConnection } from './check';

export const connection: Resource = {
	value: 'connection',
	name: 'Connection',
	credential: 'both',
	operations: [checkConnection],
};
