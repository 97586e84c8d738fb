/** What the benchmarks push: ad spend as people have it, about 200 bytes a row. */

export const SHOP = 'my-shop.example.com';
export const BATCH = 500;

const rowOf = (index: number) => ({
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

/** The same row as the service wants it: eight names changed, six of them in two objects. */
export const mapped = (row: ReturnType<typeof rowOf>) => ({
	channel: row.channel,
	event_date: row.date,
	campaign: { id: row.campaignId, name: row.campaignName },
	metrics: { row: row.rowId, impressions: row.impressions, clicks: row.clicks, spend: row.spend },
	currency_code: row.currency,
});

export const rows = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => rowOf(from + index));

export function bodies(count: number): string[] {
	const all = rows(count).map(mapped);
	return Array.from({ length: Math.ceil(count / BATCH) }, (_, index) =>
		JSON.stringify({ shop: SHOP, data: all.slice(index * BATCH, (index + 1) * BATCH) }),
	);
}

export const shops = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ shop: `shop-${index}.example` }));
