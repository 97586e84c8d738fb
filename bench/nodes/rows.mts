/** What the benchmarks push: ad spend as people have it, about 200 bytes a row. */

export const SHOP = 'my-shop.example.com';
export const BATCH = 500;

export const row = (index: number) => ({
	rowId: index,
	date: '2026-03-14',
	channel: 'search',
	campaignId: `campaign-${index % 97}`,
	campaignName: 'Spring sale – returning customers',
	impressions: 12_000 + index,
	clicks: 340 + (index % 50),
	spend: 125.5,
	currency: 'EUR',
});

export const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));

/** The same rows as request bodies. */
export function bodies(count: number): string[] {
	const all = rows(count);
	return Array.from({ length: Math.ceil(count / BATCH) }, (_, index) =>
		JSON.stringify({ shop: SHOP, data: all.slice(index * BATCH, (index + 1) * BATCH) }),
	);
}

/** Shops, one item each. */
export const shops = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ shop: `shop-${index}.example` }));
