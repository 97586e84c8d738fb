import { PINNED } from '../../../scripts/hosts/install.mts';
import { closing } from '../../kit/host.mts';
import { check, type Results, type Suite } from '../suite.mts';
import { startCluster } from './cluster.mts';
import { files, sentRows } from './files.mts';
import { crash, stop } from './stoppedWorker.mts';
import { storm } from './storm.mts';
import { threeProcesses } from './threeProcesses.mts';

/** Several processes of n8n on one credential: 2.x in queue mode, and three commands at once on each line. */

/** For each, which gives what was measured in a minute; on a busy machine it takes longer. */
const LIMIT_MS = 300_000;

const CHECKS = {
	'200 executions while the token expires and a quota bites': storm,
	'Files of one process, pushed and retried by others': files,
	'Send Only What Changed by two workers at once: the last rows are held': sentRows,
	'SIGTERM to a worker during a push': stop,
	'SIGKILL to a worker during a push': crash,
};

export const queueMode: Suite = async ({ only, versions }) => {
	const results: Results = [];
	const report = async (name: string, run: () => Promise<string | void>) => {
		if (name.includes(only)) results.push(await check(name, LIMIT_MS, run));
	};
	const isWanted = Object.keys(CHECKS).some((name) => name.includes(only));
	const inQueueMode = async () =>
		await closing(async (closers) => {
			const cluster = await startCluster(closers);
			for (const [name, run] of Object.entries(CHECKS)) {
				await report(name, async () => await run(cluster));
				cluster.sandbox.clearFaults();
			}
		});
	const withoutRedis = async () => {
		for (const n8n of versions)
			await report(
				`Three processes on an expired token, without Redis, ${n8n.name}`,
				async () => await closing(async (closers) => await threeProcesses(n8n, closers)),
			);
	};
	const hasCluster = isWanted && versions.includes(PINNED['n8n-2']);
	await Promise.all([hasCluster && inQueueMode(), withoutRedis()]);
	return results;
};
