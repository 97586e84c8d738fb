import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { NODE } from '../../kit/workflows.mts';
import { until } from '../../../scripts/until.mts';
import { type Cluster, workerOf } from './cluster.mts';
import { assertCounts, makeRows, type PushedRow, publishWorkflow, rowsOf } from './workflow.mts';

/** What becomes of a push if its worker ends. */

const ROWS = 2_000;
const BATCH = 50;
/** So that the push takes about ten seconds: its 40 requests overlap, 16 of them at most. */
const ANSWER_MS = 2_500;
const AT_ONCE = 16;
const LIMIT_MS = 90_000;
const slow = { delayMs: ANSWER_MS };

const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** Starts a push that goes on for a while. @returns its execution, and the worker that runs it */
async function startSlowPush(cluster: Cluster, name: string) {
	const { sandbox } = cluster;
	await cluster.startWorkers();
	const options = { batchSize: BATCH, output: 'rows' };
	const workflow = await publishWorkflow(cluster, name, options, {
		onError: 'continueErrorOutput',
	});
	sandbox.clearLog();
	sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [slow] });
	await workflow.start(makeRows(ROWS));
	const { id } = await until('the execution is queued', LIMIT_MS, async () => {
		const [queued] = await workflow.executions();
		return queued;
	});
	return { workflow, id, worker: await workerOf(cluster, id) };
}

/** Rows of the execution at the service when its worker is killed. */
const KILL_AFTER = 10 * BATCH;
/** After the execution has ended, for as long as n8n would need to run it again. */
const WATCH_MS = 15_000;
/** What n8n writes when the main misses a worker before or after the worker's return. */
const MISSED = /failed to be processed too many times and will no longer retry/;
/**
 * A worker is killed while it pushes: its execution shows as failed by the worker's end ("crashed"
 * from the worker's return, "error" from the main's missing it), nobody runs it again, and what it sent
 * are the first rows, without those of some of the last requests.
 */
export async function crash(cluster: Cluster): Promise<string> {
	const { sandbox, client } = cluster;
	const { workflow, id, worker } = await startSlowPush(cluster, 'crash');
	const isUnderWay = () => rowsOf(sandbox, id).length >= KILL_AFTER;
	await until('the push is under way', LIMIT_MS, isUnderWay);
	const killed = Date.now();
	await worker.stop('SIGKILL');
	// A request that was under way may still be carried out.
	await sleep(ANSWER_MS + 500);
	const sent = rowsOf(sandbox, id);
	// What a supervisor does; n8n then finds in its event log what was running.
	await cluster.startWorkers();

	const execution = await client.waitForExecution(id, LIMIT_MS);
	const ended = Math.round((Date.now() - killed) / 1_000);
	await sleep(WATCH_MS);

	const reason = failureOf(execution)?.split('. ')[0] ?? '';
	const end = `"${execution.status}" ${ended} s after the kill ("${reason}")`;
	assert.ok(
		execution.status === 'crashed' || (execution.status === 'error' && MISSED.test(reason)),
		end,
	);
	assert.equal((await workflow.executions()).length, 1, 'it was run again');
	const rows = rowsOf(sandbox, id);
	assert.deepEqual(rows, sent, 'rows came after the kill');
	assert.ok(rows.length < ROWS);
	assert.equal(new Set(rows).size, rows.length, 'rows are doubled');
	const first = Math.max(...rows) + 1;
	assert.ok(first - rows.length < AT_ONCE * BATCH, 'not the first rows');
	return `${end}; ${rows.length} of the first ${first} rows are at the service`;
}

/** Requests that the service has seen when the worker is told to stop. */
const STOP_AFTER = 10;
/** What befalls the requests after the stop: an answer is lost, and another is a no. */
const FAULTS = [
	...Array.from({ length: STOP_AFTER + 10 }, () => slow),
	{ ...slow, connection: 'reset', taken: true } as const,
	...Array.from({ length: 5 }, () => slow),
	{ ...slow, status: 400 },
];

/** SIGTERM: the worker finishes its batches, and every row has the outcome that it has at the service. */
export async function stop(cluster: Cluster): Promise<string> {
	const { sandbox, client } = cluster;
	sandbox.fail('ads', ...FAULTS);
	const { id, worker } = await startSlowPush(cluster, 'stop');
	const isUnderWay = () => sandbox.requests('ads').length >= STOP_AFTER;
	await until('the push is under way', LIMIT_MS, isUnderWay);
	const before = sandbox.requests('ads').length;
	const stopped = Date.now();
	await worker.stop('SIGTERM', LIMIT_MS);
	const execution = await client.waitForExecution(id, LIMIT_MS);
	const took = Math.round((Date.now() - stopped) / 1_000);

	const told = [
		...outputOf(execution, NODE).map(({ json }) => json),
		...outputOf(execution, NODE, 1).map(({ json }) => json.error),
	] as Array<{ row: PushedRow; outcome: string }>;
	const idsOf = (...outcomes: string[]) =>
		ascending(told.filter((each) => outcomes.includes(each.outcome)).map(({ row }) => row.id));
	assert.equal(execution.status, 'success');
	assertCounts({
		exitCode: [worker.child.exitCode, 0],
		rows: [told.length, ROWS],
		differentRows: [new Set(told.map(({ row }) => row.id)).size, ROWS],
		unknown: [idsOf('unknown').length, BATCH],
		rejected: [idsOf('rejected').length, BATCH],
	});
	assert.ok(before < ROWS / BATCH, 'the push had ended before');
	assert.deepEqual(ascending(rowsOf(sandbox, id)), idsOf('accepted', 'unknown'));
	return `${before} of ${sandbox.requests('ads').length} requests before SIGTERM, ended ${took} s later`;
}
