import { requireKey, requireToken } from '../authentication.mts';
import { ApiError } from '../errors.mts';
import { PUSH_ENDPOINTS, type PushEndpoint, PUSHES } from '../literals.mts';
import type { Received, Route, Service } from '../service.mts';
import { isObject, requireConnected, requireFields } from './body.mts';

/** All pushes. Response bodies are not shown in the spec. */
export const pushRoutes: Route[] = PUSH_ENDPOINTS.map((endpoint) => ({
	endpoint,
	method: 'POST',
	handle: (received, service) => push(endpoint, received, service),
}));

function push(endpoint: PushEndpoint, received: Received, service: Service) {
	const { by, scope } = PUSHES[endpoint];
	if (by === 'key') requireKey(received, service, scope);
	else requireToken(received, service, scope);
	const { shop, data } = requireFields(received.body, ['shop', 'data']);
	if (typeof shop !== 'string') throw new ApiError(400, 'shop is not a string');
	if (!Array.isArray(data) || !data.every(isObject)) {
		throw new ApiError(400, 'data is not an array of objects');
	}
	const { answers, grantedShops, rejectRows } = service.settings;
	if (by === 'key') requireConnected(shop);
	else if (!grantedShops.includes(shop)) {
		throw new ApiError(403, `The shop ${shop} is not among the granted shops`);
	}
	const { field, value } = rejectRows ?? {};
	const isRefused = (row: Record<string, unknown>) =>
		field !== undefined && field in row && (value === undefined || row[field] === value);
	const refused = data.filter(isRefused);
	if (refused.length > 0 && !rejectRows?.storeOthers) throw new ApiError(400, 'Invalid ad data.');
	const stored = data.filter((row) => !refused.includes(row));
	service.store.push(endpoint, received.entry.id, shop, stored);
	if (refused.length === 0) {
		const reported = { success: true, message: 'Ad received' };
		return { status: 200, body: answers === 'empty' ? {} : reported };
	}
	const error = `${field} is not valid`;
	const errors = refused.map((row) => ({ row: data.indexOf(row), error }));
	return { status: 400, body: { success: false, message: 'Validation errors', errors } };
}
