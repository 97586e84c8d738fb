import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../../sandbox/index.mts';
import type { WorkflowNode } from '../../../scripts/hosts/executions.mts';
import { dataNode, inARow, n8nNode, PUSH, type Row } from '../../kit/workflows.mts';
import { until } from '../../../scripts/until.mts';
import { type Cluster, workerOf } from './cluster.mts';

const REGISTERED_MS = 30_000;
const LIMIT_MS = 60_000;

/** A node that pushes JSON. @param settings such as `onError` */
export const pushNode = (oauth: string, parameters: Row, settings?: Row) =>
	dataNode(
		{ ...PUSH, dataMode: 'json', ...parameters },
		{ merchantDataOAuth2Api: oauth },
		settings,
	);

export type Published = Awaited<ReturnType<typeof publishNodes>>;

/** @param nodes what comes after the webhook */
export async function publishNodes({ client }: Cluster, name: string, ...nodes: WorkflowNode[]) {
	const parameters = { httpMethod: 'POST', path: name, responseMode: 'onReceived', options: {} };
	const webhook = { ...n8nNode('Webhook', 'webhook', 2, parameters), webhookId: randomUUID() };
	const workflow = await client.saveWorkflow(inARow([webhook, ...nodes], name));
	await client.setActive(workflow, true);
	return {
		/** Starts an execution, which the main queues. @param given a CSV file, or rows */
		async start(given: string | PushedRow[]): Promise<void> {
			const isFile = typeof given === 'string';
			// n8n 2.x registers a published webhook a moment later; until then it starts nothing.
			await until(`webhook "${name}"`, REGISTERED_MS, async () => {
				const answer = await fetch(`${client.url}/webhook/${name}`, {
					method: 'POST',
					headers: { 'content-type': isFile ? 'text/csv' : 'application/json' },
					body: isFile ? given : JSON.stringify({ rows: given }),
					signal: AbortSignal.timeout(60_000),
				});
				if (answer.status === 404) return false;
				if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`);
				return true;
			});
		},
		/** The latest first. One that is just ending may be missing: n8n reads the running and the ended at two moments. */
		async executions() {
			const listed = await client.listExecutions(workflow);
			return [...new Map(listed.map((execution) => [execution.id, execution])).values()];
		},
	};
}

export async function latestOf(cluster: Cluster, { executions }: Published, count: number) {
	const { id } = await until('the execution is queued', LIMIT_MS, async () => {
		const all = await executions();
		return all.length >= count ? all[0] : undefined;
	});
	const execution = await cluster.client.waitForExecution(id, LIMIT_MS);
	return { execution, worker: (await workerOf(cluster, id)).name };
}

/** Marks each row with its execution, so that rows can be told apart at the service. */
const MARKED_ROWS = '={{ $json.body.rows.map((row) => ({ ...row, execution: $execution.id })) }}';

export async function publishWorkflow(
	cluster: Cluster,
	name: string,
	options: Row = {},
	settings?: Row,
) {
	const push = pushNode(cluster.oauth, { rowsJson: MARKED_ROWS, options }, settings);
	return await publishNodes(cluster, name, push);
}

export interface PushedRow {
	id: number;
	execution?: string;
	[field: string]: unknown;
}

export function makeRows(count: number, first = 0): PushedRow[] {
	return Array.from({ length: count }, (_, index) => ({
		id: first + index,
		campaign: `Campaign ${index % 7}`,
		spend: 12.5,
	}));
}

export const storedRows = (sandbox: Sandbox) =>
	sandbox.pushed('ads').map(({ row }) => row as PushedRow);

/** Those of one execution, by the mark that the workflow gave them. */
export const rowsOf = (sandbox: Sandbox, execution: string): number[] =>
	storedRows(sandbox).flatMap((row) => (row.execution === execution ? [row.id] : []));

/** What was counted, and what it should be, all in one error if something differs. */
export function assertCounts(counts: Record<string, [counted: number | null, wanted: number]>) {
	const side = (index: 0 | 1) => Object.entries(counts).map(([name, pair]) => [name, pair[index]]);
	assert.deepEqual(side(0), side(1));
}
