import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { readGrantedShops } from '../../service/answers/granted';
import { acceptedValue } from '../../service/call';
import { Client } from '../../service/client';

/** Less than elsewhere, because somebody is waiting for the list in the editor. */
const LIMITS = { timeout: 15, maxWait: 10 };

export async function searchShops(this: ILoadOptionsFunctions, filter = '') {
	const answer = acceptedValue(await new Client(this).call('grantedShops', { limits: LIMITS }));
	const wanted = filter.trim().toLowerCase();
	const results = (readGrantedShops(answer) ?? [])
		.filter(({ shop }) => shop.toLowerCase().includes(wanted))
		.map(({ shop, isPrimary }) => ({ name: isPrimary ? `${shop} (primary)` : shop, value: shop }));
	return { results };
}
