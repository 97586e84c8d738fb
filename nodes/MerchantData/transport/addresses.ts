/**
 * The service's addresses, as typed into a credential. The path is ours, the host is the
 * credential's: nothing that a workflow passes can change where a request goes.
 */

/** Hosts to which plain http is allowed: what is sent there does not leave the machine. */
const LOOPBACK = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/[^?#@\s]*)?$/i;
const HTTPS = /^https:\/\/[^/?#@\s]+(\/[^?#@\s]*)?$/i;

const REFUSED =
	'plain http is refused, because it would send secrets in clear text. Use an https address (http works for localhost and 127.0.0.1 only)';

const UNUSABLE = `the address is not usable: it may hold only the scheme, the host, a port and a path, and ${REFUSED}`;

/** The fields of either credential that say where the service is. */
export interface AddressFields {
	environment?: string;
	baseUrl?: string;
	stagingBaseUrl?: string;
}

/**
 * Says why an address cannot be used, or nothing where it can.
 * @param address as typed, with or without a trailing slash
 */
export function addressProblem(address: string): string | undefined {
	const typed = address.trim();
	if (typed === '') return 'is empty';
	if (/[?#@\s]/.test(typed)) return 'may hold only the scheme, the host, a port and a path';
	if (HTTPS.test(typed) || LOOPBACK.test(typed)) return undefined;
	return /^http:/i.test(typed)
		? `starts with "http://": ${REFUSED}`
		: 'does not start with "https://"';
}

/**
 * The address of the API for the credential's environment, without a trailing slash.
 * Specification, "Versioning" 3: staging has the same paths as production.
 */
export function apiAddress(fields: AddressFields): string {
	const typed = fields.environment === 'staging' ? fields.stagingBaseUrl : fields.baseUrl;
	return withoutTrailingSlash(typed ?? '');
}

/** The label of the field that {@link apiAddress} reads, for messages. */
export function apiAddressField(fields: AddressFields): string {
	return fields.environment === 'staging' ? 'Staging Base URL' : 'Base URL';
}

/** @param address as typed */
export function withoutTrailingSlash(address: string): string {
	return address.trim().replace(/\/+$/, '');
}

/**
 * The reason that {@link apiUrlExpression} gave, without the words that n8n puts around it.
 * @param message of an error that n8n met while it resolved a credential
 */
export function refusalIn(message: string): string | undefined {
	return message.includes(UNUSABLE) ? UNUSABLE : undefined;
}

/**
 * {@link apiAddress} and {@link addressProblem} as an n8n expression, for the URLs that n8n itself
 * opens (consent, token calls, the key's test). An expression cannot throw an error of its own:
 * n8n swallows it. Calling an extension function that does not exist is the one error that reaches
 * the user with a text of ours, on both host lines.
 * @param fields where the expression finds the credential: `$self` in a credential's own fields,
 *   `$credentials` in its test
 * @param path what follows the address
 */
export function apiUrlExpression(fields: '$self' | '$credentials', path: string): string {
	const typed = `(${fields}["environment"] === "staging" ? ${fields}["stagingBaseUrl"] : ${fields}["baseUrl"])`;
	const address = `String(${typed} || "").trim()`;
	return `={{ ((address) => ${HTTPS}.test(address) || ${LOOPBACK}.test(address) ? address.replace(/\\/+$/, "") + "${path}" : extend("", "${UNUSABLE}", []))(${address}) }}`;
}
