import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox/index.mts';
import {
	fillEditor,
	fillFolder,
	FORM_USER,
	changeSettings,
	prepareExample,
	type Saved,
} from '../../../scripts/editor.mts';
import { daysAgo } from './rows.mts';
import type { CredentialInput } from '../../../scripts/hosts/client.mts';
import { failureOf, type Workflow } from '../../../scripts/hosts/executions.mts';
import { type N8n, PINNED } from '../../../scripts/hosts/install.mts';
import { startInbox } from '../../../scripts/inbox.mts';
import { type Closers, E2E_CACHE, SEED_END_DATE, startStage, type Stage } from '../../kit/host.mts';
import { whileActive } from '../scenarios/triggers.mts';
import { until } from '../../../scripts/until.mts';
import { startModel, type Knowledge } from './model.mts';
import { startGateway } from './standIns/gateway.mts';
import { createSheet } from './standIns/googleSheets.mts';

const PUBLISH_MS = 30_000;

/** Checks the example of a file. @returns what it did, if people are to know. @throws Error when something is wrong */
export type ExampleCheck = (stage: ExampleStage, file: string) => Promise<string | void>;

/** What opens the pages and forms of the examples in a browser, and what does not. */
export const OFFICE = { username: FORM_USER.user, password: FORM_USER.password };
export const STRANGER = { authorization: `Basic ${btoa(`${FORM_USER.user}:guessed`)}` };

export const SHOP = 'harbour-goods.example';

export type ExampleStage = Awaited<ReturnType<typeof startExampleStage>>;

/** Credentials of accounts elsewhere, which are stand-ins here. */
const elsewhere = (url: string): CredentialInput[] =>
	Object.entries({
		openAiApi: { apiKey: 'scripted', url, header: false },
		googleSheetsOAuth2Api: { clientId: 'stand-in', clientSecret: 'stand-in' },
	}).map(([type, data]) => ({ name: type, type, data }));

/** @param knowledge of the language model @param pictures whether those of the docs are taken again */
export async function startExampleStage(
	closers: Closers,
	n8n: N8n,
	knowledge: Knowledge,
	pictures = false,
) {
	const model = await startModel(knowledge);
	closers.push(model.close);
	const files = join(E2E_CACHE, `examples-files-${n8n.name}`);
	mkdirSync(files, { recursive: true });
	const folder = realpathSync(files);
	const sheet = createSheet();
	const certificate = join(E2E_CACHE, `stand-ins-${n8n.name}.pem`);
	const gateway = await startGateway(sheet.hosts, certificate);
	closers.push(gateway.close);
	const inbox = await startInbox();
	closers.push(() => inbox.close());
	const stage = await startStage(closers, n8n, `examples-${n8n.name}`, {
		...gateway.env,
		// 2.x allows only ~/.n8n-files otherwise.
		N8N_RESTRICT_FILE_ACCESS_TO: folder,
	});
	const { client, production: sandbox } = stage;
	fillRecentDays(sandbox);
	const editor = await fillEditor({ client, sandbox, inbox, folder }, elsewhere(model.url));
	await connectGoogle(stage, editor.credentials.googleSheetsOAuth2Api!.id);

	return {
		...stage,
		...editor,
		takesPictures: pictures && n8n === PINNED['n8n-2'],
		model,
		sheet,
		/** Puts an example back as it was filled in, but for values of Settings and other changes. */
		async load(
			file: string,
			settings: Record<string, string> = {},
			change: (workflow: Workflow) => void = () => undefined,
		) {
			const workflow = await prepareExample(editor, file);
			changeSettings(workflow, settings);
			change(workflow);
			return (await client.saveWorkflow(workflow)) as Saved;
		},
		/** Runs it from the only trigger that can be clicked, and expects that it succeeds. */
		async run(workflow: Saved) {
			const execution = await client.run(workflow, triggerOf(workflow));
			assert.equal(failureOf(execution), null);
			return execution;
		},
		async fails(workflow: Saved) {
			return failureOf(await client.run(workflow, triggerOf(workflow))) ?? '';
		},
		/** Publishes it while the work is done. @param path of its webhook or form, which does nothing for a stranger */
		async published<T>(workflow: Saved, path: string, work: () => Promise<T>) {
			return await whileActive(client, workflow, async () => {
				// Publishing goes on after n8n has answered. Until then nothing is there (404).
				await until(`${path} is published`, PUBLISH_MS, async () => {
					const signal = AbortSignal.timeout(PUBLISH_MS);
					return (await fetch(client.url + path, { method: 'POST', signal })).status !== 404;
				});
				return await work();
			});
		},
		/** Back to the start: nothing pushed, nothing logged, connected, only the data in the folder. */
		async reset() {
			sandbox.reset();
			fillRecentDays(sandbox);
			await client.connectOAuth(editor.credentials.merchantDataOAuth2Api!.id);
			sandbox.clearLog();
			sheet.fill([]);
			for (const list of [inbox.mails, inbox.messages]) list.splice(0);
			for (const file of readdirSync(folder)) rmSync(join(folder, file));
			fillFolder(folder);
		},
	};
}

/** The name of the only trigger; what somebody opens from elsewhere is none. */
function triggerOf({ name, nodes }: Saved): string {
	const triggers = nodes.filter(({ type }) => type.endsWith('Trigger'));
	assert.equal(triggers.length, 1, `${name} has ${triggers.length} triggers`);
	return triggers[0]!.name;
}

/** Google's consent page is left out: the test comes back from it with a code. */
async function connectGoogle({ client }: Stage, credentialId: string): Promise<void> {
	const consent = new URL(await client.consentUrl(credentialId)).searchParams;
	const back = new URLSearchParams({ code: '4/stand-in', state: consent.get('state') ?? '' });
	const callback = `${consent.get('redirect_uri')}?${back}`;
	const { connected, text } = await client.followCallback(credentialId, callback);
	assert.ok(connected, text);
}

/** Turns the preview off, with which examples come that delete. */
export function sending({ nodes }: Workflow): void {
	for (const { parameters } of nodes) if (parameters.preview === true) parameters.preview = false;
}

export const pushed = ({ production }: ExampleStage, shop?: string) =>
	production.pushed('ads', shop).map(({ row }) => row);

/** The rows that the service holds: of those that replace one another, the last. */
export const held = ({ production }: ExampleStage) =>
	production.pushed('ads').flatMap(({ row, replacedBy }) => (replacedBy === null ? [row] : []));

/** Compares without regard to order: requests overlap. */
export function assertSame(there: unknown[], wanted: unknown[]): void {
	const [left, right] = [there, wanted].map((rows) =>
		rows.map((row) => JSON.stringify(row)).sort(),
	);
	assert.deepEqual(left, right);
}

export const sqlBodies = ({ production }: ExampleStage) =>
	production.requests('sql').map(({ body }) => body as { shopId: string });

/** n8n's clock cannot be set, so every shop gets known rows for today and the four weeks before, anew. */
function fillRecentDays({ database, shops }: Sandbox): void {
	for (const table of ['all_orders', 'all_ad_spend'])
		database.prepare(`DELETE FROM ${table} WHERE date > ?`).run(SEED_END_DATE);
	const order = database.prepare('INSERT INTO all_orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
	const spend = database.prepare('INSERT INTO all_ad_spend VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
	// On the last days of a month, all of last month is more than four weeks ago.
	const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 10);
	for (const [index, shop] of shops.entries()) {
		if (lastMonth < daysAgo(28))
			order.run(shop, `last-month-${index}`, lastMonth, 'Ada', 'Free sample', 1, 0, 'EUR');
		for (let days = 0; days <= 28; days++) {
			const date = daysAgo(days);
			order.run(shop, `recent-${index}-${date}-1`, date, 'Ada', 'Teapot, 1 l', 2, 19.9, 'EUR');
			order.run(shop, `recent-${index}-${date}-2`, date, 'Kim', 'Größe XL', 1, 5.05, 'EUR');
			spend.run(shop, date, 'Recent Ads', `Week ${index}`, 100, 10, 1.25, 'EUR');
		}
	}
}
