import { parseArgs } from 'node:util';
import { duration } from '../progress.mjs';
import { startCluster } from './cluster.mts';
import { crash } from './crash.mts';
import { stop } from './stop.mts';
import { storm } from './storm.mts';
import { threeProcesses } from './threeProcesses.mts';

/**
 * Several processes of n8n on one credential: 2.x in queue mode (a main and two workers with Redis
 * and PostgreSQL), and on each line three commands at once without Redis. Prints a table of
 * results; the exit code says whether all of them hold. `--only <part of a name>` runs some.
 */

/** It takes four minutes, and more only on a busy machine. */
const LIMIT_MS = 720_000;

const IN_QUEUE_MODE = [
	{ name: '200 executions while the token expires and a quota bites', run: storm },
	{ name: 'SIGTERM to a worker during a push', run: stop },
	{ name: 'SIGKILL to a worker during a push', run: crash },
];
const LINES = ['n8n-2', 'n8n-1'] as const;

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const closers: Array<() => Promise<void>> = [];

/** Ends what was started, the latest first. */
async function closeAll(): Promise<void> {
	for (let end = closers.pop(); end; end = closers.pop()) await end();
}

async function giveUp(reason: string): Promise<void> {
	console.error(`\n  ${reason}`);
	await closeAll();
	process.exit(1);
}

/** Runs a scenario and prints its line of the table. @returns whether it holds */
async function report(name: string, run: () => Promise<string>): Promise<boolean> {
	const begun = Date.now();
	const { mark, text } = await run().then(
		(measured) => ({ mark: '✓', text: measured }),
		(error: Error) => ({ mark: '✗', text: error.message }),
	);
	console.log(`  ${mark} ${name} (${duration((Date.now() - begun) / 1_000)})`);
	console.log(`      ${text.replaceAll('\n', '\n      ')}`);
	return mark === '✓';
}

async function main(): Promise<boolean> {
	const started = Date.now();
	const results: boolean[] = [];
	const isChosen = ({ name }: { name: string }) => name.includes(flags.only);

	const queued = IN_QUEUE_MODE.filter(isChosen);
	if (queued.length > 0) {
		console.log('\n  Queue mode\n');
		const cluster = await startCluster(closers);
		for (const { name, run } of queued) {
			await cluster.startWorkers();
			results.push(await report(name, () => run(cluster)));
			cluster.sandbox.clearFaults();
		}
		await closeAll();
	}
	console.log('\n  Without Redis\n');
	for (const line of LINES) {
		const name = `Three processes on an expired token, ${line}`;
		if (!isChosen({ name })) continue;
		results.push(await report(name, () => threeProcesses(line, closers)));
		await closeAll();
	}

	const hold = results.filter(Boolean).length;
	const took = duration((Date.now() - started) / 1_000);
	console.log(`\n  ${hold} of ${results.length} hold, ${took}\n`);
	return hold === results.length;
}

const limit = setTimeout(() => void giveUp('Not done in twelve minutes'), LIMIT_MS);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void giveUp('Interrupted'));
}
try {
	if (!(await main())) process.exitCode = 1;
} catch (error) {
	await giveUp(error instanceof Error ? error.message : String(error));
}
clearTimeout(limit);
