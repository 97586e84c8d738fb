import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { WEBHOOK_SECRET } from '../../../scripts/editor.mts';
import { DATA_FOLDER } from '../../../scripts/examples.mts';
import type { Workflow } from '../../../scripts/hosts/executions.mts';
import { inBrowser } from '../browser/chromium.mts';
import { PICTURES } from './pictures.mts';
import { adRow, readCsv, withSpend } from './rows.mts';
import { assertSame, type ExampleStage, OFFICE, pushed, sending, STRANGER } from './stage.mts';

const SHOP = 'casa-limon.example';
const FORM = '/form/deletion-request';
const CSV_FORM = '/form/csv-to-ads';
const CSV_FORM_PICTURE = join(PICTURES, 'csv-form-to-ads-page.png');
const WEBHOOK = '/webhook/email-sms-rows';
const CALL_MS = 60_000;

async function post(
	{ client }: ExampleStage,
	path: string,
	headers: Record<string, string>,
	body: string | FormData,
): Promise<{ status: number; text: string }> {
	const signal = AbortSignal.timeout(CALL_MS);
	const answer = await fetch(client.url + path, { method: 'POST', headers, body, signal });
	return { status: answer.status, text: await answer.text() };
}

async function fillIn(page: Page, phone: string): Promise<string> {
	await page.goto(FORM);
	await page.getByRole('combobox').selectOption(SHOP);
	await page.getByPlaceholder('+44').fill(phone);
	await page.getByRole('button', { name: 'Request deletion' }).click();
	await page.waitForURL(/form-waiting/);
	return await page.locator('body').innerText();
}

async function postRows(stage: ExampleStage, rows: unknown, secret = WEBHOOK_SECRET.value) {
	const headers = { 'content-type': 'application/json', [WEBHOOK_SECRET.name]: secret };
	return await post(stage, WEBHOOK, headers, JSON.stringify({ shop: SHOP, rows }));
}

const rowOf = (channel: string, name: string, sent: number) => ({
	event_date: '2026-06-30',
	channel,
	campaign: { name },
	metrics: { sent },
});

type Outcome = { accepted: number; notAccepted: Array<{ outcome: string; row?: unknown }> };

/** Pastes the call of the note into a shell. @returns what n8n answers */
async function exampleCall({ nodes }: Workflow): Promise<unknown> {
	const note = nodes.find(({ type }) => type.endsWith('.stickyNote'));
	const [, call = ''] = /```sh\n([^`]+)```/.exec(String(note?.parameters.content)) ?? [];
	const { stdout } = await promisify(execFile)('sh', ['-c', call], { timeout: CALL_MS });
	return JSON.parse(stdout);
}

export async function deletionForm(stage: ExampleStage, file: string): Promise<void> {
	const phone = '+44 20 7946 0000';
	const { production } = stage;
	const options = { baseURL: stage.client.url, httpCredentials: OFFICE };
	return await inBrowser(options, async (page) => {
		await stage.published(await stage.load(file), FORM, async () => {
			assert.match(await fillIn(page, phone), /Preview: nothing was sent/);
		});
		assert.deepEqual(production.log, []);
		const workflow = await stage.load(file, {}, sending);
		return await stage.published(workflow, FORM, async () => {
			assert.equal((await post(stage, FORM, STRANGER, new FormData())).status, 401);
			assert.match(await fillIn(page, ''), /Not accepted[^]+"Phones" are both empty/);
			assert.deepEqual(production.log, []);
			production.fail('compliance', 400);
			assert.match(await fillIn(page, phone), /Not accepted[^]+400/);
			assert.match(await fillIn(page, phone), /The service has accepted the request/);
			const bodies = production.requests('compliance').map(({ body }) => body);
			assert.deepEqual(bodies.at(-1), { shop: SHOP, phones: [phone] });
		});
	});
}

async function drop(page: Page, text: string): Promise<string> {
	await page.goto(CSV_FORM);
	const file = { name: 'ad-spend.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
	await page.locator('input[type=file]').setInputFiles(file);
	await page.getByRole('button', { name: 'Push' }).click();
	await page.waitForURL(/form-waiting/);
	return await page.locator('body').innerText();
}

export async function csvForm(stage: ExampleStage, file: string): Promise<void> {
	const { production } = stage;
	const rows = readCsv(DATA_FOLDER, 'ad-spend.csv').map(adRow);
	const good = readFileSync(join(DATA_FOLDER, 'ad-spend.csv'), 'utf8');
	const lines = good.split('\n');
	const options = { baseURL: stage.client.url, httpCredentials: OFFICE };
	return await inBrowser(options, async (page) => {
		await page.setViewportSize({ width: 800, height: 300 });
		return await stage.published(await stage.load(file), CSV_FORM, async () => {
			assert.equal((await post(stage, CSV_FORM, STRANGER, new FormData())).status, 401);
			const count = rows.length.toLocaleString('en');
			const said = await drop(page, good);
			assert.match(said, new RegExp(`All rows were accepted\\s+${count} rows were accepted\\.`));
			assertSame(pushed(stage), rows);

			production.clearLog();
			const bad = withSpend(lines[2]!, '<n/a>');
			const some = await drop(page, [lines[0], lines[1], bad].join('\n'));
			assert.match(some, /1 row was accepted, 1 not\.\s+Line 3: "spend" contains "<n\/a>", which/);
			assertSame(pushed(stage).slice(rows.length), [rows[0]]);
			if (stage.takesPictures) await page.screenshot({ path: CSV_FORM_PICTURE });

			production.clearLog();
			const none = await drop(page, 'shop,date\n');
			assert.match(
				none,
				/No row was accepted\s+There are no columns .*"spend"[^]+drop the file again/,
			);
			const empty = await drop(page, `${lines[0]}\n`);
			assert.match(empty, /No row was accepted\s+The file has no rows\.$/m);
			assert.deepEqual(production.log, []);
		});
	});
}

export async function webhookRows(stage: ExampleStage, file: string): Promise<void> {
	const { production } = stage;
	const rows = [rowOf('email', 'Größe "M"', 1200), rowOf('sms', 'Sale', 80)];
	const workflow = await stage.load(file);
	return await stage.published(workflow, WEBHOOK, async () => {
		assert.deepEqual(await exampleCall(workflow), { accepted: 1, notAccepted: [] });
		const [example] = production.pushed('emailSms');
		assert.equal(example?.shop, 'harbour-goods.example');
		production.clearLog();
		assert.equal((await postRows(stage, rows, 'guessed')).status, 403);
		assert.deepEqual(production.log, []);
		assert.equal((await postRows(stage, rows)).status, 200);
		const stored = production.pushed('emailSms', SHOP).map(({ row }) => row);
		assert.deepEqual(stored, rows);

		production.set({ rejectRows: { field: 'channel', value: 'sms' } });
		const { status, text } = await postRows(stage, rows);
		const { accepted, notAccepted } = JSON.parse(text) as Outcome;
		const refused = notAccepted.map(({ outcome, row }) => [outcome, row]);
		assert.deepEqual([status, accepted, refused], [422, 1, [['rejected', rows[1]]]]);
		assert.equal((await postRows(stage, undefined)).status, 422);
	});
}
