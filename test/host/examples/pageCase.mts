import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { daysAgo } from './rows.mts';
import { inBrowser } from '../browser/chromium.mts';
import { euros, sumsOf, totalsOf, withRecentMonths } from './months.mts';
import { PICTURES } from './pictures.mts';
import { OFFICE, sqlBodies, type ExampleStage } from './stage.mts';

const PAGE = '/webhook/numbers';
const SHOP = 'nordlicht-laden.example';
const LIMIT_MS = 60_000;

interface Screen {
	width: number;
	colorScheme: 'light' | 'dark';
	picture?: string;
}

const SCREENS: Screen[] = [
	{ width: 1280, colorScheme: 'light', picture: 'numbers-page-light' },
	{ width: 1280, colorScheme: 'dark', picture: 'numbers-page-dark' },
	{ width: 360, colorScheme: 'light', picture: 'numbers-page-phone' },
	{ width: 360, colorScheme: 'dark' },
];
const GERMAN: Screen = { width: 1280, colorScheme: 'light', picture: 'numbers-page-german' };
const PHONE: Screen = { width: 360, colorScheme: 'light' };

/** Opens the page as somebody who knows its password, and sees that it fits and loads nothing else. */
async function open<T>(
	{ client, takesPictures }: ExampleStage,
	{ width, colorScheme, picture }: Screen,
	query: string,
	look: (page: Page) => Promise<T>,
): Promise<T> {
	const options = {
		viewport: { width, height: 800 },
		// A wide picture is shown smaller than it is, and is to be a small file.
		deviceScaleFactor: width > 1_000 ? 0.8 : 1,
		colorScheme,
		httpCredentials: OFFICE,
	};
	return await inBrowser(options, async (context) => {
		context.setDefaultTimeout(LIMIT_MS);
		const page = await context.newPage();
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		const answer = await page.goto(`${client.url}${PAGE}${query}`);
		assert.equal(answer?.status(), 200);
		assert.match(answer.headers()['content-type'] ?? '', /^text\/html/);
		assert.equal(answer.headers()['cache-control'], 'no-store');
		const result = await look(page);
		await assertApart(page);
		const elsewhere = requested.filter((url) => !url.startsWith(client.url + PAGE));
		assert.deepEqual(elsewhere, []);
		assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
		if (picture !== undefined && takesPictures)
			await page.screenshot({ path: join(PICTURES, `${picture}.png`), fullPage: true });
		return result;
	});
}

/** The dates below a chart do not run into one another. */
async function assertApart(page: Page): Promise<void> {
	for (const axis of await page.locator('.x').all()) {
		const gaps = await axis.locator('span:visible').evaluateAll((dates) => {
			const boxes = dates.map((date) => date.getBoundingClientRect());
			return boxes.slice(1).map(({ left }, index) => left - boxes[index]!.right);
		});
		assert.ok(Math.min(...gaps) >= 4, `${gaps.join()} px between the dates`);
	}
}

async function assertNumbers(
	page: Page,
	{ production }: ExampleStage,
	days: number,
	shop?: string,
): Promise<void> {
	const texts = async (selector: string) => await page.locator(selector).allTextContents();
	const period = [daysAgo(days), daysAgo(1), shop] as const;
	assert.deepEqual(await texts('.figure > b'), totalsOf(production, ...period));
	const before = totalsOf(production, daysAgo(2 * days), daysAgo(days + 1), shop);
	const quiet = before.map((text) => `before: ${text}`);
	assert.deepEqual(await texts('.figure .quiet'), quiet);
	const channels = Object.entries(sumsOf(production, 'channels', ...period)).sort(
		([, left], [, right]) => right - left,
	);
	const bars = channels.flatMap(([name, spend]) => [name, euros(spend)]);
	assert.deepEqual(await texts('.bars :is(.name, b)'), bars);
}

/** The numbers as the page shows them: of all shops, on each screen; and of one shop and week. */
async function lookAtNumbers(stage: ExampleStage): Promise<void> {
	for (const screen of SCREENS) {
		await open(stage, screen, '', async (page) => {
			await assertNumbers(page, stage, 30);
			const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
			const [red = 0] = String(ground).match(/\d+/g)?.map(Number) ?? [];
			assert.equal(red > 128 ? 'light' : 'dark', screen.colorScheme);
		});
	}
	await open(stage, PHONE, '?days=7', async (page) => {
		await page.selectOption('select[name=shop]', SHOP);
		stage.production.clearLog();
		await Promise.all([page.waitForURL(/\?shop=.+&days=7/), page.click('button')]);
		await assertNumbers(page, stage, 7, SHOP);
		const [asked, ...others] = sqlBodies(stage);
		assert.deepEqual([asked?.shopId, others], [SHOP, []]);
		const last = page.locator('.span').last();
		await last.hover();
		const [amount = 0] = Object.values(
			sumsOf(stage.production, 'revenue', daysAgo(1), daysAgo(1), SHOP),
		);
		assert.ok((await last.innerText()).includes(euros(amount)));
		await page.locator('summary').click();
		assert.equal(await page.locator('tbody tr').count(), 7);
	});
}

async function lookForWords(stage: ExampleStage): Promise<void> {
	const { production } = stage;
	const said = async (query = '') =>
		await open(stage, PHONE, query, async (page) => page.locator('main').innerText());
	production.fail('sql', 403);
	const [, refused = ''] =
		/The numbers of (\S+) are missing: 403 Access Denied/.exec(await said()) ?? [];
	assert.ok(production.shops.includes(refused), refused);

	production.fail('grantedShops', 403);
	assert.match(await said(), /^The granted shops could not be read: .*403/);

	production.clearLog();
	const stranger = '<b onclick=x>.example';
	const text = await said(`?shop=${encodeURIComponent(stranger)}`);
	assert.ok(text.includes(`${stranger} is not among the granted shops.`), text);
	assert.deepEqual(production.requests('sql'), []);
}

export async function numbersPage(stage: ExampleStage, file: string): Promise<void> {
	const { production, client } = stage;
	const inEnglish = async () => {
		production.clearLog();
		assert.equal((await fetch(client.url + PAGE)).status, 401);
		assert.deepEqual(production.log, []);
		await lookAtNumbers(stage);
		await lookForWords(stage);
	};
	const inGerman = async () =>
		await open(stage, GERMAN, '', async (page) => {
			assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE');
			assert.match(await page.locator('main').innerText(), /Umsatz[^]+\s€/);
		});
	return await withRecentMonths(production, async () => {
		const look = { 'de-DE': inGerman, 'en-GB': inEnglish };
		for (const [locale, work] of Object.entries(look))
			await stage.published(await stage.load(file, { locale }), PAGE, work, 'GET');
	});
}
