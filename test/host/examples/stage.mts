import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox/index.mts';
import { DATA_FOLDER, type CredentialIds } from '../../../scripts/examples.mts';
import type { CredentialInput } from '../../../scripts/hosts/client.mts';
import {
	failureOf,
	type Execution,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/hosts/executions.mts';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { ROOT } from '../../../scripts/paths.mts';
import {
	E2E_CACHE,
	keyCredential,
	oauthCredential,
	SEED_END_DATE,
	startStage,
	type Stage,
} from '../../kit/host.mts';
import type { ScriptedModel } from './model.mts';
import { startGateway } from './standIns/gateway.mts';
import { createSheet, type SheetStandIn } from './standIns/googleSheets.mts';
import { createHubSpot, HUBSPOT_TOKEN, type HubSpotStandIn } from './standIns/hubSpot.mts';
import { MAIL_USER, startMailServer, type MailServerStandIn } from './standIns/mailServer.mts';

export const EXAMPLES_FOLDER = join(ROOT, 'examples');

const PUBLISH_MS = 30_000;

/** A workflow as n8n saved it. */
export type Saved = Workflow & { id: string; versionId: string };

/** A real n8n in which the examples are set up as a user would. */
export interface ExampleStage extends Stage {
	/** Where the examples read and write files. It holds the example data at the start of each. */
	folder: string;
	/** Every credential that an example may ask for, by type. */
	credentials: CredentialIds;
	model: ScriptedModel;
	/** What stands in for the spreadsheets of Google. */
	sheet: SheetStandIn;
	hubSpot: HubSpotStandIn;
	mailServer: MailServerStandIn;
	/** Imports an example: with the user's folder and address, and with credentials chosen. */
	load(file: string, change?: (workflow: Workflow) => void): Promise<Saved>;
	/** Runs it from a trigger, by default its only one, and expects that it succeeds. */
	run(workflow: Saved, trigger?: string): Promise<Execution>;
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

/** What other systems know of this n8n: the user of its form, the secret of its webhook. */
export const FORM_USER = { user: 'office', password: 'Local-only-2' };
export const WEBHOOK_SECRET = { name: 'X-Webhook-Secret', value: 'local-only-3' };

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
	const mailServer = await startMailServer();
	const { client, production } = stage;
	const credentials = await addCredentials(stage, model.url, mailServer.port);
	const oauth = credentials.merchantDataOAuth2Api?.id ?? '';
	await connectGoogle(stage, credentials.googleSheetsOAuth2Api?.id ?? '');

	return {
		...stage,
		folder,
		credentials,
		model,
		sheet,
		hubSpot,
		mailServer,
		async close() {
			await stage.close();
			await mailServer.close();
			await gateway.close();
		},
		async load(file, change = () => undefined) {
			const workflow = readExample(file, {
				'/home/node/.n8n-files': folder,
				'https://api.example.com': production.url,
			});
			await chooseCredentials(stage, workflow, credentials);
			change(workflow);
			return (await client.saveWorkflow(workflow)) as Saved;
		},
		async run(workflow, trigger = triggersOf(workflow).join()) {
			const execution = await client.run(workflow, trigger);
			assert.equal(failureOf(execution), null);
			return execution;
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
			production.reset();
			fillRecentDays(production);
			await client.connectOAuth(oauth);
			production.clearLog();
			sheet.fill([]);
			hubSpot.contacts.clear();
			hubSpot.notes.splice(0);
			mailServer.mails.splice(0);
			for (const file of readdirSync(folder)) rmSync(join(folder, file));
			for (const file of readdirSync(DATA_FOLDER)) {
				copyFileSync(join(DATA_FOLDER, file), join(folder, file));
			}
		},
	};
}

/** Publishing goes on after n8n has answered. Until then nothing is there (404). */
async function untilReachable(url: string, method: string): Promise<void> {
	for (const limit = Date.now() + PUBLISH_MS; Date.now() < limit; await sleep(200)) {
		const { status } = await fetch(url, {
			method,
			signal: AbortSignal.timeout(PUBLISH_MS),
		});
		if (status !== 404) return;
	}
	throw new Error(`${url} is not there ${PUBLISH_MS / 1_000} s after publishing`);
}

/** The names of the triggers that can be started by hand. */
function triggersOf({ nodes }: Workflow): string[] {
	return nodes.filter(({ type }) => type.endsWith('Trigger')).map(({ name }) => name);
}

function readExample(file: string, replacements: Record<string, string>): Workflow {
	let text = readFileSync(join(EXAMPLES_FOLDER, file), 'utf8');
	for (const [placeholder, value] of Object.entries(replacements)) {
		text = text.replaceAll(placeholder, JSON.stringify(value).slice(1, -1));
	}
	return JSON.parse(text) as Workflow;
}

interface NodeType {
	version: number | number[];
	credentials?: Array<{
		name: string;
		displayOptions?: { show?: Record<string, unknown[]> };
	}>;
}

/** Gives each node the credential that the editor would ask for, as its node type says. */
async function chooseCredentials(
	{ client }: Stage,
	{ nodes }: Workflow,
	credentials: CredentialIds,
): Promise<void> {
	const nodeInfos = nodes.map(({ type, typeVersion }) => ({
		// n8n knows the tool that it makes of a node by the node.
		name: type.replace(/^(n8n-nodes-merchant-data\..+)Tool$/, '$1'),
		version: typeVersion,
	}));
	const types = await client.call<NodeType[]>('POST', '/node-types', { nodeInfos });
	nodes.forEach((node, index) => {
		const known = [types[index]?.version ?? []].flat();
		assert.ok(known.includes(Number(node.typeVersion)), `${node.name}: n8n has ${known.join()}`);
		for (const type of wantedCredentials(node, types[index])) {
			const credential = credentials[type];
			if (credential !== undefined) node.credentials = { ...node.credentials, [type]: credential };
		}
	});
}

function wantedCredentials({ parameters }: WorkflowNode, type: NodeType | undefined): string[] {
	if (typeof parameters.nodeCredentialType === 'string') return [parameters.nodeCredentialType];
	return (type?.credentials ?? [])
		.filter(({ displayOptions }) =>
			Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
				values.includes(parameters[name]),
			),
		)
		.map(({ name }) => name);
}

async function addCredentials(
	stage: Stage,
	modelUrl: string,
	mailPort: number,
): Promise<CredentialIds> {
	const inputs: CredentialInput[] = [
		oauthCredential(stage),
		keyCredential(stage),
		{ name: 'Form', type: 'httpBasicAuth', data: FORM_USER },
		{ name: 'Webhook', type: 'httpHeaderAuth', data: WEBHOOK_SECRET },
		{
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'scripted', url: modelUrl, header: false },
		},
		{
			name: 'Google Sheets',
			type: 'googleSheetsOAuth2Api',
			data: { clientId: 'stand-in', clientSecret: 'stand-in' },
		},
		{ name: 'HubSpot', type: 'hubspotAppToken', data: { appToken: HUBSPOT_TOKEN } },
		{
			name: 'Mail server',
			type: 'smtp',
			data: {
				...MAIL_USER,
				host: '127.0.0.1',
				port: mailPort,
				secure: false,
				disableStartTls: true,
			},
		},
	];
	const ids: CredentialIds = {};
	for (const input of inputs) {
		ids[input.type] = { id: await stage.client.saveCredential(input), name: input.name };
	}
	return ids;
}

/** Google's consent page is left out: the test comes back from it with a code. */
async function connectGoogle({ client }: Stage, credentialId: string): Promise<void> {
	const consent = new URL(await client.consentUrl(credentialId)).searchParams;
	const back = new URLSearchParams({ code: '4/stand-in', state: consent.get('state') ?? '' });
	const callback = `${consent.get('redirect_uri')}?${back}`;
	const { connected, text } = await client.followCallback(credentialId, callback);
	assert.ok(connected, text);
}

/** Of a day counted back from today, in the host's zone: UTC. */
export const daysAgo = (days: number): string =>
	new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * The clock of a real n8n cannot be set, so that "yesterday" is after the sandbox's fixed data.
 * Every shop gets known rows for today and the four weeks before, in place of what an example left.
 */
function fillRecentDays({ database, shops }: Sandbox): void {
	for (const table of ['all_orders', 'all_ad_spend'])
		database.prepare(`DELETE FROM ${table} WHERE date > ?`).run(SEED_END_DATE);
	const order = database.prepare('INSERT INTO all_orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
	const spend = database.prepare('INSERT INTO all_ad_spend VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
	for (const [index, shop] of shops.entries()) {
		for (let days = 0; days <= 28; days++) {
			const date = daysAgo(days);
			order.run(shop, `recent-${index}-${date}-1`, date, 'Ada', 'Teapot, 1 l', 2, 19.9, 'EUR');
			order.run(shop, `recent-${index}-${date}-2`, date, 'Kim', 'Größe XL', 1, 5.05, 'EUR');
			spend.run(shop, date, 'Recent Ads', `Week ${index}`, 100, 10, 1.25, 'EUR');
		}
	}
}
