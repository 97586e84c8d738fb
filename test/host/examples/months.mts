import type { Sandbox } from '../../../sandbox/index.mts';
import { daysAgo } from './rows.mts';

/** Puts the last weeks of the sandbox's own rows before today, while the work is done. */
export async function withRecentMonths<T>({ database }: Sandbox, work: () => Promise<T>) {
	database.exec('BEGIN');
	try {
		const since = daysAgo(70);
		database.prepare('DELETE FROM all_orders WHERE date > ?').run(since);
		database.prepare('DELETE FROM all_ad_spend WHERE date > ?').run(since);
		const last = database.prepare('SELECT max(date) AS last FROM all_orders').get()?.last;
		const shift = `+${(Date.parse(daysAgo(1)) - Date.parse(String(last))) / 86_400_000} days`;
		// Weekends sell more, and the campaigns are of four channels.
		database
			.prepare(
				`INSERT INTO all_orders SELECT shop, 'shifted-' || order_id, date(date, ?1), customer, product, quantity,
				round(total * iif(strftime('%w', date, ?1) IN ('0', '6'), 1.6, 1), 2), currency
				FROM all_orders WHERE date > date(?2, '-60 days')`,
			)
			.run(shift, String(last));
		database
			.prepare(
				`INSERT INTO all_ad_spend SELECT shop, date(date, ?1),
				CASE substr(campaign, 1, 1) WHEN 'S' THEN 'Example Ads' WHEN 'R' THEN 'Example Social' WHEN 'B' THEN 'Example Search' ELSE 'Newsletter & Größen' END,
				campaign, impressions, clicks,
				round(spend * CASE substr(campaign, 1, 1) WHEN 'S' THEN 0.9 WHEN 'R' THEN 0.5 WHEN 'B' THEN 0.35 ELSE 0.1 END, 2), currency
				FROM all_ad_spend WHERE date > date(?2, '-60 days')`,
			)
			.run(shift, String(last));
		return await work();
	} finally {
		database.exec('ROLLBACK');
	}
}

/** Revenue, spend, the one by the other, and orders, as the email writes them. @param shop one shop, or all of them */
export function totalsOf(
	{ database }: Sandbox,
	first: string,
	last: string,
	shop: string | null = null,
): string[] {
	const total = (value: string, table: string) => {
		const where = 'date BETWEEN ?1 AND ?2 AND (shop = ?3 OR ?3 IS NULL)';
		const sum = database.prepare(`SELECT ${value} AS sum FROM ${table} WHERE ${where}`);
		return Number(sum.get(first, last, shop)?.sum);
	};
	const revenue = total('sum(total)', 'all_orders');
	const spend = total('sum(spend)', 'all_ad_spend');
	const orders = total('count(*)', 'all_orders');
	return [euros(revenue), euros(spend), (revenue / spend).toFixed(2), String(orders)];
}

/** An amount as British people write it, in whole euros. */
const euros = (amount: number): string =>
	`€${amount.toLocaleString('en-GB', { maximumFractionDigits: 0 })}`;
