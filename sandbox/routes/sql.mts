import { requireKey } from '../authentication.mts';
import { ApiError } from '../errors.mts';
import { KEY_SCOPES } from '../literals.mts';
import type { Route } from '../service.mts';
import { isObject, requireConnected, requireFields } from './body.mts';

/** Spec "Endpoints" 8, "Errors" and the fields of "SQL query request". A list of rows is one of the reported answers. */
export const sqlRoute: Route = {
	endpoint: 'sql',
	method: 'POST',
	handle(received, service) {
		requireKey(received, service, KEY_SCOPES.sql);
		const body = isObject(received.body) ? received.body : {};
		const { shopId: shop } = body;
		// The text misleads: its cause is the shop identifier (spec "Errors", 403).
		if (typeof shop !== 'string' || !SHOP_DOMAIN.test(shop))
			throw new ApiError(403, 'Access denied: an access token is required');
		const { query, period } = requireFields(body, ['query', 'period']);
		const { startDate, endDate } = requireFields(period, ['startDate', 'endDate'], 'period');
		if (typeof query !== 'string') throw new ApiError(400, 'query is not a string');
		if (!isDate(startDate)) throw new ApiError(400, 'period.startDate is not a date (YYYY-MM-DD)');
		if (!isDate(endDate)) throw new ApiError(400, 'period.endDate is not a date (YYYY-MM-DD)');
		if (startDate > endDate) throw new ApiError(400, 'period.startDate is after period.endDate');
		refuseOtherParameters(query);
		requireConnected(shop);
		try {
			return { status: 200, body: service.store.query(shop, query, { startDate, endDate }) };
		} catch (error) {
			throw new ApiError(400, `SQL error: ${(error as Error).message}`);
		}
	},
};

const SHOP_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

function isDate(value: unknown): value is string {
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
	const date = new Date(`${value}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** SQLite would take `@start_date` for NULL and find no rows; the service answers 400. */
function refuseOtherParameters(query: string): void {
	const code = query.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
	const other = code
		.match(/[@:$]\w+/g)
		?.find((name) => name !== '@startDate' && name !== '@endDate');
	if (other) throw new ApiError(400, `SQL error: unknown parameter ${other}`);
}
