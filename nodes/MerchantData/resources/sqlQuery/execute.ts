import type { BulkOperation } from '../../runtime/operation';

export const executeSqlQuery: BulkOperation = {
	value: 'execute',
	name: 'execute',
	action: 'execute',
	description: 'execute',
	fields: [],
	async executeAll() {},
};
