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

/** The fields of either credential that say where the service is. */
export interface AddressFields {
	environment?: string;
	baseUrl?: string;
	stagingBaseUrl?: string;
}

/** The labels of the fields for production and for staging. */
const FIELDS = ['Base URL', 'Staging Base URL'] as const;

/** Each mistake, and the text that follows the label of the field. The first that fits is told. */
const MISTAKES: ReadonlyArray<[mistake: RegExp, text: string]> = [
	[/^$/, 'is empty'],
	[
		/[?#@\s\\]/,
		'may contain only https://, a host, a port and a path: no user name, "?", "#", space or backslash',
	],
	[
		new RegExp(`^(?!${LOOPBACK}(:\\d+)?(/|$))http:`, 'i'),
		'must begin with https://, because plain http would send secrets in clear text (it is allowed for localhost and 127.0.0.1 only)',
	],
	[/^(?!https?:\/\/)/i, 'must begin with https://'],
	[/^https:\/\/([/:]|$)/i, 'has no host'],
	[ENDPOINT_PATH, 'must end before "/api/": the node adds the path of each endpoint'],
	[
		new RegExp(`^(?!${USABLE.source})`, 'i'),
		'has a host or a port that is not valid (a port is a number from 1 to 65535)',
	],
];

/**
 * Says why an address cannot be used, or nothing where it can.
 * @param address as typed, with or without a trailing slash
 */
export function addressProblem(address: string): string | undefined {
	const typed = address.trim();
	const [, text] = MISTAKES.find(([mistake]) => mistake.test(typed)) ?? [];
	return text ?? (URL.canParse(typed) ? undefined : 'is not a valid address');
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
	return fields.environment === 'staging' ? FIELDS[1] : FIELDS[0];
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
	return FIELDS.flatMap((field) => MISTAKES.map(([, text]) => `"${field}" ${text}`)).find(
		(refusal) => message.includes(refusal),
	);
}

/**
 * {@link apiAddress} and {@link addressProblem} as an n8n expression, for the URLs that n8n itself
 * opens (consent, token calls, the key's test). n8n shows only its own errors of an expression. So the
 * expression provokes one, by a function that does not exist on either host line, and replaces its text.
 * @param fields where the expression finds the credential: `$self` in a credential's own fields,
 *   `$credentials` in its test
 * @param path what follows the address
 */
export function apiUrlExpression(fields: '$self' | '$credentials', path: string): string {
	const staging = `${fields}["environment"] === "staging"`;
	const [baseUrl, stagingBaseUrl] = FIELDS;
	const typed = `String((${staging} ? ${fields}["stagingBaseUrl"] : ${fields}["baseUrl"]) || "").trim()`;
	const field = `(${staging} ? ${JSON.stringify(stagingBaseUrl)} : ${JSON.stringify(baseUrl)})`;
	const mistakes = MISTAKES.map(([mistake, text]) => `[${mistake}, ${JSON.stringify(text)}]`);
	return `={{ ((address, field) => { const found = [${mistakes.join(', ')}].find((each) => each[0].test(address)); if (!found) return address.replace(/\\/+$/, "") + "${path}"; try { extend("", "refused", []) } catch (error) { error.message = '"' + field + '" ' + found[1]; throw error } })(${typed}, ${field}) }}`;
}
