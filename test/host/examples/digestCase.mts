import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startBrowser } from '../browser/chromium.mts';
import type { ExampleCase } from './case.mts';
import { euros, total, wantedOf, withRecentMonths, type Wanted } from './months.mts';
import { PICTURES, takesPictures } from './pictures.mts';
import { changeSettings } from '../../../scripts/editor.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import type { ExampleStage } from './stage.mts';

const SHOP = 'casa-limon.example';
const MONDAY = 'Every Monday';

/** Last week and the one before, as the service's SQL gives them. */
function weeksOf({ production }: ExampleStage, shop?: string): [now: Wanted, before: Wanted] {
	const sunday = ((new Date().getUTCDay() + 6) % 7) + 1;
	return [
		wantedOf(production, daysAgo(sunday + 6), daysAgo(sunday), shop),
		wantedOf(production, daysAgo(sunday + 13), daysAgo(sunday + 7), shop),
	];
}

/** Each row of the tables of the email: what its cells say. */
async function rowsOf(stage: ExampleStage, html: string): Promise<string[]> {
	const browser = await startBrowser();
	try {
		for (const width of [700, 390]) {
			// As mail programs do, without scripts; what is to be loaded would fail.
			const context = await browser.newContext({
				viewport: { width, height: 600 },
				javaScriptEnabled: false,
				offline: true,
			});
			const page = await context.newPage();
			const requested: string[] = [];
			page.on('request', (request) => requested.push(request.url()));
			await page.setContent(html);
			assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
			assert.deepEqual(requested, []);
			if (width === 390) {
				const rows = await page
					.locator('tr:not(:has(h1))')
					.evaluateAll((found) =>
						(found as HTMLTableRowElement[]).map((row) =>
							Array.from(row.cells, ({ textContent }) => textContent?.trim() ?? ''),
						),
					);
				return rows.map((cells) => cells.join(' ').trim()).filter(Boolean);
			}
			if (takesPictures(stage.n8n)) {
				const path = join(PICTURES, 'monday-digest-email.png');
				await page.screenshot({ path, fullPage: true });
			}
		}
		return [];
	} finally {
		await browser.close();
	}
}

async function assertMail(stage: ExampleStage): Promise<string> {
	const [mail] = stage.inbox.mails;
	const [now, before] = weeksOf(stage);
	assert.equal(stage.inbox.mails.length, 1);
	assert.equal(mail?.from?.text, 'reports@example.com');
	assert.deepEqual(
		[mail?.to].flat().map((each) => each?.text),
		['you@example.com'],
	);
	assert.match(
		mail?.subject ?? '',
		new RegExp(`^\\d+ .* 20\\d\\d: Revenue ${euros(total(now.revenue))} [▲▼] [\\d.]+%$`),
	);
	const html = String(mail?.html);
	assert.doesNotMatch(html, /<(script|svg|style|img|link|iframe)|https?:/);
	const rows = await rowsOf(stage, html);
	const wanted: Array<[string, (week: Wanted) => string]> = [
		['Revenue', ({ revenue }) => euros(total(revenue))],
		['Ad spend', ({ spend }) => euros(total(spend))],
		['Return on ad spend', ({ revenue, spend }) => (total(revenue) / total(spend)).toFixed(2)],
		['Orders', ({ orders }) => String(orders)],
	];
	for (const [name, text] of wanted) {
		const row = rows.find((each) => each.startsWith(`${name} `)) ?? '';
		assert.match(row, new RegExp(`^${name} ${text(now)} .*${text(before)}$`));
	}
	for (const [date, revenue] of Object.entries(now.revenue)) {
		const at = rows.findIndex((row) => row.includes(euros(revenue)) && /^\w{3},? \d/.test(row));
		assert.notEqual(at, -1, `${date}: ${euros(revenue)}`);
		assert.equal(rows[at + 1], euros(now.spend[date] ?? 0));
	}
	for (const [name, spend] of Object.entries(now.channels)) {
		const shown = euros(spend, Math.max(...Object.values(now.channels)) < 1_000 ? 2 : 0);
		assert.ok(
			rows.some((row) => row.startsWith(`${name} ${shown} `)),
			`${name} ${shown}`,
		);
	}
	assert.ok(mail?.text?.includes(`Revenue: ${euros(total(now.revenue))}`), mail?.text);
	return mail?.subject ?? '';
}

/** The example that sends last week's numbers. */
export const digestCase: ExampleCase = {
	file: 'monday-digest.json',
	async run(stage, file) {
		const { production, inbox } = stage;
		const workflow = await stage.load(file);
		return await withRecentMonths(production, async () => {
			await stage.run(workflow);
			const subject = await assertMail(stage);

			production.clearLog();
			const ofOne = await stage.load(file, (each) => changeSettings(each, { shop: SHOP }));
			await stage.run(ofOne);
			const [revenue] = weeksOf(stage, SHOP).map((week) => euros(total(week.revenue)));
			assert.match(inbox.mails.at(-1)?.subject ?? '', new RegExp(`Revenue ${revenue} `));
			assert.equal(production.requests('sql').length, 1);

			inbox.mails.splice(0);
			production.fail('sql', 403, 403);
			const all = await stage.load(file);
			await stage.run(all);
			assert.match(
				inbox.mails[0]?.text ?? '',
				/The numbers of \S+\.example are missing: 403 Access Denied/,
			);

			inbox.mails.splice(0);
			production.fail('sql', 403, 403, 403);
			const refused = await stage.fails(all, MONDAY);
			assert.match(refused, /The numbers of \S+\.example are missing/);
			const other = await stage.load(file, (each) =>
				changeSettings(each, { shop: 'other.example' }),
			);
			const notGranted = await stage.fails(other, MONDAY);
			assert.match(notGranted, /other\.example is not among the granted shops/);
			assert.deepEqual(inbox.mails, []);
			return `${subject}\nof one shop, too; with one that is refused; none if all are`;
		});
	},
};
