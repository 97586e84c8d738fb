import type { Resource } from '../../runtime/operation';
import { executeSqlQuery } from './execute';

export const sqlQuery: Resource = {
	value: 'sqlQuery',
	name: 'SQL Query',
	credential: 'merchantDataApi',
	operations: [executeSqlQuery],
};
