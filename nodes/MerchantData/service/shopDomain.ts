import { InvalidValue } from '../errors/invalidInput';

/** Vowels of many scripts are combining marks, which Unicode does not count as letters. */
const LABEL = '[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
/** Of an email address. */
export const DOMAIN = `${LABEL}(\\.${LABEL})+`;
/** Some services name shops with an underscore. */
const IS_SHOP = new RegExp(`^${DOMAIN.replaceAll('\\p{N}', '\\p{N}_')}$`, 'u');
const URL_OF_A_DOMAIN = /^https?:\/\/([^/?#]+)\/?$/i;

/** An email address or a phone number from a wrong field is personal data, and not shown. */
const IS_PERSON = /^[^/]*@|^[\d ().+\-/]+$/;

const DOMAIN_ALONE =
	'Give the domain alone, such as my-shop.example.com, without "https://", slashes, a path or other characters.';

/** The plain domain of a shop ("Resources", SQL query request); of a URL with no path, the host. @throws InvalidValue */
export function shopDomain(given: unknown, field = 'Shop'): string {
	const text = given ?? '';
	if (typeof text !== 'string')
		throw new InvalidValue('value.wrongType', field, 'is not a text', DOMAIN_ALONE);
	// Some systems add invisible characters, or write a letter and its accent as two; a domain has neither.
	const visible = text.replace(/\p{Cf}/gu, '').normalize('NFC');
	const typed = visible.trim();
	if (typed === '') throw new InvalidValue('value.empty', field, 'is empty');
	const domain = URL_OF_A_DOMAIN.exec(typed)?.[1] ?? typed.replace(/^\/+|\/+$/g, '');
	if (IS_SHOP.test(domain)) return domain;
	const shown = IS_PERSON.test(typed) ? '' : `: "${typed.slice(0, 100)}"`;
	const problem = `is not a plain shop domain${shown}`;
	throw new InvalidValue('value.notADomain', field, problem, DOMAIN_ALONE);
}

/** Normal form of a shop, for comparison: its domain in lower case and ASCII; undefined if it is not a domain. */
export function shopIdentity(text: string): string | undefined {
	const bare = text
		.normalize('NFC')
		.replace(/[\p{Cf}\s]/gu, '')
		.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
		.replace(/^\/+|[/?#:].*/g, '');
	const domain = asciiDomain(bare).replace(/\.$/, '');
	return IS_SHOP.test(domain) ? domain : undefined;
}

/** Whether a value is the domain of another shop. "St. Gallen" and 12.50 are not. */
export function namesOtherShop(value: unknown, shop: string): value is string {
	// Most rows name their shop as it was typed, or no domain.
	if (typeof value !== 'string' || value === shop || !value.includes('.')) return false;
	const named = /\s/.test(value.trim()) ? undefined : shopIdentity(value);
	return named !== undefined && !/\.\d+$/.test(named) && bare(named) !== bare(shopIdentity(shop));
}

const bare = (domain = ''): string => domain.replace(/^www\./, '');

/** `xn--bcher-kva.example` for `Bücher.example`. A text that cannot be a domain is returned in lower case. */
function asciiDomain(text: string): string {
	const lower = text.toLowerCase();
	if (/^[a-z\d.-]*$|@/.test(lower)) return lower;
	try {
		return new URL(`https://${lower}`).hostname;
	} catch {
		return lower;
	}
}
