import assert from 'node:assert/strict';
import type { ExampleCase } from './case.mts';
import { FORM_USER, WEBHOOK_SECRET } from '../../../scripts/editor.mts';
import type { ExampleStage } from './stage.mts';

const LIMIT_MS = 60_000;
const SHOP = 'casa-limon.example';
const FORM = '/form/deletion-request';
const WEBHOOK = '/webhook/email-sms-rows';

/** Posts to an address that n8n publishes. */
async function post(
	{ host }: ExampleStage,
	path: string,
	headers: Record<string, string>,
	body: string | FormData,
): Promise<{ status: number; text: string }> {
	const signal = AbortSignal.timeout(LIMIT_MS);
	const answer = await fetch(`${host.url}${path}`, { method: 'POST', headers, body, signal });
	return { status: answer.status, text: await answer.text() };
}

async function submitForm(stage: ExampleStage, values: string[], user = FORM_USER) {
	const form = new FormData();
	values.forEach((value, index) => form.set(`field-${index}`, value));
	const login = Buffer.from(`${user.user}:${user.password}`).toString('base64');
	return await post(stage, FORM, { authorization: `Basic ${login}` }, form);
}

async function postRows(stage: ExampleStage, rows: unknown, secret = WEBHOOK_SECRET.value) {
	const headers = { 'content-type': 'application/json', [WEBHOOK_SECRET.name]: secret };
	const body = JSON.stringify({ shop: SHOP, rows });
	const { status, text } = await post(stage, WEBHOOK, headers, body);
	return { status, outcome: status === 403 ? undefined : (JSON.parse(text) as Outcome) };
}

interface Outcome {
	accepted: number;
	notAccepted: Array<{ outcome: string; row?: unknown }>;
}

/** The examples that others start, over their production addresses. */
export const hookCases: ExampleCase[] = [
	{
		file: 'crm-form-to-deletion.json',
		async run(stage, file) {
			const { production } = stage;
			const [email, phone] = ['nathan@example.com', '+44 20 7946 0000'];
			return await stage.published(await stage.load(file), FORM, async () => {
				const stranger = await submitForm(stage, [SHOP, email, phone], {
					...FORM_USER,
					password: 'guessed',
				});
				assert.equal(stranger.status, 401);
				await submitForm(stage, [SHOP, '', '']);
				assert.deepEqual(production.log, []);

				assert.equal((await submitForm(stage, [SHOP, email, phone])).status, 200);
				assert.equal((await submitForm(stage, [SHOP, '', phone])).status, 200);
				assert.deepEqual(
					production.requests('compliance').map(({ body, status }) => [body, status]),
					[
						[{ shop: SHOP, emails: [email], phones: [phone] }, 200],
						[{ shop: SHOP, phones: [phone] }, 200],
					],
				);
				return 'one request for both channels, one for the phone alone; none without a password';
			});
		},
	},
	{
		file: 'webhook-to-email-sms-rows.json',
		async run(stage, file) {
			const { production } = stage;
			const rows = [
				{ date: '2026-06-30', channel: 'email', campaign: 'Größe "M"', sent: 1200 },
				{ date: '2026-06-30', channel: 'sms', campaign: 'Sale', sent: 80 },
			];
			return await stage.published(await stage.load(file), WEBHOOK, async () => {
				assert.equal((await postRows(stage, rows, 'guessed')).status, 403);
				assert.deepEqual(production.log, []);

				const good = await postRows(stage, rows);
				assert.deepEqual(good, { status: 200, outcome: { accepted: 2, notAccepted: [] } });
				const stored = production.pushed('emailSms', SHOP).map(({ row }) => row);
				assert.deepEqual(stored, rows);

				production.set({ rejectRows: { field: 'channel', value: 'sms' } });
				const { status, outcome } = await postRows(stage, rows);
				assert.equal(status, 422);
				assert.equal(outcome?.accepted, 0);
				assert.deepEqual(
					outcome?.notAccepted.map((each) => [each.outcome, each.row]),
					rows.map((row) => ['rejected', row]),
				);

				const nothing = await postRows(stage, undefined);
				assert.deepEqual([nothing.status, nothing.outcome?.accepted], [422, 0]);
				assert.equal(production.requests('emailSms').length, 2);
				return '200 with 2 rows accepted, 422 with 2 rows refused, 422 without rows';
			});
		},
	},
];
