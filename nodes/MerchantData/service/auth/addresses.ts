/** Hosts to which plain http is allowed: what is sent there does not leave the machine. */
const LOOPBACK = String.raw`http://(localhost|127(\.\d{1,3}){3}|\[::1\])`;
const HTTPS = String.raw`https://([^/?#@:\s\\[\]]+|\[[\da-f:.]+\])`;
/** A path that was pasted along with the address is refused: the node adds it. */
const PATH = String.raw`(/(?!api/v\d)[^/?#@\s\\]*)*`;
const USABLE = new RegExp(`^(${HTTPS}|${LOOPBACK})(:\\d{1,5})?${PATH}$`, 'i');

const PROBLEM =
	'must be an address such as https://api.example.com: with https (plain http would send secrets in clear text, so it is allowed for localhost and 127.0.0.1 only), perhaps with a port or a path before "/api/", and with nothing else';
export const API_ADDRESS_PROBLEM = `The base URL ${PROBLEM}`;

/** The path is ours, the host is the credential's: nothing in a workflow changes where a request goes. */
export interface AddressFields {
	environment?: string;
	baseUrl?: string;
	stagingBaseUrl?: string;
}

/** Why an address, as it was typed, cannot be used. The text follows the name of its field. */
export function addressProblem(address: string): string | undefined {
	const typed = address.trim();
	return USABLE.test(typed) && URL.canParse(typed) ? undefined : PROBLEM;
}

/** The address of the API without a trailing slash. Staging has the same paths ("Versioning" 3). */
export const apiAddress = ({ environment, baseUrl, stagingBaseUrl }: AddressFields): string =>
	withoutTrailingSlash((environment === 'staging' ? stagingBaseUrl : baseUrl) ?? '');

export const withoutTrailingSlash = (address: string): string => address.trim().replace(/\/+$/, '');

/**
 * {@link apiAddress} and its check for the URLs that n8n itself opens. n8n shows only its own errors of an
 * expression. So this one provokes one, by a function that neither host line has, and replaces its text.
 * @param fields where the expression finds them: `$self` in the credential, `$credentials` in its test
 */
export function apiUrlExpression(fields: '$self' | '$credentials', path: string): string {
	const typed = `String((${fields}["environment"] === "staging" ? ${fields}["stagingBaseUrl"] : ${fields}["baseUrl"]) || "").trim()`;
	return `={{ ((address) => { if (${USABLE}.test(address)) return address.replace(/\\/+$/, "") + "${path}"; try { extend("", "refused", []) } catch (error) { error.message = ${JSON.stringify(API_ADDRESS_PROBLEM)}; throw error } })(${typed}) }}`;
}
