import { shopIdentity } from '../../shared/shopDomain';

export interface GrantedShop {
	/** As the service writes it. */
	shop: string;
	/** Whether the token was issued for this shop. */
	isPrimary: boolean;
}

interface Granted {
	/** The names of the primary shop; none where the answer has no such shop. */
	primary?: string[];
	/** The names of each further shop; none for an entry that cannot be read. */
	further: string[][];
	/** Whether every shop of the answer could be read, so that none is missing here. */
	isComplete: boolean;
}

/**
 * The shops of a granted-shops answer ("Resources", granted shops response), the primary first,
 * each once.
 * @param answer its value
 * @returns undefined where the answer has none of the specified fields
 */
export function readGrantedShops(answer: unknown): GrantedShop[] | undefined {
	const granted = readAnswer(answer);
	if (!granted) return undefined;
	const shops = new Map<string, GrantedShop>();
	[granted.primary ?? [], ...granted.further].forEach(([shop], index) => {
		if (shop === undefined) return;
		const identity = shopIdentity(shop) ?? shop;
		if (!shops.has(identity)) shops.set(identity, { shop, isPrimary: index === 0 });
	});
	return [...shops.values()];
}

/**
 * Whether a granted-shops answer holds a shop, however either is written.
 * @param answer its value
 * @param shop the plain domain
 * @returns undefined where it cannot be told, because a part of the answer cannot be read
 */
export function isGranted(answer: unknown, shop: string): boolean | undefined {
	const granted = readAnswer(answer);
	const wanted = shopIdentity(shop);
	if (!granted || wanted === undefined) return undefined;
	const names = [granted.primary ?? [], ...granted.further].flat();
	if (names.some((name) => shopIdentity(name) === wanted)) return true;
	return granted.isComplete ? false : undefined;
}

function readAnswer(answer: unknown): Granted | undefined {
	if (answer === null || typeof answer !== 'object') return undefined;
	const { accountId, additionalShopIds: list } = answer as Record<string, unknown>;
	const hasPrimary = accountId !== undefined && accountId !== null && accountId !== '';
	const primary = hasPrimary ? namesIn(accountId) : undefined;
	if (!Array.isArray(list) && !primary?.length) return undefined;
	const further = Array.isArray(list) ? list.map(namesIn) : [];
	const entries = primary ? [primary, ...further] : further;
	return {
		primary,
		further,
		isComplete: Array.isArray(list) && entries.every((names) => names.some(isDomain)),
	};
}

const isDomain = (name: string) => shopIdentity(name) !== undefined;

/** Fields of an object that may name a shop, the likeliest first. */
const NAME_FIELDS = ['shopDomain', 'domain', 'shop', 'shopId', 'id', 'name'];

/** What names a shop in an entry: a text as specified, or in an object each text that is a domain. */
function namesIn(entry: unknown): string[] {
	if (typeof entry === 'string') return entry === '' ? [] : [entry];
	if (entry === null || typeof entry !== 'object') return [];
	const fields = entry as Record<string, unknown>;
	const values = [...NAME_FIELDS.map((field) => fields[field]), ...Object.values(fields)];
	return values.filter((value): value is string => typeof value === 'string' && isDomain(value));
}
