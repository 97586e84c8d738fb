import type { Resource } from '../../runtime/operation';
import { checkConnection } from './check';

export const connection: Resource = {
	value: 'connection',
	name: 'Connection',
	credential: 'both',
	operations: [checkConnection],
};
