/** Mistakes in addresses, of which the first that fits is reported. The text follows the field's name. */
const MISTAKES: ReadonlyArray<[RegExp, string]> = [
	[/^$/, 'is empty'],
	// n8n 1.x leaves it like this. `\{\s*\{`, because this becomes part of an expression itself.
	[/^=|\{\s*\{/, 'is an expression that cannot be resolved here'],
	[/^(?!https?:\/\/)/i, 'must begin with https://'],
	[/\/api\/v\d/i, 'contains the path of an endpoint, which the node adds: end it before "/api/"'],
	[
		/^http:\/\/(?!(localhost|127(\.\d{1,3}){3}|\[::1\])([:/]|$))/i,
		'begins with http://, but plain http would send secrets in clear text, so it is allowed for localhost and 127.0.0.1 only: write https://',
	],
	[
		/^(?!https?:\/\/([^/?#@:\s\\[\]]+|\[[\da-f:.]+\])(:\d{1,5})?(\/[^/?#@\s\\]*)*$)/i,
		'is not an address such as https://api.example.com, perhaps with a port or a path',
	],
];
const ofBaseUrl = (problem: string) => `The base URL ${problem}`;

/** The path is ours, the host is the credential's: nothing in a workflow decides where a request goes. */
export interface AddressFields {
	environment?: string;
	baseUrl?: string;
	stagingBaseUrl?: string;
}

/** People may paste the beginning of all paths along with the address. */
const BEGIN_OF_PATHS = /\/+api\/v2\/*$/i;
const withoutPath = (typed: string): string => typed.trim().replace(BEGIN_OF_PATHS, '');

/** Staging has the same paths ("Versioning" 3). */
const typedAddress = ({ environment, baseUrl, stagingBaseUrl }: AddressFields): string =>
	(environment === 'staging' ? stagingBaseUrl : baseUrl) ?? '';

/** Why an address, as it was typed, cannot be used. The text follows the name of its field. */
export function addressProblem(typed: string): string | undefined {
	const address = withoutPath(typed);
	const mistake = MISTAKES.find(([isMade]) => isMade.test(address));
	return mistake?.[1] ?? (URL.canParse(address) ? undefined : MISTAKES.at(-1)![1]);
}

export function baseUrlProblem(fields: AddressFields): string | undefined {
	const problem = addressProblem(typedAddress(fields));
	return problem && ofBaseUrl(problem);
}

/** The problem of the base URL in an error of n8n. */
export const baseUrlProblemIn = (message: string): string | undefined =>
	MISTAKES.map(([, problem]) => ofBaseUrl(problem)).find((text) => message.includes(text));

/** An address without a slash at its end, and without the beginning of all paths. */
export const plainAddress = (typed: string): string => withoutPath(typed).replace(/\/+$/, '');

export const apiAddress = (fields: AddressFields): string => plainAddress(typedAddress(fields));

/**
 * {@link apiAddress} and its check for the URLs that n8n itself opens. n8n shows only its own errors, so this
 * provokes one, by a function that neither host line has, and replaces its text.
 * @param fields where the expression finds them: `$self` in the credential, `$credentials` in its test
 */
export function apiUrlExpression(fields: '$self' | '$credentials', path: string): string {
	const typed = `String((${fields}["environment"] === "staging" ? ${fields}["stagingBaseUrl"] : ${fields}["baseUrl"]) || "")`;
	const mistakes = MISTAKES.map(([isMade, problem]) => `[${isMade}, ${JSON.stringify(problem)}]`);
	const find = `[${mistakes.join(', ')}].find((mistake) => mistake[0].test(address))`;
	const refuse = `try { extend("", "refused", []) } catch (error) { error.message = "${ofBaseUrl('')}" + mistake[1]; throw error }`;
	return `={{ ((address) => { const mistake = ${find}; if (!mistake) return address.replace(/\\/+$/, "") + "${path}"; ${refuse} })(${typed}.trim().replace(${BEGIN_OF_PATHS}, "")) }}`;
}
