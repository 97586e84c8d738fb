import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { NODE } from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { type Cluster, type Worker, workerOf } from './cluster.mts';
import { endProcess } from './servers.mts';
import {
	makeRows,
	type PushedRow,
	publishWorkflow,
	type PushWorkflow,
	rowsOf,
} from './workflow.mts';

/** What becomes of a push if its worker ends. */

const ROWS = 2_000;
const BATCH = 50;
/** So that the push takes about ten seconds: its 40 requests overlap, 16 of them at most. */
const ANSWER_MS = 2_500;
const AT_ONCE = 16;
const LIMIT_MS = 90_000;
const slow = { delayMs: ANSWER_MS };

/** Rows of the execution at the service when its worker is killed. */
const KILL_AFTER = 10 * BATCH;
/** After the execution has ended, for as long as n8n would need to run it again. */
const WATCH_MS = 15_000;
/** What n8n writes when the main misses a worker before or after the worker's return. */
const MISSED = /failed to be processed too many times and will no longer retry/;
/** Which worker takes an execution is chance. */
const MOST_STARTS = 12;

/** Starts executions until each worker runs one. @returns the worker of each execution */
async function occupyBoth(cluster: Cluster, workflow: PushWorkflow) {
	const workers = new Map<string, Worker>();
	for (let start = 1; start <= MOST_STARTS; start++) {
		await workflow.start(makeRows(ROWS));
		const listed = await until('the execution is queued', LIMIT_MS, async () => {
			const executions = await workflow.executions();
			return executions.length === start ? executions : undefined;
		});
		for (const { id } of listed) workers.set(id, await workerOf(cluster, id));
		if (new Set(workers.values()).size > 1) return workers;
	}
	throw new Error(`One worker took all of ${MOST_STARTS} executions`);
}

/**
 * A worker is killed while it pushes: its execution shows as failed by the worker's end ("crashed"
 * from the worker's return, "error" from the main's missing it), nobody runs it again, and what it sent can be told from the
 * rows of executions that ran beside it: the first rows, without those of some of the last requests.
 */
export async function crash(cluster: Cluster): Promise<string> {
	const { sandbox, client } = cluster;
	await cluster.startWorkers();
	const workflow = await publishWorkflow(cluster, 'crash', { batchSize: BATCH });
	sandbox.clearLog();
	sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [slow] });
	const workers = await occupyBoth(cluster, workflow);
	// The latest one is still running; the worker of the others may have been at it for a while.
	const [victim, worker] = [...workers].at(-1) ?? [];
	assert.ok(victim !== undefined && worker);
	const neighbours = [...workers].filter(([, other]) => other !== worker).map(([id]) => id);
	const isUnderWay = () => rowsOf(sandbox, victim).length >= KILL_AFTER;
	await until('the push is under way', LIMIT_MS, isUnderWay);
	const killed = Date.now();
	await endProcess(worker.child, 'SIGKILL');
	// A request that was under way may still be carried out.
	await sleep(ANSWER_MS + 500);
	const sent = rowsOf(sandbox, victim);
	// What a supervisor does; n8n then finds in its event log what was running.
	await cluster.startWorkers();

	const execution = await client.waitForExecution(victim, LIMIT_MS);
	const ended = Math.round((Date.now() - killed) / 1_000);
	const others: string[] = [];
	for (const id of neighbours) {
		const { status } = await client.waitForExecution(id, LIMIT_MS);
		others.push(`${status} with ${rowsOf(sandbox, id).length} rows`);
	}
	await sleep(WATCH_MS);
	sandbox.clearFaults();

	const executions = await workflow.executions();
	const reason = failureOf(execution)?.split('. ')[0] ?? '';
	const rows = rowsOf(sandbox, victim);
	const last = Math.max(...rows);
	const holes = last + 1 - rows.length;
	const measured =
		`"${execution.status}" ${ended} s after the kill ("${reason}"); ${executions.length - workers.size} reruns; ` +
		`of ${ROWS} rows ${rows.length} at the service, all of the first ${last + 1} but ${holes}; ` +
		`on the other worker: ${others.join(', ')}`;
	assert.ok(
		execution.status === 'crashed' || (execution.status === 'error' && MISSED.test(reason)),
		measured,
	);
	assert.equal(executions.length, workers.size, `it was run again: ${measured}`);
	assert.deepEqual(rows, sent, `rows came after the kill: ${measured}`);
	assert.ok(rows.length < ROWS, measured);
	assert.equal(new Set(rows).size, rows.length, `rows are doubled: ${measured}`);
	assert.ok(holes < AT_ONCE * BATCH, `not the first rows: ${measured}`);
	for (const other of others) assert.equal(other, `success with ${ROWS} rows`, measured);
	return measured;
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

/**
 * A worker gets SIGTERM while it pushes many batches: it finishes them, and every row has the
 * outcome that it has at the service.
 */
export async function stop(cluster: Cluster): Promise<string> {
	const { sandbox, client } = cluster;
	await cluster.startWorkers();
	const workflow = await publishWorkflow(
		cluster,
		'stop',
		{ batchSize: BATCH, output: 'rows' },
		{ onError: 'continueErrorOutput' },
	);
	sandbox.clearLog();
	sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [slow] });
	sandbox.fail('ads', ...FAULTS);
	await workflow.start(makeRows(ROWS));
	const isUnderWay = () => sandbox.requests('ads').length >= STOP_AFTER;
	await until('the push is under way', LIMIT_MS, isUnderWay);
	const [queued] = await workflow.executions();
	assert.ok(queued);
	const worker = await workerOf(cluster, queued.id);
	const before = sandbox.requests('ads').length;
	const told = Date.now();
	await endProcess(worker.child, 'SIGTERM', LIMIT_MS);
	const execution = await client.waitForExecution(queued.id, LIMIT_MS);
	const took = (Date.now() - told) / 1_000;
	sandbox.clearFaults();

	const outcomes = new Map<number, string[]>();
	const note = ({ id }: PushedRow, outcome: string) =>
		outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]);
	for (const { json } of outputOf(execution, NODE))
		note(json.row as PushedRow, json.outcome as string);
	for (const { json } of outputOf(execution, NODE, 1)) {
		const { row, outcome } = json.error as { row: PushedRow; outcome: string };
		note(row, outcome);
	}
	const idsOf = (outcome: string) =>
		[...outcomes].filter(([, all]) => all.includes(outcome)).map(([id]) => id);
	const accepted = idsOf('accepted');
	const unknown = idsOf('unknown');
	const rejected = idsOf('rejected');
	const stored = rowsOf(sandbox, queued.id);
	const measured =
		`${before} of ${sandbox.requests('ads').length} requests before SIGTERM, ended ${took.toFixed(0)} s later with exit code ${worker.child.exitCode}, ` +
		`execution "${execution.status}"; of ${ROWS} rows ${accepted.length} accepted, ${unknown.length} unknown, ` +
		`${rejected.length} rejected; ${stored.length} at the service`;
	assert.equal(worker.child.exitCode, 0, measured);
	assert.equal(execution.status, 'success', measured);
	assert.equal(outcomes.size, ROWS, `rows without an outcome: ${measured}`);
	const all = [...outcomes.values()].flat();
	assert.equal(all.length, ROWS, `rows with two outcomes: ${measured}`);
	assert.ok(before < ROWS / BATCH, `the push had ended before: ${measured}`);
	assert.equal(unknown.length, BATCH, measured);
	assert.equal(rejected.length, BATCH, measured);
	assert.deepEqual(
		stored.toSorted((a, b) => a - b),
		[...accepted, ...unknown].toSorted((a, b) => a - b),
		`the report differs from what the service holds: ${measured}`,
	);
	return measured;
}
