import { shopIdentity } from '../../shared/shopDomain';

export interface GrantedShop {
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
