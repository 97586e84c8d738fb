import assert from 'node:assert/strict';
import { outputOf } from '../../../scripts/hosts/executions.mts';
import { NODE } from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { type Cluster, workerOf } from './cluster.mts';
import { endProcess } from './processes.mts';
import { makeRows, type PushedRow, publishWorkflow, rowsOf } from './workflow.mts';

const ROWS = 2_000;
const BATCH = 50;
/** So that the push takes about ten seconds: its 40 requests overlap, 16 of them at most. */
const ANSWER_MS = 2_500;
/** Requests that the service has seen when the worker is told to stop. */
const STOP_AFTER = 10;
const LIMIT_MS = 60_000;

const slow = { delayMs: ANSWER_MS };
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
