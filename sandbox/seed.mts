import type { DatabaseSync } from 'node:sqlite';
import { SHOPS } from './literals.mts';
import { hash, pick, random } from './random.mts';

/** Days of orders and ad spend per shop. */
const SEEDED_DAYS = 430;

const DAY_MS = 24 * 3600 * 1000;

// Commas, quotes and letters beyond ASCII, because spreadsheets and CSV files stumble over them.
const CUSTOMERS = [
	'Anna Lindström',
	'Müller, Jürgen',
	'Seán "Jack" O\'Brien',
	'Zoë García Peña',
	'Łukasz Żółć',
	'山田 太郎',
	'Søren Kjærgaard',
	'Doe, "J.D." Jane',
	'Ελένη Παππά',
	'Marie-Thérèse Lefèvre',
] as const;

const PRODUCTS = [
	'Lamp "Aurora", brass',
	'Tea set, 6 cups',
	'Crème brûlée bowl',
	'Wool blanket 130×170',
	'Notebook, ruled',
	'Jabón de limón',
	'Schlüsselbrett, Eiche',
] as const;

const CAMPAIGNS = [
	{ channel: 'Example Ads', campaign: 'Spring sale, all shops' },
	{ channel: 'Example Ads', campaign: 'Retargeting "last visit"' },
	{ channel: 'Example Search', campaign: 'Brand – exact' },
	{ channel: 'Example Search', campaign: 'Übergrößen & Zubehör' },
] as const;

/** A calendar day of a shop has the same rows whatever the end date (`YYYY-MM-DD`) is. */
export function seed(database: DatabaseSync, endDate: string): void {
	const end = Date.parse(`${endDate}T00:00:00Z`);
	if (Number.isNaN(end)) throw new Error(`Not a date (YYYY-MM-DD): ${endDate}`);
	const order = database.prepare('INSERT INTO all_orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
	const spend = database.prepare('INSERT INTO all_ad_spend VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
	database.exec('BEGIN');
	for (const [shopIndex, shop] of SHOPS.entries()) {
		for (let age = SEEDED_DAYS - 1; age >= 0; age--) {
			const date = new Date(end - age * DAY_MS).toISOString().slice(0, 10);
			const next = random(hash(`${shop} ${date}`));
			const orders = 3 + Math.floor(next() * 6);
			for (let index = 1; index <= orders; index++) {
				const quantity = 1 + Math.floor(next() * 4);
				const total = Math.round(quantity * (5 + next() * 95) * 100) / 100;
				const id = `${shopIndex + 1}-${date.replaceAll('-', '')}-${index}`;
				const [customer, product] = [pick(CUSTOMERS, next), pick(PRODUCTS, next)];
				order.run(shop, id, date, customer, product, quantity, total, 'EUR');
			}
			for (const { channel, campaign } of CAMPAIGNS) {
				const impressions = 500 + Math.floor(next() * 20_000);
				const clicks = Math.floor(impressions * (0.005 + next() * 0.04));
				const cost = Math.round(clicks * (0.1 + next() * 0.9) * 100) / 100;
				spend.run(shop, date, channel, campaign, impressions, clicks, cost, 'EUR');
			}
		}
	}
	database.exec('COMMIT');
}
