import { asciiDomain } from '../shopDomain';

/** Finds the people of a deletion request in an answer. All texts are letters and digits. */
export interface People {
	/** Addresses, in all spellings of their domains, and numbers. */
	whole: Set<string>;
	/** The domains of each local part. */
	domainsOf: Map<string, Set<string>>;
	/** Each domain by its spellings. */
	spelledDomains: Map<string, string>;
}

/** Normal form of an address or a number, without case, dots and grouping. */
export const lettersAndDigits = (text: string): string =>
	text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase();

/** `jane+news@` reaches the mailbox of `jane@`. */
const TAG = '\\+[^\\s@"\',:;<>&\\\\]{0,64}';
const TAG_OF_ADDRESS = new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}])${TAG}(?=@)`, 'gu');
export const untagged = (text: string): string => text.replace(TAG_OF_ADDRESS, '');
/** A tag at the beginning of a text. */
export const LEADING_TAG = new RegExp(`^${TAG}`);

/** A possible domain, such as `bücher.example`. */
const DOMAIN_LIKE = /[\p{L}\p{M}\p{N}.-]+/gu;
/** A domain has at most 253 characters. */
const isInLetters = (text: string): boolean => text.length <= 253 && /[^ -~]/.test(text);

/** Normal form of a domain, in ASCII. Gmail has two domains. */
function domainIdentity(domain: string): string {
	const ascii = asciiDomain(domain);
	return ascii === 'googlemail.com' ? 'gmail.com' : ascii;
}

/** @param text the answer: it may spell a domain in letters that was sent in Punycode */
export function knownPeople(sent: readonly string[], text: string): People {
	const whole = new Set<string>();
	const domainsOf: People['domainsOf'] = new Map();
	const spelledDomains: People['spelledDomains'] = new Map();
	const spellings = new Map<string, Set<string>>();
	const spell = (domain: string, spelled: string): void => {
		const letters = lettersAndDigits(spelled);
		spelledDomains.set(letters, domain);
		spellings.set(domain, (spellings.get(domain) ?? new Set()).add(letters));
	};
	const people = sent.map((person) => untagged(person.normalize('NFKC')).split('@'));
	for (const typed of new Set(people.flatMap(([, domain]) => domain ?? []))) {
		const domain = domainIdentity(typed);
		for (const each of [typed, domain]) spell(domain, each);
		if (domain === 'gmail.com') spell(domain, 'googlemail.com');
	}
	for (const inLetters of (text.match(DOMAIN_LIKE) ?? []).filter(isInLetters)) {
		const domain = domainIdentity(inLetters);
		if (spellings.has(domain)) spell(domain, inLetters);
	}
	for (const [local = '', typed] of people) {
		const name = lettersAndDigits(local);
		const domain = typed === undefined ? undefined : domainIdentity(typed);
		for (const spelled of spellings.get(domain ?? '') ?? ['']) whole.add(name + spelled);
		if (domain !== undefined && name !== '')
			domainsOf.set(name, (domainsOf.get(name) ?? new Set()).add(domain));
	}
	return { whole, domainsOf, spelledDomains };
}
