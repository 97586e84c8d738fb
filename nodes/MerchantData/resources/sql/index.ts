import type { Resource } from '../../n8n/operation';
import { executeSqlQuery } from './executeQuery';

export const sqlQuery: Resource = {
	value: 'sqlQuery',
	name: 'SQL Query',
	credential: 'merchantDataApi',
	operations: [executeSqlQuery],
};
