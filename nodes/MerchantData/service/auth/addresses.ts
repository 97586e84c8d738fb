/**
 * The service's addresses, as typed into a credential. The path is ours, the host is the
 * credential's: nothing that a workflow passes can change where a request goes.
 */

/** Hosts to which plain http is allowed: what is sent there does not leave the machine. */
const LOOPBACK = String.raw`http://(localhost|127(\.\d{1,3}){3}|\[::1\])`;
const HTTPS = String.raw`https://([^/?#@:\s\\[\]]+|\[[\da-f:.]+\])`;
/** From 1 to 65535. */
const PORT = String.raw`:0*([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])`;
const PATH = String.raw`/[^?#@\s\\]*`;

const USABLE = new RegExp(`^(${HTTPS}|${LOOPBACK})(${PORT})?(${PATH})?$`, 'i');
/** Pasted along with the address; the node adds it. */
const ENDPOINT_PATH = /\/api\/v\d+(\/|$)/i;

const REFUSED =
	'plain http is refused, because it would send secrets in clear text. Use an https address (http works for localhost and 127.0.0.1 only)';

const UNUSABLE = `the address is not usable: it may hold only the scheme, the host, a port and a path, and ${REFUSED}`;

/** The fields of either credential that say where the service is. */
export interface AddressFields {
	environment?: string;
	baseUrl?: string;
	stagingBaseUrl?: string;
}

/** What is wrong with an address: the first that fits. */
const MISTAKES: ReadonlyArray<[mistake: RegExp, text: string]> = [
	[/^$/, 'is empty'],
	[
		/[?#@\s\\]/,
		'may hold only the scheme, the host, a port and a path, but no user name, query, fragment, space or backslash',
	],
	[new RegExp(`^(?!${LOOPBACK}(:\\d+)?(/|$))http:`, 'i'), `starts with "http://": ${REFUSED}`],
	[/^(?!https?:\/\/)/i, 'does not start with "https://"'],
	[/^https:\/\/([/:]|$)/i, 'has no host'],
	[
		ENDPOINT_PATH,
		'ends in the path of an endpoint: leave it out from "/api/" on, the node adds it',
	],
	[new RegExp(`^(?!${USABLE.source})`, 'i'), 'has a host or a port (1 to 65535) that cannot exist'],
];

/**
 * Says why an address cannot be used, or nothing where it can.
 * @param address as typed, with or without a trailing slash
 */
export function addressProblem(address: string): string | undefined {
	const typed = address.trim();
	const [, text] = MISTAKES.find(([mistake]) => mistake.test(typed)) ?? [];
	return text ?? (URL.canParse(typed) ? undefined : 'is not an address');
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
	return `={{ ((address) => ${USABLE}.test(address) && !${ENDPOINT_PATH}.test(address) ? address.replace(/\\/+$/, "") + "${path}" : extend("", "${UNUSABLE}", []))(${address}) }}`;
}
