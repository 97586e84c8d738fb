import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CredentialInput, RestClient } from '../scripts/hosts/client.mts';
import { startHost } from '../scripts/hosts/host.mts';
import { installHost, PINNED } from '../scripts/hosts/install.mts';
import { installPackage, packPackage } from '../scripts/hosts/package.mts';
import { CACHE } from '../scripts/paths.mts';
import { listen } from '../test/kit/listen.mts';
import { inARow } from '../test/kit/workflows.mts';

const NODES = join(import.meta.dirname, 'nodes');
const PACKAGE = 'n8n-nodes-bench';
const RUN_LIMIT_MS = 15 * 60_000;
const LONGEST_SETTLING_MS = 3 * 60_000;
const STEADY_MS = 30_000;

/** A node of a benchmark workflow; its credentials are chosen by type. */
export interface BenchNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: Record<string, unknown>;
	credentials?: string[];
}

export interface Measurement {
	milliseconds: Record<string, number>;
	/** Items that reached the end of the workflow. */
	items: number;
	/** Resident size of n8n's process before the run; absent if it cannot be read. */
	restBytes?: number;
	/** Its highest resident size during the run; likewise. */
	peakBytes?: number;
}

export type BenchHost = Awaited<ReturnType<typeof startBenchHost>>;

export const benchType = (name: string) => `${PACKAGE}.${name}`;

/** As n8n runs on a small machine: what it has to hold shows there. */
export const HEAP_MB = 512;
/** All of the heap: `--max-old-space-size` leaves out what is new, which V8 gives up to 192 MB more. */
export const SMALL_HEAP = { NODE_OPTIONS: `--max-heap-size=${HEAP_MB}` };

/**
 * Starts real n8n 2.x with this package, the benchmark's own nodes and the given credentials.
 * @param credentials one per type; each run gets copies of its own
 * @param name of its folder: hosts that run at the same time have names of their own
 */
export async function startBenchHost(
	credentials: Array<Omit<CredentialInput, 'name'>>,
	name = 'bench',
	env: Record<string, string> = {},
) {
	const home = join(CACHE, name);
	const userFolder = join(home, 'n8n');
	const n8n = PINNED['n8n-2'];
	await installHost(n8n);
	rmSync(home, { recursive: true, force: true });
	await installPackage((await packPackage()).tarball, userFolder);
	installBenchNodes(userFolder);
	const reports = await listenForReports();
	const log = join(home, 'n8n.log');
	const host = await startHost({ n8n, folder: userFolder, log, env });
	const client = new RestClient(host.url);
	await client.signIn();

	/** Credentials that no run before has used, so that none profits from what another has learned. */
	async function freshCredentials(): Promise<Record<string, { id: string; name: string }>> {
		const stored: Record<string, { id: string; name: string }> = {};
		for (const { type, data } of credentials) {
			const name = `Bench ${randomUUID()}`;
			stored[type] = { id: await client.saveCredential({ name, type, data }), name };
		}
		return stored;
	}

	/** Runs nodes one after another. @param earlier for a run of the same workflow before that, which is not measured */
	async function run(nodes: BenchNode[], earlier?: BenchNode[]): Promise<Measurement> {
		const report = { name: 'Report', type: benchType('report'), parameters: { url: reports.url } };
		const trigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
		const collect = { name: 'Collect', type: benchType('collect'), parameters: {} };
		const stored = await freshCredentials();
		const whole = (inOrder: BenchNode[]) => chain([trigger, collect, ...inOrder, report], stored);
		const workflow = await client.saveWorkflow(whole(nodes));
		const execute = async (inOrder: BenchNode[]): Promise<Measurement> => {
			const saved = await client.saveWorkflow({ ...workflow, nodes: whole(inOrder).nodes });
			const next = reports.next();
			const executionId = await client.start(saved, trigger.name);
			return await Promise.race([next, failure(client, executionId)]);
		};
		if (earlier) await execute(earlier);
		const { pid } = host.child;
		resetPeakMemory(pid);
		const restBytes = peakMemory(pid);
		const measured = await execute(nodes);
		return { ...measured, restBytes, peakBytes: peakMemory(pid) };
	}

	return {
		run,
		/** Waits until n8n is at rest: until it has given back what its start and earlier runs took. */
		settle: async () => await untilSteady(host.child.pid),
		async close() {
			await host.stop();
			await reports.close();
		},
	};
}

/** The benchmark's nodes as a package that n8n loads: types stripped, since it is not compiled. */
function installBenchNodes(userFolder: string): void {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE);
	mkdirSync(folder, { recursive: true });
	const files = readdirSync(NODES);
	for (const file of files) {
		const source = stripTypeScriptTypes(readFileSync(join(NODES, file), 'utf8'));
		writeFileSync(join(folder, asModule(file)), asModule(source));
	}
	const nodes = files.filter((file) => file.includes('.node.')).map(asModule);
	const manifest = { name: PACKAGE, version: '1.0.0', n8n: { n8nNodesApiVersion: 1, nodes } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

const asModule = (text: string) => text.replaceAll('.mts', '.mjs');

/** A workflow of nodes in a row, whose executions n8n does not keep. */
function chain(nodes: BenchNode[], stored: Record<string, { id: string; name: string }>) {
	const settings = {
		executionOrder: 'v1',
		saveManualExecutions: false,
		saveDataSuccessExecution: 'none',
		saveDataErrorExecution: 'all',
	};
	const withCredentials = nodes.map(({ credentials = [], ...node }, index) => ({
		// n8n keeps by the id of a node what it has sent.
		id: `node-${index}`,
		typeVersion: 1,
		...node,
		credentials: Object.fromEntries(credentials.map((type) => [type, stored[type]!])),
	}));
	return { ...inARow(withCredentials, `Bench: ${nodes.at(-2)!.name}`), settings };
}

async function untilSteady(pid: number | undefined): Promise<void> {
	const limit = Date.now() + LONGEST_SETTLING_MS;
	let [least, since] = [Infinity, Date.now()];
	while (Date.now() < Math.min(limit, since + STEADY_MS)) {
		resetPeakMemory(pid);
		const bytes = peakMemory(pid) ?? least;
		if (bytes <= 0.99 * least) [least, since] = [bytes, Date.now()];
		await sleep(1_000);
	}
}

async function listenForReports() {
	const server = createServer(async (request, response) => {
		server.emit('report', await json(request));
		response.end();
	});
	const { url, close } = await listen(server);
	return {
		url,
		close,
		async next(): Promise<Measurement> {
			const [report] = await once(server, 'report', { signal: AbortSignal.timeout(RUN_LIMIT_MS) });
			return report as Measurement;
		},
	};
}

/** Rejects with what an execution failed of; does nothing otherwise. */
async function failure(client: RestClient, id: string): Promise<never> {
	const limit = Date.now() + RUN_LIMIT_MS;
	while (Date.now() < limit) {
		await sleep(1_000);
		const execution = await client
			.call<{ status: string; data: string }>('GET', `/executions/${id}`)
			.catch(() => undefined);
		if (execution === undefined) return await new Promise<never>(() => {});
		if (execution.status === 'error')
			throw new Error(`The execution failed: ${execution.data.slice(0, 2_000)}`);
	}
	throw new Error(`The execution has not ended after ${RUN_LIMIT_MS} ms`);
}

/** Peak memory of another process, which Linux keeps; elsewhere nothing is said. */

function resetPeakMemory(pid: number | undefined): void {
	try {
		writeFileSync(`/proc/${pid}/clear_refs`, '5');
	} catch {
		// Not Linux, or not allowed: peakMemory then gives nothing, or the peak since the start.
	}
}

/** The highest resident size in bytes since {@link resetPeakMemory}. */
function peakMemory(pid: number | undefined): number | undefined {
	try {
		const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
		return match ? Number(match[1]) * 1_024 : undefined;
	} catch {
		return undefined;
	}
}
