import type { IDataObject } from 'n8n-workflow';
import type { Permission } from '../../service/call';
import type { SqlInput } from './input';
import type { Period } from './period';

/** One request: the query of an input item over a part of its period. */
export interface Job {
	input: SqlInput;
	item: number;
	window: Period;
	permit?: Permission;
}

/** What an item says that holds no rows itself. */
export function about({ input, window }: Job): IDataObject {
	return { period: { ...window }, ...(input.includeShop ? { shop: input.shop } : {}) };
}
