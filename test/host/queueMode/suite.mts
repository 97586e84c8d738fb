import { PINNED } from '../../../scripts/hosts/install.mts';
import { closing } from '../../kit/host.mts';
import { check, type Results, type Suite } from '../suite.mts';
import { startCluster } from './cluster.mts';
import { files, sentRows } from './files.mts';
import { crash, stop } from './stoppedWorker.mts';
import { storm } from './storm.mts';

/** Several processes of n8n on one credential: 2.x in queue mode. */

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
	const checks = Object.entries(CHECKS).filter(([name]) => name.includes(only));
	if (checks.length === 0 || !versions.includes(PINNED['n8n-2'])) return [];
	return await closing(async (closers) => {
		const cluster = await startCluster(closers);
		const results: Results = [];
		for (const [name, run] of checks) {
			results.push(await check(name, LIMIT_MS, async () => await run(cluster)));
			cluster.sandbox.clearFaults();
		}
		return results;
	});
};
