import { ApiError } from '../errors.mts';
import { SHOPS } from '../literals.mts';

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object (the body, or `where` in it), if it has all of the fields under exactly these names. Throws 400 otherwise. */
export function requireFields<Field extends string>(
	body: unknown,
	fields: readonly Field[],
	where = 'the body',
): Record<Field, unknown> & Record<string, unknown> {
	if (!isObject(body)) throw new ApiError(400, `Not a JSON object: ${where}`);
	const missing = fields.filter((field) => body[field] === undefined || body[field] === '');
	const problem = `Missing in ${where} (field names are camelCase): ${missing.join(', ')}`;
	if (missing.length > 0) throw new ApiError(400, problem);
	return body as Record<Field, unknown> & Record<string, unknown>;
}

/** A shop of the account. Throws 500 for any other (spec "Errors", 500). */
export function requireConnected(shop: unknown): string {
	const connected = SHOPS.find((each) => each === shop);
	if (connected) return connected;
	throw new ApiError(500, 'The shop does not match a store connected to the account');
}
