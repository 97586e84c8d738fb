import { asciiDomain } from '../../shared/asciiDomain';
import { findEncoded, REPLACEMENT, replaceSpans, type Span } from './encodings';
import { FEWEST_DIGITS, MOST_DIGITS, phoneBook } from './phoneNumber';

/**
 * Keeps the personal data of a deletion request out of receipts and errors. The service may repeat an
 * address escaped, in another case of letters or with its domain in ASCII, and a phone number grouped
 * in another way. What looks like an address or a number is looked up among those sent, so that the
 * time does not depend on how many they are.
 */

type Finder = (text: string) => Span[];

/**
 * @param text an answer of the service
 * @param sent email addresses and phone numbers, as they were sent
 * @returns the text without them; what is JSON stays JSON
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	// Most requests name nobody, and their answers may be large.
	if (sent.length === 0) return text;
	const addresses = addressFinder(sent.filter((each) => each.includes('@')));
	const phones = phoneFinder(sent.filter((each) => !each.includes('@')));
	const spans = findEncoded(text, (plain) => [...addresses(plain), ...phones(plain)]);
	const isValue = jsonValues(text);
	return replaceSpans(text, spans, (span) =>
		isValue(span) ? JSON.stringify(REPLACEMENT) : REPLACEMENT,
	);
}

const DOMAIN_AFTER = /[\p{L}\p{M}\p{N}.-]*/uy;
/** Where a domain may end: before a dot or hyphen, and between letters of ASCII and others. */
const DOMAIN_PARTS = /(?=[.-])|(?<=[a-z\d])(?=[^a-z\d])/i;
const LONGEST_DOMAIN = 255;
const LOCAL_BEFORE = /[^\s@,;<>"]*$/;
const ALPHANUMERIC = /[a-z\d]/i;

const localIdentity = (local: string) => local.normalize('NFC').toLowerCase();

function addressFinder(addresses: readonly string[]): Finder {
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

	const domains = new Map<string, ReadonlySet<string> | undefined>();
	function localsAt(domain: string): ReadonlySet<string> | undefined {
		if (!domains.has(domain)) domains.set(domain, localsOf.get(asciiDomain(domain)));
		return domains.get(domain);
	}

	/** Where the local part starts, if it is one of these. */
	function startOf(text: string, at: number, locals: ReadonlySet<string>): number {
		const first = LOCAL_BEFORE.exec(text.slice(Math.max(0, at - longest), at))![0];
		for (let start = at - first.length; start < at; start++) {
			const isWithinWord =
				ALPHANUMERIC.test(text.charAt(start - 1)) && ALPHANUMERIC.test(text[start]);
			if (!isWithinWord && locals.has(localIdentity(text.slice(start, at)))) return start;
		}
		return -1;
	}

	return (text) => {
		const spans: Span[] = [];
		for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
			DOMAIN_AFTER.lastIndex = at + 1;
			const parts = DOMAIN_AFTER.exec(text)![0].slice(0, LONGEST_DOMAIN).split(DOMAIN_PARTS);
			for (; parts.length > 0; parts.pop()) {
				const domain = parts.join('');
				const locals = localsAt(domain);
				const start = locals ? startOf(text, at, locals) : -1;
				if (start >= 0) {
					spans.push({ start, end: at + 1 + domain.length });
					break;
				}
			}
		}
		return spans;
	};
}

/** Digits; the `.0` that a table of floats adds is no further digit. */
const DIGITS = /\d+(?:(?<=\d{5})\.0(?![\d.]))?/g;
const BETWEEN_DIGITS = /^[\s().+/\-\u2010-\u2015]{1,3}$/;
/** Between digits, a dot alone may be a decimal point: what stands on one side of it is no number. */
const DECIMAL_POINT = '.';

/** Groups of digits that may belong to one number, up to the last of them. */
interface Group extends Span {
	digits: string;
	/** What stands between this group and the one before, where they may belong together. */
	gap?: string;
}

function phoneFinder(numbers: readonly string[]): Finder {
	const isKnown = phoneBook(numbers);
	const endOf = (digits: string) => digits.slice(-FEWEST_DIGITS);
	const ends = new Set(numbers.map((number) => endOf(number.replace(/\D/g, ''))));

	/** The longest known number that ends with the last of the groups. */
	function numberAt(text: string, groups: readonly Group[]): Span | undefined {
		const { end } = groups[groups.length - 1];
		let digits = '';
		let found: Span | undefined;
		for (let index = groups.length - 1; index >= 0; index--) {
			const { start, gap } = groups[index];
			digits = groups[index].digits + digits;
			if (digits.length > MOST_DIGITS) break;
			if (digits.length >= FEWEST_DIGITS && !ends.has(endOf(digits))) break;
			const first = text[start - 1] === '+' ? start - 1 : start;
			if (gap !== DECIMAL_POINT && isKnown(text.slice(first, end))) found = { start: first, end };
			if (gap === undefined) break;
		}
		return found;
	}

	return (text) => {
		const spans: Span[] = [];
		let groups: Group[] = [];
		for (const { 0: written, index: start } of text.matchAll(DIGITS)) {
			const end = start + written.length;
			const between = groups.length > 0 ? text.slice(groups[groups.length - 1].end, start) : '';
			const gap = BETWEEN_DIGITS.test(between) ? between : undefined;
			if (gap === undefined) groups = [];
			groups.push({ start, end, gap, digits: written.replace(/\.0$/, '') });
			const isPart = /^\.\d/.test(text.slice(end, end + 2));
			const found = isPart ? undefined : numberAt(text, groups);
			if (found) spans.push(found);
		}
		return spans;
	};
}

/** Tells whether a span is a whole value of a JSON text, asked in order: a number, not a text. */
function jsonValues(text: string): (span: Span) => boolean {
	let at = 0;
	let isInString = false;
	return ({ start, end }) => {
		for (; at < start; at++) {
			if (text[at] === '"') isInString = !isInString;
			else if (isInString && text[at] === '\\') at++;
		}
		return (
			!isInString &&
			/[:[,]\s*$/.test(text.slice(Math.max(0, start - 100), start)) &&
			/^\s*[,\]}]/.test(text.slice(end, end + 100))
		);
	};
}
