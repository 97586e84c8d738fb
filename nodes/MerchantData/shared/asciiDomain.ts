/**
 * The one form in which two spellings of a domain are compared: lower case, and letters beyond ASCII
 * as they stand in the domain name system (`bücher.example` is `xn--bcher-kva.example`).
 * @param domain without a scheme or path
 * @returns what was given, in lower case, where it cannot be a domain
 */
export function asciiDomain(domain: string): string {
	const lower = domain.toLowerCase();
	// It is ASCII already, or has a character that separates the parts of a URL.
	if (/^[a-z\d.-]*$|[@:/?#]/.test(lower)) return lower;
	try {
		return new URL(`https://${lower}`).hostname;
	} catch {
		return lower;
	}
}
