import assert from 'node:assert/strict';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { type Execution, failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { sentAs } from '../../kit/columns.mts';
import { dataNode, NODE } from '../../kit/workflows.mts';
import { type Cluster, leaveOnly } from './cluster.mts';
import { latestOf, makeRows, publishNodes, pushNode, storedRows } from './workflow.mts';

const ROWS = 20_000;
/** The row that the service refuses at first, and with it its batch. */
const BAD = 4_321;
const REFUSED = /^Merchant Data: 400 Bad Request .* Of 20000 rows: /;

const QUERY = `SELECT row_number() OVER () - 1 AS id, 'sql' AS source FROM orders AS one, orders AS two LIMIT ${ROWS}`;
const CSV = `id,source\n${Array.from({ length: ROWS }, (_, id) => `${id},upload\n`).join('')}`;

const SQL = {
	resource: 'sql',
	operation: 'executeQuery',
	query: QUERY,
	period: 'yesterday',
	outputFormat: 'csv',
};
const PUSH = { dataMode: 'binary', fileFormat: 'csv', columns: sentAs('number', 'id') };

/** How n8n keeps the file that left a node. */
function modeOf(execution: Execution, node: string): string | undefined {
	const [item] = outputOf(execution, node);
	const { id = 'in the item itself' } = (item?.binary?.data ?? {}) as { id?: string };
	return id.split(':')[0];
}

/**
 * A file that the main has taken by a webhook, and one that a worker has made of a SQL answer, are pushed
 * by one worker until a row is refused, and retried by the other: each row arrives once.
 */
export async function files(cluster: Cluster): Promise<string> {
	const { client, oauth, sandbox } = cluster;
	const data = keyFields(sandbox);
	const key = await client.saveCredential({ name: 'API key', type: 'merchantDataApi', data });
	const query = { ...SQL, shopDomain: sandbox.shops[0] };
	const sql = dataNode(query, { merchantDataApi: key }, { name: 'SQL' });
	const push = pushNode(oauth, sandbox, PUSH);
	const workflows = [
		{
			source: 'upload',
			madeBy: 'Webhook',
			workflow: await publishNodes(cluster, 'file-upload', push),
		},
		{ source: 'sql', madeBy: 'SQL', workflow: await publishNodes(cluster, 'file-sql', sql, push) },
	];
	const rowsOf = (source: string) =>
		storedRows(sandbox).flatMap((row) => (row.source === source ? [row.id] : []));

	await leaveOnly(cluster, 'worker-1');
	sandbox.set({ rejectRows: { field: 'id', value: BAD } });
	const failed: string[] = [];
	const measured: string[] = [];
	for (const { source, madeBy, workflow } of workflows) {
		await workflow.post(CSV, 'text/csv');
		const { execution, worker } = await latestOf(cluster, workflow, 1);
		failed.push(execution.id);
		const first = rowsOf(source).length;
		const mode = modeOf(execution, madeBy);
		measured.push(`${source} (${mode}): ${first} rows by ${worker}`);
		const failure = failureOf(execution) ?? 'no failure';
		assert.match(failure, REFUSED, `${failure} (${measured.join('; ')})`);
		assert.equal(mode, 'database', measured.join('; '));
		assert.ok(first < ROWS, measured.join('; '));
	}

	await leaveOnly(cluster, 'worker-2');
	sandbox.set({ rejectRows: null });
	for (const [index, { source, workflow }] of workflows.entries()) {
		await client.call('POST', `/executions/${failed[index]}/retry`, { loadWorkflow: false });
		const { execution, worker } = await latestOf(cluster, workflow, 2);
		const rows = rowsOf(source);
		measured[index] += `, ${rows.length} after the retry by ${worker}`;
		assert.equal(failureOf(execution), null, measured[index]);
		assert.equal(worker, 'worker-2', measured[index]);
		assert.equal(rows.length, ROWS, measured[index]);
		assert.equal(new Set(rows).size, ROWS, `rows are doubled: ${measured[index]}`);
		const [report] = outputOf(execution, NODE);
		assert.equal(report?.json.accepted, ROWS, measured[index]);
	}
	return measured.join('; ');
}

const SOURCE = 'sheet';
/** How many rows the sheet has when each worker pushes it. */
const RUNS = [
	['worker-2', 1_000],
	['worker-1', 1_500],
] as const;

/**
 * What one worker has sent is not sent again by the other, which runs after it.
 */
export async function sentRows(cluster: Cluster): Promise<string> {
	const { oauth, sandbox } = cluster;
	const push = pushNode(oauth, sandbox, { skipSentRows: true, rowsJson: '={{ $json.body.rows }}' });
	const workflow = await publishNodes(cluster, 'sent-rows', push);
	const rows = makeRows(1_500).map((row) => ({ ...row, source: SOURCE }));
	const measured: string[] = [];
	for (const [run, [wanted, count]] of RUNS.entries()) {
		await leaveOnly(cluster, wanted);
		await workflow.post(JSON.stringify({ rows: rows.slice(0, count) }), 'application/json');
		const { worker } = await latestOf(cluster, workflow, run + 1);
		const stored = storedRows(sandbox).filter(({ source }) => source === SOURCE);
		measured.push(`${stored.length} rows at the service after ${worker}`);
		assert.equal(worker, wanted);
		assert.equal(stored.length, count, measured.join('; '));
		assert.equal(new Set(stored.map((row) => row.id)).size, count, measured.join('; '));
	}
	return measured.join('; ');
}
