import assert from 'node:assert/strict';
import { type Cluster, leaveOnly, workerOf } from './cluster.mts';
import { until } from '../until.mts';
import { makeRows, publishNodes, pushNode, storedRows } from './workflow.mts';

const LIMIT_MS = 60_000;
const SOURCE = 'sheet';

/**
 * What one worker has sent is not sent again by the other, which runs after it.
 * @returns what was measured
 */
export async function sentRows(cluster: Cluster): Promise<string> {
	const { client, oauth, sandbox } = cluster;
	const push = pushNode(oauth, sandbox, { skipSentRows: true, rowsJson: '={{ $json.body.rows }}' });
	const { post, executions } = await publishNodes(cluster, 'sent-rows', push);
	const rows = makeRows(1_500).map((row) => ({ ...row, source: SOURCE }));
	const measured: string[] = [];
	for (const [run, [worker, count]] of (
		[
			['worker-1', 1_000],
			['worker-2', 1_500],
		] as const
	).entries()) {
		await leaveOnly(cluster, worker);
		await post(JSON.stringify({ rows: rows.slice(0, count) }), 'application/json');
		const { id } = await until('the execution is queued', LIMIT_MS, async () => {
			const all = await executions();
			return all.length > run ? all[0] : undefined;
		});
		await client.waitForExecution(id, LIMIT_MS);
		const { name } = await workerOf(cluster, id);
		const stored = storedRows(sandbox).filter(({ source }) => source === SOURCE);
		measured.push(`${stored.length} rows at the service after ${name}`);
		assert.equal(name, worker);
		assert.equal(stored.length, count, measured.join('; '));
		assert.equal(new Set(stored.map((row) => row.id)).size, count, measured.join('; '));
	}
	return measured.join('; ');
}
