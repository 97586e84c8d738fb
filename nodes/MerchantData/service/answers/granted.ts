import { shopIdentity } from '../../shared/shopDomain';

/** What the service says that it lets a token or a key do: the shops, and the scopes. */

interface GrantedShop {
	/** As the service writes it. */
	shop: string;
	/** Whether the token was issued for this shop. */
	isPrimary: boolean;
}

/**
 * The shops of a granted-shops answer ("Resources", granted shops response), the primary first, each once.
 * @param answer its value
 * @returns undefined where the answer has none of the specified fields, or nothing in them can be read
 */
export function readGrantedShops(answer: unknown): GrantedShop[] | undefined {
	const { primary, further } = fieldsOf(answer);
	const entries = entriesOf(answer);
	const names = entries.filter(isName);
	const namesNone = Array.isArray(further) && entries.length === 0;
	if (names.length === 0 && !namesNone) return undefined;
	const shops = new Map<string, GrantedShop>();
	for (const shop of names) {
		const identity = shopIdentity(shop) ?? shop;
		if (!shops.has(identity)) shops.set(identity, { shop, isPrimary: shop === primary });
	}
	return [...shops.values()];
}

/**
 * Whether a granted-shops answer holds a shop, however either is written.
 * @param answer its value
 * @param shop the plain domain
 * @returns undefined where it cannot be told, because a part of the answer cannot be read
 */
export function isGranted(answer: unknown, shop: string): boolean | undefined {
	const wanted = shopIdentity(shop);
	if (wanted === undefined) return undefined;
	const shops = entriesOf(answer).map((entry) => (isName(entry) ? shopIdentity(entry) : undefined));
	if (shops.includes(wanted)) return true;
	const isComplete = Array.isArray(fieldsOf(answer).further) && !shops.includes(undefined);
	return isComplete ? false : undefined;
}

function fieldsOf(answer: unknown): { primary?: unknown; further?: unknown } {
	if (answer === null || typeof answer !== 'object') return {};
	const { accountId, additionalShopIds } = answer as Record<string, unknown>;
	return { primary: accountId, further: additionalShopIds };
}

/** What the answer names as shops. An empty `accountId` names none. */
function entriesOf(answer: unknown): unknown[] {
	const { primary, further } = fieldsOf(answer);
	const hasPrimary = primary !== undefined && primary !== null && primary !== '';
	return [...(hasPrimary ? [primary] : []), ...(Array.isArray(further) ? further : [])];
}

const isName = (entry: unknown): entry is string => typeof entry === 'string' && entry !== '';

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
	const told = records.flatMap((record) => SCOPE_FIELDS.map((field) => record?.[field]));
	return told.map((value) => namesIn(value, ',')).find((names) => names !== undefined);
}

/**
 * The scopes in a token answer, with blanks between them (RFC 6749, 3.3).
 * @param told its field `scope`
 * @returns undefined if it names none
 */
export function consentedScopes(told: unknown): string[] | undefined {
	const names = namesIn(told, /[\s,]/);
	return names?.length ? names : undefined;
}

function namesIn(value: unknown, separator: string | RegExp): string[] | undefined {
	const names: unknown = typeof value === 'string' ? value.split(separator) : value;
	if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/**
 * Whether a scope is among those told. Case and punctuation do not count, nor what follows it: "Data Out"
 * may be written "data-out" or "data_out:read".
 */
export function hasScope(told: readonly string[], scope: string): boolean {
	return told.some((name) => bare(name).startsWith(bare(scope)));
}

const bare = (scope: string) => scope.toLowerCase().replace(/[^\p{L}\d]/gu, '');
