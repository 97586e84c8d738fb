import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeTable } from '../../../scripts/editor.mts';
import { inBrowser } from '../browser/chromium.mts';
import { PICTURES } from './pictures.mts';
import { type ExampleStage, OFFICE, STRANGER } from './stage.mts';

const FORM = '/webhook/refused-rows';
const PICTURE = join(PICTURES, 'refused-rows-form-page.png');

const REFUSED = 'Sale "50 %" & more';
const HEADER = ['shop', 'date', 'channel', 'clicks', 'spend', 'note'];
const ROWS = [
	['harbour-goods.example', '2026-06-01', 'Podcast', '5', '1.5', ''],
	['harbour-goods.example', '2026-06-02', REFUSED, '7', '2.5', ''],
	['harbour-goods.example', '2026-06-03', REFUSED, '9', '3.5', ''],
	['nordlicht-laden.example', '2026-06-04', 'Radio', '11', 'n/a', 'Two\nlines'],
	['somebody-else.example', '2026-06-05', 'Radio', '13', '', ''],
	['nordlicht-laden.example', '2026-06-06', 'Radio', '15', 'n/a', ''],
];

const IN_THE_OFFICE = {
	httpCredentials: OFFICE,
	viewport: { width: 900, height: 800 },
	// The picture is to be a small file.
	deviceScaleFactor: 0.75,
};

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = (rows: string[][]) => rows.map((row) => row.map(quoted).join()).join('\n');

const pushed = ({ production }: ExampleStage) =>
	production
		.pushed('ads')
		.map(({ shop, row }): Record<string, unknown> => ({ shop, ...(row as object) }))
		.sort((left, right) => String(left.event_date).localeCompare(String(right.event_date)));

/** A column or a choice of a row of the form, by the date in it. */
const field = (page: Page, date: string, label: string) =>
	page
		.locator('fieldset')
		.filter({ has: page.locator(`input[value="${date}"]`) })
		.getByLabel(label, { exact: true });

async function send(page: Page, button: string | RegExp = 'Send my choices'): Promise<string[]> {
	await page.getByRole('button', { name: button }).click();
	await page.getByRole('status').waitFor();
	return await page.getByRole('status').getByRole('listitem').allInnerTexts();
}

const dates = async (page: Page) =>
	await page
		.locator('fieldset [name$=" date"]')
		.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));

async function strangersSeeNothing({ client }: ExampleStage): Promise<void> {
	for (const method of ['GET', 'POST']) {
		for (const headers of [undefined, STRANGER]) {
			const signal = AbortSignal.timeout(60_000);
			const answer = await fetch(client.url + FORM, { method, headers, signal });
			assert.ok([401, 403].includes(answer.status), `${method} ${answer.status}`);
			assert.doesNotMatch(await answer.text(), /fieldset|2026-06/);
		}
	}
}

/** The row of a date as the service should hold it: numbers as numbers, no empty cells and no note. */
function asSent(date: string, changes: Record<string, string> = {}): Record<string, unknown> {
	const cells = ROWS.find((row) => row[1] === date) ?? [];
	const row = Object.fromEntries(HEADER.map((name, index) => [name, cells[index]]));
	const { shop, channel, clicks, spend } = { ...row, ...changes };
	const metrics = { clicks: Number(clicks), ...(spend ? { spend: Number(spend) } : {}) };
	return { shop, event_date: date, channel, metrics };
}

/** Corrects some rows, leaves one as it is, and gives one up. */
async function firstVisit(stage: ExampleStage, open: () => Promise<Page>): Promise<void> {
	const page = await open();
	const refused = ['02', '03', '04', '06', '05'].map((day) => `2026-06-${day}`);
	assert.deepEqual(await dates(page), refused);
	assert.match(await page.locator('section').first().innerText(), /400 Bad Request[^]+Row 1/);
	await field(page, '2026-06-02', 'Push').check();
	await field(page, '2026-06-03', 'Give up').check();
	const both = page.locator('section').filter({ hasText: 'which is not a number' });
	await both.getByLabel('Value').fill('4.5');
	await both.getByRole('button', { name: 'Fill in and push' }).click();
	await field(page, '2026-06-06', 'spend').fill('6.5');
	if (stage.takesPictures) await page.screenshot({ path: PICTURE, fullPage: true });
	const [first, ...others] = await send(page);
	assert.match(first ?? '', /^Row 1: refused again: 400 Bad Request/);
	assert.deepEqual(others, ['Row 2: given up.', 'Row 3: accepted.', 'Row 5: accepted.']);
	assert.deepEqual(await dates(page), ['2026-06-02', '2026-06-05']);
}

/** Sends the same corrections from several windows; the service fails at one row, and at its retry. */
async function secondVisit({ n8n: { line }, production }: ExampleStage, open: () => Promise<Page>) {
	const windows = [await open(), await open(), await open(), await open()];
	for (const page of windows) {
		await field(page, '2026-06-02', 'channel').fill('Sale');
		await field(page, '2026-06-05', 'shop').fill('casa-limon.example');
	}
	production.fail('ads', 'ok', 500, 500);
	// With SQLite, 1.x fails if two transactions overlap, so there they follow one another.
	const said: string[][] = [];
	const sendAll = async (page: Page) => void said.push(await send(page, /^Push all/));
	if (line === 'n8n-2') await Promise.all(windows.map(sendAll));
	else for (const page of windows) await sendAll(page);
	const late = said.flat().filter((text) => text.endsWith('so nothing was done.'));
	assert.equal(late.length, 6);

	const page = await open();
	assert.match(await page.locator('section').innerText(), /^May have arrived/);
	assert.match(String(await send(page)), /^Row \d: accepted\.$/);
	assert.match(await page.locator('body').innerText(), /There are no refused rows\./);
}

export async function refusedRowsForm(stage: ExampleStage, file: string): Promise<void> {
	const { folder, production } = stage;
	const first = await makeTable(stage, file);
	await stage.run(await stage.load(file));
	assert.ok((await first.rows()).length >= 4);
	await stage.reset();
	const table = await makeTable(stage, file);
	writeFileSync(join(folder, 'ad-spend.csv'), csv([HEADER, ...ROWS]));
	production.set({ rejectRows: { field: 'channel', value: REFUSED } });
	const workflow = await stage.load(file, { file: 'ad-spend.csv' });
	await stage.run(workflow);
	assert.deepEqual(pushed(stage), [asSent('2026-06-01')]);

	await stage.published(workflow, FORM, async () => {
		await strangersSeeNothing(stage);
		for (const visit of [firstVisit, secondVisit])
			await inBrowser(IN_THE_OFFICE, async (first) => {
				const open = async () => {
					const page = await first.context().newPage();
					await page.goto(stage.client.url + FORM);
					return page;
				};
				await visit(stage, open);
			});
	});
	assert.deepEqual(pushed(stage), [
		asSent('2026-06-01'),
		asSent('2026-06-02', { channel: 'Sale' }),
		asSent('2026-06-04', { spend: '4.5' }),
		asSent('2026-06-05', { shop: 'casa-limon.example' }),
		asSent('2026-06-06', { spend: '6.5' }),
	]);
	const rows = await table.rows();
	const outcomes = rows.map(({ outcome }) => (outcome === 'accepted' ? '' : outcome));
	assert.deepEqual(outcomes, ['', 'givenUp', '', '', '']);
	const kept = JSON.parse(String(rows[1]?.row)) as Record<string, string>;
	assert.deepEqual(Object.values(kept), ROWS[2]);
}
