import { shopIdentity } from '../shopDomain';

/** The shops that an answer names ("Resources", granted shops response). An empty text names none. */
function grantedIn(answer: unknown) {
	const { accountId, additionalShopIds } = Object(answer) as Record<string, unknown>;
	const hasList = Array.isArray(additionalShopIds);
	const all: unknown[] = [accountId ?? '', ...(hasList ? additionalShopIds : [])];
	return { primary: accountId, entries: all.filter((entry) => entry !== ''), hasList };
}

/** The granted shops, each once, first the primary one. Undefined if no specified field of the answer can be read. */
export function readGrantedShops(answer: unknown) {
	const { primary, entries, hasList } = grantedIn(answer);
	const names = [...new Set(entries.filter((entry) => typeof entry === 'string'))];
	const isReadable = names.length > 0 || (hasList && entries.length === 0);
	return isReadable ? names.map((shop) => ({ shop, isPrimary: shop === primary })) : undefined;
}

/** Whether an answer has a shop, in whatever form; undefined if a part of it cannot be read. */
export function isGranted(answer: unknown, shop: string): boolean | undefined {
	const wanted = shopIdentity(shop);
	if (wanted === undefined) return undefined;
	const { entries, hasList } = grantedIn(answer);
	const shops = entries.map((entry) => shopIdentity(typeof entry === 'string' ? entry : ''));
	if (shops.includes(wanted)) return true;
	return hasList && !shops.includes(undefined) ? false : undefined;
}

/** The scopes in a key record ("Endpoints" 9: as reported); undefined if it has no list of them. */
export const keyScopes = (record: unknown): string[] | undefined =>
	namesIn((Object(record) as { scopes?: unknown }).scopes);

/** The scopes in a token answer (RFC 6749, 3.3); undefined if it names none. */
export function consentedScopes(scope: unknown): string[] | undefined {
	const names = namesIn(typeof scope === 'string' ? scope.split(/[\s,]/) : scope);
	return names?.length ? names : undefined;
}

function namesIn(list: unknown): string[] | undefined {
	if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return undefined;
	return list.map((name) => name.trim()).filter((name) => name !== '');
}

/** Whether a scope is among others: "Data Out" may be written "data-out" or "data_out:read", and all as "*". */
export const hasScope = (scopes: readonly string[], scope: string): boolean =>
	scopes.some((name) => name === '*' || bare(name).startsWith(bare(scope)));

const bare = (scope: string) => scope.toLowerCase().replace(/[^\p{L}\d]/gu, '');
