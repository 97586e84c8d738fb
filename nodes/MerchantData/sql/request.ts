import type { IDataObject } from 'n8n-workflow';
import type { Call, Permission } from '../service/call';
import { ENDPOINTS } from '../service/endpoints';
import type { Limits } from '../lib/waitBudget';
import type { Period, SplitBy } from './period';

export interface SqlRequest {
	shop: string;
	query: string;
	period: Period;
	limits: Limits;
	bodyFields?: IDataObject;
	/** The input item; undefined in a poll. */
	item?: number;
	permit?: Permission;
}

/** "Endpoints" 8. */
export function sqlCall(request: SqlRequest): Call {
	const { shop, query, period, limits, bodyFields, item: itemIndex, permit } = request;
	const payload = JSON.stringify({ ...bodyFields, query, period, [ENDPOINTS.sql.shopField]: shop });
	const supportPayload = () => payload;
	return { body: Buffer.from(payload), limits, shop, itemIndex, permit, supportPayload };
}

/** The query of an item over the whole period, or over a part of it. */
export interface SqlInput extends SqlRequest {
	readonly item: number;
	readonly limits: Limits & { maxParallelRequests: number };
	readonly zone: string;
	/** The parts of the period, one for each request. The whole period if it is not split. */
	readonly periods: readonly Period[];
	readonly splitBy: SplitBy;
	/** `rows`: an item per row. `raw`: one item with the unchanged answer. Others: a file. */
	readonly format: 'csv' | 'json' | 'ndjson' | 'raw' | 'rows';
	readonly rowsField: string;
	readonly limit: number;
	readonly isForAgent: boolean;
	readonly includeShop: boolean;
	/** The file of an answer. */
	readonly binaryField: string;
	readonly compress: boolean;
	readonly delimiter: string;
	readonly decimalSeparator: 'comma' | 'point';
	readonly byteOrderMark: boolean;
}

export const about = ({ shop, period, includeShop }: SqlInput): IDataObject => ({
	period: { ...period },
	...(includeShop && { shop }),
});
