import assert from 'node:assert/strict';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { type Execution, failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { sentAs } from '../../kit/columns.mts';
import { dataNode, NODE } from '../../kit/workflows.mts';
import { until } from '../../../scripts/until.mts';
import { type Cluster, leaveOnly } from './cluster.mts';
import { latestOf, makeRows, publishNodes, pushNode, storedRows } from './workflow.mts';

const LIMIT_MS = 90_000;
const ROWS = 20_000;
/** The row that the service refuses at first, and with it its batch. */
const BAD = 4_321;
const REFUSED = /^Merchant Data: 400 Bad Request .* Of 20,000 rows, /;

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
export async function files(cluster: Cluster): Promise<void> {
	const { client, oauth, sandbox } = cluster;
	const data = keyFields(sandbox);
	const key = await client.saveCredential({ name: 'API key', type: 'merchantDataApi', data });
	const query = { ...SQL, shopDomain: sandbox.shops[0] };
	const sql = dataNode(query, { merchantDataApi: key }, { name: 'SQL' });
	const push = pushNode(oauth, PUSH);
	const ofUpload = await publishNodes(cluster, 'file-upload', push);
	const ofAnswer = await publishNodes(cluster, 'file-sql', sql, push);
	const workflows = [
		{ source: 'upload', madeBy: 'Webhook', workflow: ofUpload },
		{ source: 'sql', madeBy: 'SQL', workflow: ofAnswer },
	];
	const rowsOf = (source: string) =>
		storedRows(sandbox).flatMap((row) => (row.source === source ? [row.id] : []));

	await leaveOnly(cluster, 'worker-1');
	sandbox.set({ rejectRows: { field: 'id', value: BAD } });
	const failed: string[] = [];
	for (const { source, madeBy, workflow } of workflows) {
		await workflow.start(CSV);
		const { execution } = await latestOf(cluster, workflow, 1);
		failed.push(execution.id);
		assert.match(failureOf(execution) ?? 'no failure', REFUSED);
		assert.equal(modeOf(execution, madeBy), 'database');
		assert.ok(rowsOf(source).length < ROWS);
	}

	await leaveOnly(cluster, 'worker-2');
	sandbox.set({ rejectRows: null });
	for (const [index, { source, workflow }] of workflows.entries()) {
		await client.call('POST', `/executions/${failed[index]}/retry`, { loadWorkflow: false });
		const { execution, worker } = await latestOf(cluster, workflow, 2);
		assert.equal(failureOf(execution), null);
		assert.equal(worker, 'worker-2');
		const rows = rowsOf(source);
		assert.deepEqual([rows.length, new Set(rows).size], [ROWS, ROWS], source);
		assert.equal(outputOf(execution, NODE)[0]?.json.accepted, ROWS);
	}
}

const SOURCE = 'sheet';
const SHEET_ROWS = 1_500;
/** A refused batch of the older rows arrives last, so that the newer ones are there first. */
const LATE = { delayMs: 1_500 };

/** Pushes of one node by two workers at once: whatever they overwrite, the run after the next holds. */
export async function sentRows(cluster: Cluster): Promise<void> {
	const { oauth, sandbox } = cluster;
	await cluster.startWorkers();
	const push = pushNode(oauth, {
		ifSentAgain: 'replaces',
		onlyChanged: true,
		rowsJson: '={{ $json.body.rows }}',
	});
	const workflow = await publishNodes(cluster, 'sent-rows', push);
	const sheet = (spend: number) =>
		makeRows(SHEET_ROWS).map((row) => ({ ...row, source: SOURCE, spend }));
	const arrived = () => storedRows(sandbox).filter(({ source }) => source === SOURCE);
	let started = 0;
	const runs = async (...spends: number[]) => {
		await Promise.all(spends.map(async (spend) => await workflow.start(sheet(spend))));
		started += spends.length;
		await latestOf(cluster, workflow, started);
		const isOver = async () =>
			(await workflow.executions()).every(({ status }) => status === 'success');
		await until('all have ended', LIMIT_MS, isOver);
	};
	await runs(1);
	sandbox.chaos({ endpoints: ['ads'], probability: 0.5, faults: [LATE] });
	await runs(2, 3);
	sandbox.clearFaults();
	await runs(1);
	await runs(1);
	const held = new Map(arrived().map(({ id, spend }) => [id, spend]));
	assert.deepEqual([held.size, new Set(held.values())], [SHEET_ROWS, new Set([1])]);
	const before = arrived().length;
	await runs(1);
	assert.equal(arrived().length, before, 'unchanged rows were sent');
}
