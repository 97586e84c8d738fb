import assert from 'node:assert/strict';
import { FORM_USER, WEBHOOK_SECRET } from '../../../scripts/editor.mts';
import type { ExampleCase, ExampleStage } from './stage.mts';

const SHOP = 'casa-limon.example';
const FORM = '/form/deletion-request';
const WEBHOOK = '/webhook/email-sms-rows';

/** Posts to an address that n8n publishes. */
async function post(
	{ client }: ExampleStage,
	path: string,
	headers: Record<string, string>,
	body: string | FormData,
): Promise<{ status: number; text: string }> {
	const signal = AbortSignal.timeout(60_000);
	const answer = await fetch(client.url + path, { method: 'POST', headers, body, signal });
	return { status: answer.status, text: await answer.text() };
}

async function submitForm(stage: ExampleStage, values: string[], password = FORM_USER.password) {
	const form = new FormData();
	values.forEach((value, index) => form.set(`field-${index}`, value));
	const login = Buffer.from(`${FORM_USER.user}:${password}`).toString('base64');
	return (await post(stage, FORM, { authorization: `Basic ${login}` }, form)).status;
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

interface Outcome {
	accepted: number;
	notAccepted: Array<{ outcome: string; row?: unknown }>;
}

/** The examples that others start, over their production addresses. */
export const hookCases: ExampleCase[] = [
	{
		file: 'crm-form-to-deletion.json',
		async run(stage, file) {
			const phone = '+44 20 7946 0000';
			return await stage.published(await stage.load(file), FORM, async () => {
				assert.equal(await submitForm(stage, [SHOP, '', phone], 'guessed'), 401);
				await submitForm(stage, [SHOP, '', '']);
				assert.deepEqual(stage.production.log, []);
				assert.equal(await submitForm(stage, [SHOP, '', phone]), 200);
				const bodies = stage.production.requests('compliance').map(({ body }) => body);
				assert.deepEqual(bodies, [{ shop: SHOP, phones: [phone] }]);
				return 'a request for a phone alone; none without a password';
			});
		},
	},
	{
		file: 'webhook-to-email-sms-rows.json',
		async run(stage, file) {
			const { production } = stage;
			const rows = [rowOf('email', 'Größe "M"', 1200), rowOf('sms', 'Sale', 80)];
			return await stage.published(await stage.load(file), WEBHOOK, async () => {
				assert.equal((await postRows(stage, rows, 'guessed')).status, 403);
				assert.deepEqual(production.log, []);
				assert.equal((await postRows(stage, rows)).status, 200);
				const stored = production.pushed('emailSms', SHOP).map(({ row }) => row);
				assert.deepEqual(stored, rows);

				production.set({ rejectRows: { field: 'channel', value: 'sms' } });
				const { status, text } = await postRows(stage, rows);
				const { accepted, notAccepted } = JSON.parse(text) as Outcome;
				assert.deepEqual([status, accepted], [422, 0]);
				assert.deepEqual(
					notAccepted.map(({ outcome, row }) => [outcome, row]),
					rows.map((row) => ['rejected', row]),
				);
				assert.equal((await postRows(stage, undefined)).status, 422);
				return '200 with 2 rows accepted, 422 with 2 rows refused, 422 without rows';
			});
		},
	},
];
