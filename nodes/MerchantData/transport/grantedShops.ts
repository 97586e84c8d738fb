import { parseJson } from './serverText';

export interface GrantedShop {
	shop: string;
	/** Whether the token was issued for this shop. */
	isPrimary: boolean;
}

/**
 * The shops of a granted-shops answer ("Resources", granted shops response), the primary first,
 * each once.
 * @param text the body as received
 * @returns undefined where the answer has none of the specified fields
 */
export function readGrantedShops(text: string): GrantedShop[] | undefined {
	const answer = parseJson(text);
	if (answer === null || typeof answer !== 'object') return undefined;
	const { accountId, additionalShopIds } = answer as Record<string, unknown>;
	if (typeof accountId !== 'string' && !Array.isArray(additionalShopIds)) return undefined;
	const names = [accountId, ...(Array.isArray(additionalShopIds) ? additionalShopIds : [])];
	const shops = new Set(
		names.filter((name): name is string => typeof name === 'string' && name !== ''),
	);
	return [...shops].map((shop) => ({ shop, isPrimary: shop === accountId }));
}
