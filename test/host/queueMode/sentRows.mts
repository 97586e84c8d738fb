import assert from 'node:assert/strict';
import { type Cluster, leaveOnly } from './cluster.mts';
import { latestOf, makeRows, publishNodes, pushNode, storedRows } from './workflow.mts';

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
