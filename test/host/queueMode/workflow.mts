import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../../sandbox/index.mts';
import { oauthFields } from '../../../scripts/credentialFields.mts';
import type { RestClient } from '../../../scripts/hosts/client.mts';
import type { Workflow, WorkflowNode } from '../../../scripts/hosts/executions.mts';
import type { Cluster } from './cluster.mts';
import { until } from '../until.mts';

const REGISTERED_MS = 30_000;
/**
 * One page of n8n's list. There is no second one: pages are ordered by start and cut by id, so with
 * two workers executions would be missing.
 */
const MOST_EXECUTIONS = 100;

export const NODE = 'Merchant Data';

/** An execution as n8n lists it. */
export interface Listed {
	id: string;
	status: string;
}

/** A published workflow that a webhook starts. */
interface Published {
	id: string;
	/** Starts an execution, which the main queues. @param type of the body, by which n8n reads it */
	post(body: string, type: string): Promise<void>;
	/**
	 * The workflow's executions, the latest first. n8n reads those that run and those that have ended
	 * at two moments, so one that is just ending may be missing.
	 */
	executions(): Promise<Listed[]>;
}

/** A published workflow whose webhook pushes the rows of the request's body. */
export interface PushWorkflow extends Published {
	/** Starts an execution, which the main queues. */
	start(rows: Array<Record<string, unknown>>): Promise<void>;
}

/** Creates an OAuth2 credential for the sandbox and connects it through consent. @returns its id */
export async function connectCredential(client: RestClient, sandbox: Sandbox): Promise<string> {
	const id = await client.saveCredential({
		name: 'OAuth2',
		type: 'merchantDataOAuth2Api',
		data: oauthFields(sandbox),
	});
	await client.connectOAuth(id);
	return id;
}

/** Marks each row with its execution, so that rows can be told apart at the service. */
const MARKED_ROWS = '={{ $json.body.rows.map((row) => ({ ...row, execution: $execution.id })) }}';

/** A Merchant Data node that pushes the rows that an expression gives. */
export function pushNode(
	oauth: string,
	shop: string | undefined,
	rowsJson: string,
	options: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowNode {
	return {
		name: NODE,
		type: 'n8n-nodes-merchant-data.merchantData',
		typeVersion: 1,
		parameters: {
			resource: 'adData',
			operation: 'push',
			shop: { __rl: true, mode: 'domain', value: shop },
			dataMode: 'json',
			rowsJson,
			options,
		},
		credentials: { merchantDataOAuth2Api: { id: oauth, name: 'OAuth2' } },
		...settings,
	};
}

/** Nodes in a row, the trigger first. */
export function workflowOf(name: string, ...nodes: WorkflowNode[]): Workflow {
	return {
		name,
		nodes: nodes.map((node, index) => ({ id: randomUUID(), position: [index * 220, 0], ...node })),
		connections: Object.fromEntries(
			nodes.slice(1).map((target, index) => {
				const next = { node: target.name, type: 'main', index: 0 };
				return [nodes[index]?.name ?? '', { main: [[next]] }];
			}),
		),
		settings: { executionOrder: 'v1' },
	};
}

/** @param nodes what comes after the webhook */
export async function publishNodes(
	{ client }: Cluster,
	name: string,
	...nodes: WorkflowNode[]
): Promise<Published> {
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: { httpMethod: 'POST', path: name, responseMode: 'onReceived', options: {} },
	};
	const workflow = await client.saveWorkflow(workflowOf(name, webhook, ...nodes));
	await client.activate(workflow);
	const { id } = workflow;
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));

	return {
		id,
		async post(body, type) {
			// n8n 2.x registers a published webhook a moment later; until then it starts nothing.
			await until(`webhook "${name}"`, REGISTERED_MS, async () => {
				const answer = await fetch(`${client.url}/webhook/${name}`, {
					method: 'POST',
					headers: { 'content-type': type },
					body,
					signal: AbortSignal.timeout(60_000),
				});
				if (answer.status === 404) return false;
				if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`);
				return true;
			});
		},
		async executions() {
			const path = `/executions?limit=${MOST_EXECUTIONS}&filter=${filter}`;
			const { results } = await client.call<{ results: Listed[] }>('GET', path);
			return [...new Map(results.map((execution) => [execution.id, execution])).values()];
		},
	};
}

/**
 * @param options of the push
 * @param node settings of the node, such as `onError`
 */
export async function publishWorkflow(
	cluster: Cluster,
	name: string,
	options: Record<string, unknown>,
	node: Record<string, unknown> = {},
): Promise<PushWorkflow> {
	const push = pushNode(cluster.oauth, cluster.sandbox.shops[0], MARKED_ROWS, options, node);
	const published = await publishNodes(cluster, name, push);
	return {
		...published,
		start: async (rows) => await published.post(JSON.stringify({ rows }), 'application/json'),
	};
}
