import type { Call, Permission } from '../../service/call';
import { ENDPOINTS } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import type { Period } from './period';

/** A query over a period: one request. */
export interface SqlRequest {
	shop: string;
	query: string;
	period: Period;
	limits: Limits;
	/** The input item that it belongs to; a poll has none. */
	item?: number;
	permit?: Permission;
}

/** The request as the client takes it ("Endpoints" 8). */
export function sqlCall({ shop, query, period, limits, item, permit }: SqlRequest): Call {
	const payload = JSON.stringify({ query, period, [ENDPOINTS.sql.shopField]: shop });
	return {
		body: Buffer.from(payload),
		limits,
		shop,
		itemIndex: item,
		permit,
		supportPayload: () => payload,
	};
}
