import { randomUUID } from 'node:crypto';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../sandbox/index.mts';
import { keyFields, oauthFields } from './credentialFields.mts';
import { DATA_FOLDER, EXAMPLE_FILES, readExample, TABLES } from './examples.mts';
import type { CredentialInput, RestClient } from './hosts/client.mts';
import { makeDataTable, type DataTable } from './hosts/dataTables.mts';
import type { Workflow, WorkflowNode } from './hosts/executions.mts';
import type { Inbox } from './inbox.mts';

/** Puts all examples into an n8n, ready to run, as a user would set them up. */

export type Saved = Workflow & { id: string; versionId: string };

export type CredentialIds = Record<string, { id: string; name: string }>;

export const FORM_USER = { user: 'office', password: 'Local-only-2' };
export const WEBHOOK_SECRET = { name: 'X-Webhook-Secret', value: 'local-only-3' };

export interface Surroundings {
	client: RestClient;
	sandbox: Sandbox;
	inbox: Inbox;
	/** Where the examples read and write files. */
	folder: string;
}

export interface Editor extends Surroundings {
	/** Every credential that an example may ask for, by type. */
	credentials: CredentialIds;
	tables: Map<string, DataTable>;
	workflows: Map<string, Saved>;
}

/** Puts what the examples read into their folder; other files stay as they are. */
export function fillFolder(folder: string): void {
	for (const file of readdirSync(DATA_FOLDER)) {
		copyFileSync(join(DATA_FOLDER, file), join(folder, file));
	}
}

/** Creates the credentials, connects the OAuth2 one through the consent page, and tests the key. */
async function addCredentials(
	{ client, sandbox, inbox }: Surroundings,
	more: readonly CredentialInput[],
): Promise<CredentialIds> {
	const key = { name: 'Sandbox (API key)', type: 'merchantDataApi', data: keyFields(sandbox) };
	const inputs: CredentialInput[] = [
		{ name: 'Sandbox (OAuth2)', type: 'merchantDataOAuth2Api', data: oauthFields(sandbox) },
		key,
		{ name: 'Pages and forms', type: 'httpBasicAuth', data: FORM_USER },
		{ name: 'Webhook', type: 'httpHeaderAuth', data: WEBHOOK_SECRET },
		{ name: 'Inbox', type: 'smtp', data: inbox.smtp },
		...more,
	];
	const ids: CredentialIds = {};
	for (const input of inputs) {
		ids[input.type] = { id: await client.saveCredential(input), name: input.name };
	}
	await client.connectOAuth(ids.merchantDataOAuth2Api!.id);
	const { status, message } = await client.testCredential(ids.merchantDataApi!.id, key);
	if (status !== 'OK') throw new Error(`The test of the API key's credential failed: ${message}`);
	return ids;
}

/** Triggers that wait for somebody who opens their address. */
const HAS_ADDRESS = /\.(webhook|formTrigger)$/;

/** @param more credentials of accounts elsewhere, which are chosen if an example asks for them */
export async function fillEditor(
	surroundings: Surroundings,
	more: readonly CredentialInput[] = [],
): Promise<Editor> {
	const { client, folder } = surroundings;
	fillFolder(folder);
	const credentials = await addCredentials(surroundings, more);
	const editor: Editor = { ...surroundings, credentials, tables: new Map(), workflows: new Map() };
	for (const file of Object.keys(TABLES)) await makeTable(editor, file);
	for (const file of EXAMPLE_FILES) {
		const workflow = (await client.saveWorkflow(await prepareExample(editor, file))) as Saved;
		editor.workflows.set(file, workflow);
		if (workflow.nodes.some(({ type }) => HAS_ADDRESS.test(type)))
			await client.setActive(workflow, true);
	}
	return editor;
}

export async function makeTable({ client, tables }: Editor, file: string): Promise<DataTable> {
	const { name, columns } = TABLES[file]!;
	const table = await makeDataTable(client, name, columns);
	tables.set(file, table);
	return table;
}

/** An example as a user would have set it up: folder, addresses, data table and credentials are theirs. */
export async function prepareExample(editor: Editor, file: string): Promise<Workflow> {
	const { client, sandbox, inbox, folder, tables } = editor;
	const replacements = {
		'https://n8n.example.com': client.url,
		'your-secret': WEBHOOK_SECRET.value,
		'/home/node/.n8n-files': folder,
		'https://api.example.com/messages': inbox.messagesUrl,
		'https://api.example.com': sandbox.url,
	};
	let text = JSON.stringify(readExample(file));
	for (const [placeholder, value] of Object.entries(replacements)) {
		text = text.replaceAll(placeholder, JSON.stringify(value).slice(1, -1));
	}
	const workflow = JSON.parse(text) as Workflow;
	const table = tables.get(file);
	if (table !== undefined) chooseDataTable(workflow, table);
	await chooseCredentials(editor, workflow);
	// The sandbox begins empty, and n8n keeps by the id of a node which rows it has sent.
	for (const node of workflow.nodes)
		if (node.parameters.onlyChanged === true) node.id = randomUUID();
	return workflow;
}

export function changeSettings({ nodes }: Workflow, values: Record<string, unknown>): void {
	const settings = nodes.find(({ name }) => name === 'Settings')?.parameters.assignments;
	const { assignments = [] } = (settings ?? {}) as {
		assignments?: Array<{ name: string; value: unknown }>;
	};
	for (const [name, value] of Object.entries(values)) {
		const assignment = assignments.find((each) => each.name === name);
		if (assignment === undefined) throw new Error(`Settings has no "${name}"`);
		assignment.value = value;
	}
}

function chooseDataTable({ nodes }: Workflow, { id, name }: DataTable): void {
	for (const { type, parameters } of nodes) {
		const table = parameters.dataTableId as { mode: string } | undefined;
		if (type !== 'n8n-nodes-base.dataTable' || table?.mode !== 'list') continue;
		Object.assign(table, { value: id, cachedResultName: name });
	}
}

interface NodeType {
	version: number | number[];
	credentials?: Array<{ name: string; displayOptions?: { show?: Record<string, unknown[]> } }>;
}

/** Gives each node the credential that the editor would ask for, as its node type says. */
async function chooseCredentials({ client, credentials }: Editor, { name, nodes }: Workflow) {
	const nodeInfos = nodes.map(({ type, typeVersion }) => ({
		// n8n knows the tool that it makes of a node by the node.
		name: type.replace(/^(n8n-nodes-merchant-data\..+)Tool$/, '$1'),
		version: typeVersion,
	}));
	const types = await client.call<NodeType[]>('POST', '/node-types', { nodeInfos });
	nodes.forEach((node, index) => {
		const known = [types[index]?.version ?? []].flat();
		if (!known.includes(Number(node.typeVersion))) {
			throw new Error(`${name}: of the node type of "${node.name}", n8n has ${known.join()}`);
		}
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
