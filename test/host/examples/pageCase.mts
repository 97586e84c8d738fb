import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../browser/chromium.mts';
import type { ExampleCase } from './case.mts';
import { euros, total, wantedOf, withRecentMonths, type Wanted } from './months.mts';
import { PICTURES, takesPictures } from './pictures.mts';
import { FORM_USER } from '../../../scripts/editor.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import type { ExampleStage } from './stage.mts';

const PAGE = '/webhook/numbers';
const SHOP = 'nordlicht-laden.example';
const LIMIT_MS = 60_000;

/** What a screen is like, and what its picture is called, if there is one. */
interface Screen {
	width: number;
	colorScheme: 'light' | 'dark';
	picture?: string;
}

const SCREENS: Screen[] = [
	{ width: 1280, colorScheme: 'light', picture: 'numbers-page-light' },
	{ width: 1280, colorScheme: 'dark', picture: 'numbers-page-dark' },
	{ width: 390, colorScheme: 'light', picture: 'numbers-page-phone' },
	{ width: 390, colorScheme: 'dark' },
];
const PHONE: Screen = { width: 390, colorScheme: 'light' };

/** Opens the page as somebody who knows its password, and sees that it loads nothing else. */
async function open<T>(
	browser: Browser,
	{ host }: ExampleStage,
	{ width, colorScheme }: Screen,
	query: string,
	look: (page: Page) => Promise<T>,
): Promise<T> {
	const context = await browser.newContext({
		viewport: { width, height: 800 },
		// A wide picture is shown smaller than it is, and is to be a small file.
		deviceScaleFactor: width > 1_000 ? 0.8 : 1,
		colorScheme,
		httpCredentials: { username: FORM_USER.user, password: FORM_USER.password },
	});
	try {
		context.setDefaultTimeout(LIMIT_MS);
		const page = await context.newPage();
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		const answer = await page.goto(`${host.url}${PAGE}${query}`);
		assert.equal(answer?.status(), 200);
		assert.match(answer.headers()['content-type'] ?? '', /^text\/html/);
		assert.equal(answer.headers()['cache-control'], 'no-store');
		const result = await look(page);
		const elsewhere = requested.filter((url) => !url.startsWith(host.url + PAGE));
		assert.deepEqual(elsewhere, []);
		return result;
	} finally {
		await context.close();
	}
}

/** The values of a line of the chart, read from its points by the amounts on the axis. */
async function lineOf(page: Page, name: string): Promise<number[]> {
	const points = (await page.locator(`polyline.${name}`).getAttribute('points')) ?? '';
	const labels = await page.locator('.y span').allTextContents();
	const amount = (label = '') =>
		Number(label.replace(/[€k]/g, '')) * (label.endsWith('k') ? 1_000 : 1);
	const [low, high] = [amount(labels.at(0)), amount(labels.at(-1))];
	return points
		.split(' ')
		.map((point) => low + (1 - Number(point.split(',')[1]) / 100) * (high - low));
}

/** The points are rounded to a hundredth of a percent of the height. */
function assertNear(drawn: number[], wanted: number[]): void {
	assert.equal(drawn.length, wanted.length);
	for (const [index, value] of wanted.entries()) {
		const isNear = Math.abs(value - (drawn[index] ?? NaN)) < 2;
		assert.ok(isNear, `${drawn[index]} is drawn instead of ${value}`);
	}
}

/** The page says what the service's SQL gives. */
async function assertNumbers(page: Page, now: Wanted, before: Wanted): Promise<void> {
	const texts = async (selector: string) => await page.locator(selector).allTextContents();
	const totals = ({ revenue, spend, orders }: Wanted) => [
		euros(total(revenue)),
		euros(total(spend)),
		(total(revenue) / total(spend)).toFixed(2),
		String(orders),
	];
	assert.deepEqual(await texts('.figure > b'), totals(now));
	assert.deepEqual(
		await texts('.figure .quiet'),
		totals(before).map((text) => `before: ${text}`),
	);
	assertNear(await lineOf(page, 'revenue'), Object.values(now.revenue));
	assertNear(await lineOf(page, 'spend'), Object.values(now.spend));
	const channels = Object.entries(now.channels).sort(([, left], [, right]) => right - left);
	assert.deepEqual(
		await texts('.bars .name'),
		channels.map(([name]) => name),
	);
	assert.deepEqual(
		await texts('.bars b'),
		channels.map(([, spend]) => euros(spend)),
	);
}

/** Nothing is wider than the screen, and the colours are those that were asked for. */
async function assertFits(page: Page, { width, colorScheme }: Screen): Promise<void> {
	assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
	const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
	const [red = 0] = String(ground).match(/\d+/g)?.map(Number) ?? [];
	assert.equal(red > 128 ? 'light' : 'dark', colorScheme);
}

/** The numbers as the page shows them: of all shops, on each screen; and of one. */
async function lookAtNumbers(stage: ExampleStage, browser: Browser): Promise<void> {
	const { production, n8n } = stage;
	const months = (shop?: string) =>
		[
			wantedOf(production, daysAgo(30), daysAgo(1), shop),
			wantedOf(production, daysAgo(60), daysAgo(31), shop),
		] as const;
	for (const screen of SCREENS) {
		await open(browser, stage, screen, '', async (page) => {
			await assertNumbers(page, ...months());
			await assertFits(page, screen);
			if (screen.picture === undefined || !takesPictures(n8n)) return;
			await page.screenshot({ path: join(PICTURES, `${screen.picture}.png`), fullPage: true });
		});
	}
	await open(browser, stage, PHONE, '', async (page) => {
		await page.selectOption('select', SHOP);
		production.clearLog();
		await Promise.all([page.waitForURL(/\?shop=/), page.click('button')]);
		await assertNumbers(page, ...months(SHOP));
		const asked = production.requests('sql').map(({ body }) => (body as { shopId: string }).shopId);
		assert.deepEqual(asked, [SHOP]);

		const last = page.locator('.day').last();
		await last.hover();
		const { revenue, spend } = months(SHOP)[0];
		const [amount = 0] = Object.values(revenue).slice(-1);
		// The chart writes no cents where one of its amounts is large.
		const isLarge = [revenue, spend].flatMap(Object.values).some((each) => each >= 1_000);
		assert.ok((await last.innerText()).includes(euros(amount, isLarge ? 0 : 2)));
		await page.locator('summary').click();
		assert.equal(await page.locator('tbody tr').count(), 30);
		await assertFits(page, PHONE);
	});
}

/** What the page says where something is missing. */
async function lookForWords(stage: ExampleStage, browser: Browser): Promise<void> {
	const { production } = stage;
	const said = async (query = '') =>
		await open(browser, stage, PHONE, query, async (page) => {
			await assertFits(page, PHONE);
			return await page.locator('main').innerText();
		});
	production.fail('sql', 403);
	const [, refused = ''] =
		/The numbers of (\S+) are missing: 403 Access Denied/.exec(await said()) ?? [];
	assert.ok(production.shops.includes(refused), refused);

	production.database.exec('DELETE FROM all_orders; DELETE FROM all_ad_spend');
	assert.match(await said(), /^There are no orders and no ad spend in this period/);

	production.set({ grantedShops: [] });
	assert.match(await said(), /^No shop is granted to this app\./);
	production.set({ grantedShops: [...production.shops] });

	production.clearLog();
	const stranger = '<b onclick=x>.example';
	const text = await said(`?shop=${encodeURIComponent(stranger)}`);
	assert.ok(text.includes(`${stranger} is not among the granted shops.`), text);
	assert.deepEqual(production.requests('sql'), []);
}

/** The example that shows numbers to somebody with a browser. */
export const pageCase: ExampleCase = {
	file: 'numbers-page.json',
	async run(stage, file) {
		const { production, host } = stage;
		const workflow = await stage.load(file);
		const browser = await startBrowser();
		const look = async () => {
			assert.equal((await fetch(host.url + PAGE)).status, 401);
			assert.deepEqual(production.log, []);
			await withRecentMonths(production, async () => {
				await lookAtNumbers(stage, browser);
				await lookForWords(stage, browser);
			});
			return 'what SQL gives, on four screens, of all shops and of one; words for a refused shop, one that is not granted, none granted, and no rows; nothing without the password';
		};
		try {
			return await stage.published(workflow, PAGE, look, 'GET');
		} finally {
			await browser.close();
		}
	},
};
