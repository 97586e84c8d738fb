import type { IDataObject } from 'n8n-workflow';
import type { Permission } from '../../service/call';
import type { SqlInput } from './input';
import type { Period } from './period';
import type { SqlRequest } from './request';

/** The query of an input item over one of its periods: one request, and what becomes of its answer. */
export interface Job {
	input: SqlInput;
	item: number;
	period: Period;
	permit?: Permission;
}

/** What the job sends. */
export const requestOf = ({ input: { shop, query, limits }, ...job }: Job): SqlRequest => ({
	shop,
	query,
	limits,
	...job,
});

/** What an item says that holds no rows itself. */
export function about({ input, period }: Job): IDataObject {
	return { period: { ...period }, ...(input.includeShop ? { shop: input.shop } : {}) };
}
