import assert from 'node:assert/strict';
import { join } from 'node:path';
import { daysAgo } from './rows.mts';
import { inBrowser } from '../browser/chromium.mts';
import { totalsOf, withRecentMonths } from './months.mts';
import { PICTURES } from './pictures.mts';
import type { ExampleStage } from './stage.mts';

const SHOP = 'casa-limon.example';

function weeksOf({ production }: ExampleStage, shop?: string): [now: string[], before: string[]] {
	const sunday = ((new Date().getUTCDay() + 6) % 7) + 1;
	return [
		totalsOf(production, daysAgo(sunday + 6), daysAgo(sunday), shop),
		totalsOf(production, daysAgo(sunday + 13), daysAgo(sunday + 7), shop),
	];
}

/** Looks at the email as mail programs show it: without scripts, and with nothing that is loaded. */
async function assertReadable(html: string, picture: string | undefined): Promise<void> {
	assert.doesNotMatch(html, /<(script|svg|style|img|link|iframe)|https?:/);
	await inBrowser({ javaScriptEnabled: false, offline: true }, async (page) => {
		for (const width of [390, 700]) {
			await page.setViewportSize({ width, height: 600 });
			await page.setContent(html);
			assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
		}
		if (picture !== undefined) await page.screenshot({ path: picture, fullPage: true });
	});
}

async function assertMail(stage: ExampleStage): Promise<void> {
	const { inbox } = stage;
	assert.equal(inbox.mails.length, 1);
	const { from, to, subject = '', text = '', html } = inbox.mails[0]!;
	assert.equal(from?.text, 'reports@example.com');
	const recipients = [to].flat().map((each) => each?.text);
	assert.deepEqual(recipients, ['you@example.com']);
	const [now, before] = weeksOf(stage);
	const names = ['Revenue', 'Ad spend', 'Return on ad spend', 'Orders'];
	for (const [index, name] of names.entries()) {
		const line = text.split('\n').find((each) => each.startsWith(`${name}: `)) ?? '';
		assert.ok(line.startsWith(`${name}: ${now[index]} `), line);
		assert.ok(line.endsWith(`(before: ${before[index]})`), line);
	}
	assert.match(subject, new RegExp(`^\\d+ .* 20\\d\\d: Revenue ${now[0]} [▲▼=] [\\d.]+%$`));
	const picture = join(PICTURES, 'monday-digest-email.png');
	await assertReadable(String(html), stage.takesPictures ? picture : undefined);
}

export async function digest(stage: ExampleStage, file: string): Promise<void> {
	const { production, inbox } = stage;
	return await withRecentMonths(production, async () => {
		await stage.run(await stage.load(file));
		await assertMail(stage);

		production.clearLog();
		await stage.run(await stage.load(file, { shop: SHOP }));
		const [[revenue]] = weeksOf(stage, SHOP);
		assert.match(inbox.mails.at(-1)?.subject ?? '', new RegExp(`Revenue ${revenue} `));
		assert.equal(production.requests('sql').length, 1);

		const all = await stage.load(file);
		production.fail('sql', 403);
		await stage.run(all);
		const missing = /The numbers of \S+\.example are missing: 403 Access Denied/;
		assert.match(inbox.mails.at(-1)?.text ?? '', missing);

		inbox.mails.splice(0);
		production.fail('sql', 403, 403, 403);
		assert.match(await stage.fails(all), missing);
		assert.deepEqual(inbox.mails, []);
	});
}
