import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { freePort, hasEnded, spawnN8n } from '../../../scripts/hosts/host.mts';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { type Closers, E2E_CACHE, startStage } from '../../kit/host.mts';
import { CLICK, inARow, n8nNode } from '../../kit/workflows.mts';
import { listen } from '../../kit/listen.mts';
import { createWorld } from '../scenarios/world.mts';
import { until } from '../../../scripts/until.mts';
import { pushNode, storedRows } from './workflow.mts';

const PROCESSES = 3;
/** So long takes a refresh: the others must meet the expired token meanwhile, on a busy machine, too. */
const TOKEN_MS = 10_000;
const LIMIT_MS = 120_000;
/** What `n8n execute` prints of an execution that has ended well, and what of any other. */
const SUCCESS = 'Execution was successful:';
const FAILURE = 'Execution was NOT successful';

/** Answers nobody before all processes have asked: they start seconds apart, and shall want to refresh at once. */
async function openBarrier() {
	const waiting: ServerResponse[] = [];
	const server = createServer((_, response) => {
		waiting.push(response);
		if (waiting.length === PROCESSES) for (const each of waiting) each.end('{}');
	});
	return await listen(server);
}

/** Three times `n8n execute` on one expired access token: only one refresh can win, and none fails. */
export async function threeProcesses(n8n: N8n, closers: Closers) {
	const name = `three-processes-${n8n.name}`;
	const home = join(E2E_CACHE, name);
	const stage = await startStage(closers, n8n, name);
	const { client, credentials, host, production: sandbox } = await createWorld(stage);
	const oauth = credentials.merchantDataOAuth2Api;
	const barrier = await openBarrier();
	closers.push(barrier.close);
	const options = { timeout: LIMIT_MS };
	const together = n8nNode('Together', 'httpRequest', 4.2, { url: barrier.url, options });
	const push = pushNode(oauth, { rowsJson: '={{ { execution: $execution.id } }}' });
	const { id } = await client.saveWorkflow(inARow([CLICK, together, push]));
	await host.stop();

	sandbox.expireAccessTokens();
	sandbox.set({ tokenDelayMs: TOKEN_MS });
	sandbox.clearLog();
	const runs = await Promise.all(
		Array.from({ length: PROCESSES }, async (_, index) => {
			const log = join(home, `execute-${index + 1}.log`);
			const env = { N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
			const run = spawnN8n(['execute', `--id=${id}`], { n8n, folder: home, log, env });
			closers.push(() => run.stop());
			return run;
		}),
	);
	// n8n 2.x does not always end when the execution has, so its words count, not its exit.
	const ends = await Promise.all(
		runs.map(({ child, log }) =>
			until(`an execution ends; see ${log}`, LIMIT_MS, () => {
				const said = readFileSync(log, 'utf8');
				if (said.includes(SUCCESS)) return 'success';
				return (said.includes(FAILURE) || hasEnded(child)) && `failure, see ${log}`;
			}),
		),
	);

	assert.deepEqual(new Set(ends), new Set(['success']));
	assert.equal(storedRows(sandbox).length, PROCESSES);
	const refused = sandbox.requests('ads').filter(({ status }) => status === 401);
	assert.equal(refused.length, PROCESSES, 'they did not run at once');
	const calls = sandbox.requests('token').map(({ status }) => status);
	return `token calls answered ${calls.join(', ')}`;
}
