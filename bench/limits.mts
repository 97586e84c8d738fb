import './inProcess.mts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { atMost, type Bound } from './section.mts';

/** The node when it is stopped while requests wait. `node bench/limits.mts` prints bounds. */

const { createStage } = await import('../test/kit/stage.mts');
const { OPERATIONS } = await import('../test/kit/operations.mts');

const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ number }));

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
	return atMost(text, measured, 100, 'ms');
}

const closed = { status: 429, headers: { 'retry-after': '60' } };
const bounds = [
	await stopped('Stop, while requests wait out a 429', closed),
	await stopped('Stop, while queries wait for their answers', 'timeout'),
];
console.log(JSON.stringify(bounds));
process.exit();
