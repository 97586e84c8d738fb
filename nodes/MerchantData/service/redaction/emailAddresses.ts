import { asciiDomain } from '../../shared/asciiDomain';
import type { Find, Span } from './encodings';

/**
 * Finds the email addresses that were sent. A service may repeat one in another case of letters or
 * with its domain in ASCII.
 */

const DOMAIN_AFTER = /[\p{L}\p{M}\p{N}.-]*/uy;
/** Where a domain may end: before a dot or hyphen, and between letters of ASCII and others. */
const DOMAIN_PARTS = /(?=[.-])|(?<=[a-z\d])(?=[^a-z\d])/i;
const LONGEST_DOMAIN = 255;
const LOCAL_BEFORE = /[^\s@,;<>"]*$/;
const ALPHANUMERIC = /[a-z\d]/i;

const localIdentity = (local: string) => local.normalize('NFC').toLowerCase();

/** @param addresses as they were sent */
export function addressFinder(addresses: readonly string[]): Find {
	const localsOf = new Map<string, Set<string>>();
	let longest = 0;
	for (const address of addresses) {
		const at = address.lastIndexOf('@');
		const local = address.slice(0, at);
		const domain = asciiDomain(address.slice(at + 1));
		const locals = localsOf.get(domain) ?? new Set();
		localsOf.set(domain, locals.add(localIdentity(local)));
		longest = Math.max(longest, local.normalize('NFD').length);
	}

	/** Where a local part starts that ends at a place and is one of these. */
	function startOf(text: string, end: number, locals: ReadonlySet<string>): number {
		const first = LOCAL_BEFORE.exec(text.slice(Math.max(0, end - longest), end))![0];
		for (let start = end - first.length; start < end; start++) {
			const isWithinWord =
				ALPHANUMERIC.test(text.charAt(start - 1)) && ALPHANUMERIC.test(text[start]);
			if (!isWithinWord && locals.has(localIdentity(text.slice(start, end)))) return start;
		}
		return -1;
	}

	/** The address around an "@", if it was sent. */
	function addressAt(text: string, at: number): Span[] {
		DOMAIN_AFTER.lastIndex = at + 1;
		const parts = DOMAIN_AFTER.exec(text)![0].slice(0, LONGEST_DOMAIN).split(DOMAIN_PARTS);
		for (; parts.length > 0; parts.pop()) {
			const domain = parts.join('');
			const locals = localsOf.get(asciiDomain(domain));
			const start = locals ? startOf(text, at, locals) : -1;
			if (start >= 0) return [{ start, end: at + 1 + domain.length }];
		}
		return [];
	}

	return (text) => {
		const spans: Span[] = [];
		for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
			spans.push(...addressAt(text, at));
		}
		return spans;
	};
}
