import type { Call } from '../../service/call';
import { ENDPOINTS } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import type { Period } from './period';

/** The request of a query over a period ("Endpoints" 8). */
export function sqlCall(
	shop: string,
	query: string,
	period: Period,
	limits: Limits,
	itemIndex: number,
): Call {
	const payload = JSON.stringify({ query, period, [ENDPOINTS.sql.shopField]: shop });
	return { body: Buffer.from(payload), limits, shop, itemIndex, supportPayload: () => payload };
}
