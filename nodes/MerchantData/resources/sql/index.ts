import type { Resource } from '../../n8n/operation';
import { executeQuery } from './executeQuery';

export const sql: Resource = {
	value: 'sql',
	name: 'SQL Query',
	credential: 'merchantDataApi',
	operations: [executeQuery],
};
