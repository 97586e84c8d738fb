import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox/index.mts';
import {
	fillEditor,
	fillFolder,
	prepareExample,
	type Editor,
	type Saved,
} from '../../../scripts/editor.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import type { CredentialInput } from '../../../scripts/hosts/client.mts';
import { failureOf, type Execution, type Workflow } from '../../../scripts/hosts/executions.mts';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { startInbox } from '../../../scripts/inbox.mts';
import { E2E_CACHE, SEED_END_DATE, startStage, type Stage } from '../../kit/host.mts';
import type { ScriptedModel } from './model.mts';
import { startGateway } from './standIns/gateway.mts';
import { createSheet, type SheetStandIn } from './standIns/googleSheets.mts';
import { createHubSpot, HUBSPOT_TOKEN, type HubSpotStandIn } from './standIns/hubSpot.mts';

const PUBLISH_MS = 30_000;

/** Triggers and shop that most examples have. */
export const MANUAL = 'When clicking ‘Execute workflow’';
export const SHOP = 'harbour-goods.example';

/** A real n8n with the examples in it, as `npm start` fills it. */
export interface ExampleStage extends Stage, Editor {
	model: ScriptedModel;
	/** What stands in for the spreadsheets of Google. */
	sheet: SheetStandIn;
	hubSpot: HubSpotStandIn;
	/** Puts an example back as it was filled in, but for some changes. */
	load(file: string, change?: (workflow: Workflow) => void): Promise<Saved>;
	/** Runs it from a trigger, by default its only one, and expects that it succeeds. */
	run(workflow: Saved, trigger?: string): Promise<Execution>;
	/** Runs it, and expects that it fails. @returns why */
	fails(workflow: Saved, trigger?: string): Promise<string>;
	/**
	 * Publishes it while the work is done.
	 * @param path of its webhook or form, which does nothing for a stranger
	 * @param method with which it is called
	 */
	published<T>(
		workflow: Saved,
		path: string,
		work: () => Promise<T>,
		method?: 'GET' | 'POST',
	): Promise<T>;
	/** Back to the start: nothing pushed, nothing logged, connected, only the data in the folder. */
	reset(): Promise<void>;
}

/** Credentials of accounts elsewhere, which are stand-ins here. */
const elsewhere = (model: ScriptedModel): CredentialInput[] => [
	{ name: 'Model', type: 'openAiApi', data: { apiKey: 'scripted', url: model.url, header: false } },
	{
		name: 'Google Sheets',
		type: 'googleSheetsOAuth2Api',
		data: { clientId: 'stand-in', clientSecret: 'stand-in' },
	},
	{ name: 'HubSpot', type: 'hubspotAppToken', data: { appToken: HUBSPOT_TOKEN } },
];

/** @param model the language model that agents ask */
export async function startExampleStage(n8n: N8n, model: ScriptedModel): Promise<ExampleStage> {
	const files = join(E2E_CACHE, `examples-files-${n8n.name}`);
	mkdirSync(files, { recursive: true });
	const folder = realpathSync(files);
	const [sheet, hubSpot] = [createSheet(), createHubSpot()];
	const certificate = join(E2E_CACHE, `stand-ins-${n8n.name}.pem`);
	const gateway = await startGateway({ ...sheet.hosts, ...hubSpot.hosts }, certificate);
	const stage = await startStage(n8n, `examples-${n8n.name}`, {
		...gateway.env,
		// 2.x allows only ~/.n8n-files otherwise.
		N8N_RESTRICT_FILE_ACCESS_TO: folder,
	});
	const inbox = await startInbox();
	const { client, production: sandbox } = stage;
	fillRecentDays(sandbox);
	const editor = await fillEditor({ client, sandbox, inbox, folder }, elsewhere(model));
	await connectGoogle(stage, editor.credentials.googleSheetsOAuth2Api!.id);

	return {
		...stage,
		...editor,
		model,
		sheet,
		hubSpot,
		async close() {
			await stage.close();
			await inbox.close();
			await gateway.close();
		},
		async load(file, change = () => undefined) {
			const workflow = await prepareExample(editor, file);
			change(workflow);
			return (await client.saveWorkflow(workflow)) as Saved;
		},
		async run(workflow, trigger = triggersOf(workflow).join()) {
			const execution = await client.run(workflow, trigger);
			assert.equal(failureOf(execution), null);
			return execution;
		},
		async fails(workflow, trigger = MANUAL) {
			return failureOf(await client.run(workflow, trigger)) ?? '';
		},
		async published(workflow, path, work, method = 'POST') {
			await client.activate(workflow);
			try {
				await untilReachable(client.url + path, method);
				return await work();
			} finally {
				await client.deactivate(workflow);
			}
		},
		async reset() {
			sandbox.reset();
			fillRecentDays(sandbox);
			await client.connectOAuth(editor.credentials.merchantDataOAuth2Api!.id);
			sandbox.clearLog();
			sheet.fill([]);
			hubSpot.contacts.clear();
			for (const list of [hubSpot.notes, inbox.mails, inbox.messages]) list.splice(0);
			for (const file of readdirSync(folder)) rmSync(join(folder, file));
			await fillFolder(folder);
		},
	};
}

/** Publishing goes on after n8n has answered. Until then nothing is there (404). */
async function untilReachable(url: string, method: string): Promise<void> {
	for (const limit = Date.now() + PUBLISH_MS; Date.now() < limit; await sleep(200)) {
		const signal = AbortSignal.timeout(PUBLISH_MS);
		if ((await fetch(url, { method, signal })).status !== 404) return;
	}
	throw new Error(`${url} is not there ${PUBLISH_MS / 1_000} s after publishing`);
}

/** The names of the triggers that can be started by hand. */
function triggersOf({ nodes }: Workflow): string[] {
	return nodes.filter(({ type }) => type.endsWith('Trigger')).map(({ name }) => name);
}

/** Google's consent page is left out: the test comes back from it with a code. */
async function connectGoogle({ client }: Stage, credentialId: string): Promise<void> {
	const consent = new URL(await client.consentUrl(credentialId)).searchParams;
	const back = new URLSearchParams({ code: '4/stand-in', state: consent.get('state') ?? '' });
	const callback = `${consent.get('redirect_uri')}?${back}`;
	const { connected, text } = await client.followCallback(credentialId, callback);
	assert.ok(connected, text);
}

/** Rows without regard to their order: requests overlap. */
export const inAnyOrder = (rows: unknown[]): string[] =>
	rows.map((row) => JSON.stringify(row)).sort();

/** Nothing reaches the service while a workflow runs. */
export async function nothingSent(stage: ExampleStage, workflow: Saved): Promise<void> {
	stage.production.clearLog();
	await stage.run(workflow, MANUAL);
	assert.deepEqual(
		stage.production.log.map(({ endpoint }) => endpoint),
		[],
	);
}

export interface SqlBody {
	shopId: string;
	query: string;
	period: { startDate: string; endDate: string };
}

export const sqlBodies = ({ production }: ExampleStage): SqlBody[] =>
	production.requests('sql').map(({ body }) => body as SqlBody);

/**
 * The clock of a real n8n cannot be set, so that "yesterday" is after the sandbox's fixed data.
 * Every shop gets known rows for today and the four weeks before, in place of what an example left.
 */
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
