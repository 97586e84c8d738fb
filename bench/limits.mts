import './inProcess.mts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Bound } from './section.mts';

/** The node against a service with a quota, and when it is stopped. `node bench/limits.mts` prints bounds. */

const { createStage } = await import('../test/kit/stage.mts');
const { OPERATIONS } = await import('../test/kit/operations.mts');

const QUOTA = { limit: 5, windowMs: 1_000 };
const REQUESTS = 100;
/** The first refusals, of what was under way together. */
const FIRST_EVENT_MS = 200;

const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ number }));

/** How many windows the service opened for requests that arrived at these times. */
function windowsOf(times: number[]): number {
	const opened: number[] = [];
	for (const time of times) {
		if (time >= (opened.at(-1) ?? 0) + QUOTA.windowMs) opened.push(time);
	}
	return opened.length;
}

async function spend(executions: number): Promise<Bound[]> {
	const { run, sandbox, close } = await createStage({ quotas: { ads: QUOTA } });
	const parameters = { ...OPERATIONS.push, options: { batchSize: 1 } };
	const items = rows(REQUESTS / executions);
	await Promise.all(
		Array.from({ length: executions }, async () => await run({ parameters, items })),
	);
	const log = sandbox.requests('ads');
	const timesOf = (wanted: number) =>
		log.filter(({ status }) => status === wanted).map(({ time }) => time);
	const windows = windowsOf(timesOf(200));
	const refusals = timesOf(429);
	const later = refusals.filter((time) => time > refusals[0]! + FIRST_EVENT_MS);
	await close();
	const of = `${executions} × ${items.length} requests`;
	return [
		{
			text: `share of a quota of 5 a second that is used, ${of}`,
			measured: (100 * timesOf(200).length) / (windows * QUOTA.limit),
			limit: 95,
			kind: 'least',
			unit: '%',
		},
		{
			text: `refusals in a window, ${of}`,
			measured: later.length / windows,
			limit: 1,
			kind: 'most',
			unit: '',
		},
	];
}

/** @param fault what every request meets */
async function stopped(
	text: string,
	fault: 'timeout' | { status: number; headers: Record<string, string> },
): Promise<Bound> {
	const { run, sandbox, close } = await createStage();
	sandbox.chaos({ endpoints: ['sql'], probability: 1, faults: [fault] });
	const abort = new AbortController();
	const running = run({
		parameters: OPERATIONS.sql,
		items: rows(40),
		onError: 'continueErrorOutput',
		signal: abort.signal,
	});
	while (sandbox.requests('sql').length === 0) await sleep(5);
	await sleep(500);
	const started = performance.now();
	abort.abort();
	await running;
	const measured = performance.now() - started;
	await close();
	return { text, measured, limit: 100, kind: 'most', unit: 'ms' };
}

const closed = { status: 429, headers: { 'retry-after': '60' } };
const bounds = [
	...(await Promise.all([1, 20, 100].map(spend))).flat(),
	await stopped('Stop, while requests wait out a 429', closed),
	await stopped('Stop, while queries wait for their answers', 'timeout'),
];
console.log(JSON.stringify(bounds));
process.exit();
