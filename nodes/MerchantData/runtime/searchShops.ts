import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { createClient } from '../transport/client';
import { readGrantedShops } from '../transport/grantedShops';

/** Someone is waiting in front of the editor. */
const LIMITS = { timeout: 30_000, maxRetries: 1, maxWait: 10 };

/**
 * Lists the granted shops in the Shop field of the editor.
 * @param filter what the user has typed
 */
export async function searchShops(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { text } = await createClient(this).call('grantedShops', { limits: LIMITS });
	const wanted = filter.trim().toLowerCase();
	const shops = (readGrantedShops(text) ?? []).filter(({ shop }) =>
		shop.toLowerCase().includes(wanted),
	);
	return {
		results: shops.map(({ shop, isPrimary }) => ({
			name: isPrimary ? `${shop} (primary)` : shop,
			value: shop,
		})),
	};
}
