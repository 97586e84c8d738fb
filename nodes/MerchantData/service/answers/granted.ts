import { shopIdentity } from '../../shared/shopDomain';

/** What the service says that it lets a token or a key do: the shops, and the scopes. */

interface GrantedShop {
	shop: string;
	/** Whether the token was issued for this shop. */
	isPrimary: boolean;
}

/**
 * The shops of a granted-shops answer ("Resources", granted shops response), the primary first, each once.
 * @returns undefined where the answer has none of the specified fields, or nothing in them can be read
 */
export function readGrantedShops(answer: unknown): GrantedShop[] | undefined {
	const { primary, entries, hasList } = grantedIn(answer);
	const names = new Set(entries.filter((entry) => typeof entry === 'string'));
	const namesNone = hasList && entries.length === 0;
	if (names.size === 0 && !namesNone) return undefined;
	return [...names].map((shop) => ({ shop, isPrimary: shop === primary }));
}

/**
 * Whether a granted-shops answer has a shop, however either is written.
 * @returns undefined where nobody can say, because a part of the answer cannot be read
 */
export function isGranted(answer: unknown, shop: string): boolean | undefined {
	const wanted = shopIdentity(shop);
	if (wanted === undefined) return undefined;
	const { entries, hasList } = grantedIn(answer);
	const shops = entries.map((entry) =>
		typeof entry === 'string' ? shopIdentity(entry) : undefined,
	);
	if (shops.includes(wanted)) return true;
	return hasList && !shops.includes(undefined) ? false : undefined;
}

/** What the answer names as shops. An empty text names none. */
function grantedIn(answer: unknown): { primary: unknown; entries: unknown[]; hasList: boolean } {
	const { accountId, additionalShopIds } = Object(answer) as Record<string, unknown>;
	const hasList = Array.isArray(additionalShopIds);
	const all: unknown[] = [accountId ?? '', ...(hasList ? additionalShopIds : [])];
	return { primary: accountId, entries: all.filter((entry) => entry !== ''), hasList };
}

/**
 * The fields of a key record that may hold its scopes. The specification does not show where they stand
 * ("Resources"), so a few names are looked for, and nothing is claimed without them.
 */
const SCOPE_FIELDS = ['scopes', 'scope', 'permissions'];

/**
 * The scopes in a key record: a list, or a text with commas, because their names have blanks ("Data Out").
 * @param answer its value; the record may also be a field of it, such as `data`
 * @returns undefined if it names none of these fields
 */
export function keyScopes(answer: unknown): string[] | undefined {
	if (typeof answer !== 'object' || answer === null) return undefined;
	const records = [answer, ...Object.values(answer)] as Array<Record<string, unknown> | null>;
	const values = records.flatMap((record) => SCOPE_FIELDS.map((field) => record?.[field]));
	return values.map((value) => namesIn(value, ',')).find((names) => names !== undefined);
}

/**
 * The scopes in a token answer, with blanks between them (RFC 6749, 3.3).
 * @returns undefined if it names none
 */
export function consentedScopes(scope: unknown): string[] | undefined {
	const names = namesIn(scope, /[\s,]/);
	return names?.length ? names : undefined;
}

function namesIn(value: unknown, separator: string | RegExp): string[] | undefined {
	const names: unknown = typeof value === 'string' ? value.split(separator) : value;
	if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/**
 * Whether a scope is among others. Case and punctuation do not count, nor what follows it: "Data Out" may be
 * written "data-out" or "data_out:read".
 */
export function hasScope(scopes: readonly string[], scope: string): boolean {
	return scopes.some((name) => bare(name).startsWith(bare(scope)));
}

const bare = (scope: string) => scope.toLowerCase().replace(/[^\p{L}\d]/gu, '');
