import type { IDataObject } from 'n8n-workflow';
import type { Permission } from '../../service/call';
import type { SqlInput } from './input';
import type { Period } from './period';
import type { SqlRequest } from './request';

/** The query of an input item over one of its periods: one request. */
export interface Job {
	input: SqlInput;
	item: number;
	period: Period;
	permit?: Permission;
}

/** The request of a job. */
export const requestOf = ({ input: { shop, query, limits }, ...job }: Job): SqlRequest => ({
	shop,
	query,
	limits,
	...job,
});

/** The JSON of an item that holds a file or a raw answer. */
export function about({ input, period }: Job): IDataObject {
	return { period: { ...period }, ...(input.includeShop ? { shop: input.shop } : {}) };
}
