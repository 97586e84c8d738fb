import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../../sandbox/index.mts';
import { oauthFields } from '../../../scripts/credentialFields.mts';
import { RestClient } from '../../../scripts/hosts/client.mts';
import {
	freePort,
	hasEnded,
	type N8nProcess,
	spawnN8n,
	startHost,
} from '../../../scripts/hosts/host.mts';
import { installHost, PINNED } from '../../../scripts/hosts/install.mts';
import { installPackage, packPackage } from '../../../scripts/hosts/package.mts';
import { CACHE } from '../../../scripts/paths.mts';
import { type Closers } from '../../kit/host.mts';
import { step } from '../../../scripts/progress.mjs';
import { until } from '../../../scripts/until.mts';
import { POSTGRES_USER, type Server, startPostgres, startRedis } from './servers.mts';

const N8N = PINNED['n8n-2'];
const HOME = join(CACHE, 'queue-mode');
const READY_MS = 120_000;
const ENDED_MS = 60_000;

const WORKERS = ['worker-1', 'worker-2'];
/** Executions that a worker runs at once. */
const CONCURRENCY = 10;

interface Worker extends N8nProcess {
	name: string;
	/** Whether it started this execution, by its own log. */
	hasRun(executionId: string): boolean;
}

/** n8n in queue mode: a main, two workers, and what they share. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** What the main and the workers have in common; docs/guide/operating.md lists the same for an operator. */
function sharedSettings(redis: Server, postgres: Server): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: POSTGRES_USER,
		DB_POSTGRESDB_USER: POSTGRES_USER,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		GENERIC_TIMEZONE: 'UTC',
		// A worker that was killed is missed after 15 seconds instead of 90.
		QUEUE_WORKER_LOCK_DURATION: '10000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '60',
		// No workflow here runs code, and a runner would outlive a worker that is killed.
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: randomBytes(24).toString('hex'),
	};
}

/** A worker does not speak HTTP. */
const readLog = ({ log }: N8nProcess): string => readFileSync(log, 'utf8');

/** Starts everything on 127.0.0.1. @param closers gets what ends each part, as soon as the part is there */
export async function startCluster(closers: Closers) {
	const { tarball } = await packPackage();
	await installHost(N8N);
	const redis = await startRedis();
	closers.push(redis.close);
	const postgres = await startPostgres();
	closers.push(postgres.close);
	const sandbox = await startSandbox();
	closers.push(() => sandbox.close());

	rmSync(HOME, { recursive: true, force: true });
	const env = sharedSettings(redis, postgres);
	/** Each process has a folder of its own, as on machines of their own. */
	async function processOptions(name: string, run = name) {
		const folder = join(HOME, name);
		await installPackage(tarball, folder);
		return { n8n: N8N, folder, log: join(HOME, `${run}.log`), env } as const;
	}

	const options = await processOptions('main');
	const start = async () => ({ value: await startHost(options), text: 'ready' });
	const main = await step('n8n, main', start);
	closers.push(() => main.stop());
	const client = new RestClient(main.url);
	await client.signIn();
	const data = oauthFields(sandbox);
	const credential = { name: 'OAuth2', type: 'merchantDataOAuth2Api', data };
	const oauth = await client.saveCredential(credential);
	await client.connectOAuth(oauth);

	/** Those that were started last, by name. */
	const workers = new Map<string, Worker>();
	let started = 0;
	async function startWorker(name: string): Promise<void> {
		const worker = spawnN8n(['worker', `--concurrency=${CONCURRENCY}`], {
			...(await processOptions(name, `${name}-${++started}`)),
			env: { ...env, N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
		});
		closers.push(() => worker.stop());
		await until(`${name} is ready; see ${worker.log}`, READY_MS, () => {
			if (hasEnded(worker.child))
				throw new Error(`${name} ended:\n${readLog(worker).slice(-2_000)}`);
			return readLog(worker).includes('worker is now ready');
		});
		const hasRun = (id: string) => readLog(worker).includes(`Worker started execution ${id} `);
		workers.set(name, { ...worker, name, hasRun });
	}
	/** Starts those of the workers that are not running, and waits until they are ready. */
	async function startWorkers(names: readonly string[] = WORKERS): Promise<void> {
		const missing = names.filter((name) => hasEnded(workers.get(name)?.child));
		await Promise.all(missing.map(startWorker));
	}
	await step('n8n, two workers', async () => await startWorkers());
	return { sandbox, client, oauth, workers, startWorkers };
}

/** The worker that runs an execution, by the workers' logs. */
export async function workerOf({ workers }: Cluster, executionId: string): Promise<Worker> {
	return await until(`a worker runs execution ${executionId}`, READY_MS, () =>
		[...workers.values()].find((worker) => worker.hasRun(executionId)),
	);
}

/** Ends the other worker, when this one is there. */
export async function leaveOnly({ startWorkers, workers }: Cluster, name: string): Promise<void> {
	await startWorkers([name]);
	for (const worker of workers.values())
		if (worker.name !== name) await worker.stop('SIGTERM', ENDED_MS);
}
