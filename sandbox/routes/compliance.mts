import { requireKey } from '../authentication.mts';
import { ApiError } from '../errors.mts';
import { KEY_SCOPES } from '../literals.mts';
import type { Route } from '../service.mts';
import { requireConnected, requireFields } from './body.mts';

/** Spec "Endpoints" 7. */
export const complianceRoute: Route = {
	endpoint: 'compliance',
	method: 'POST',
	handle(received, service) {
		requireKey(received, service, KEY_SCOPES.compliance);
		const body = requireFields(received.body, []);
		if (!body.shop) throw new ApiError(400, 'Shop ID is required');
		const emails = identifiers(body, 'emails');
		const phones = identifiers(body, 'phones');
		if (emails.length + phones.length === 0) {
			throw new ApiError(400, 'At least one email or phone is needed');
		}
		const shop = requireConnected(body.shop);
		const requestId = received.entry.id;
		service.store.requestDeletion({ requestId, shop, emails, phones });
		const reported = { success: true, message: 'Request created successfully' };
		return { status: 200, body: service.settings.answers === 'empty' ? {} : reported };
	},
};

function identifiers(body: Record<string, unknown>, field: string): string[] {
	const list = body[field] ?? [];
	if (!Array.isArray(list) || !list.every((value) => typeof value === 'string' && value !== '')) {
		throw new ApiError(400, `${field} is not an array of strings`);
	}
	return list;
}
