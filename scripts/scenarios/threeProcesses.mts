import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from '../../sandbox/index.mts';
import { RestClient } from '../hosts/client.mts';
import { freePort, spawnN8n, startHost } from '../hosts/host.mts';
import { type HostLine, installHost } from '../hosts/install.mts';
import { installPackage, packPackage } from '../hosts/package.mts';
import { CACHE } from '../paths.mts';
import { type Barrier, startBarrier } from './barrier.mts';

/**
 * Three processes of real n8n (`n8n execute`) use one stored credential whose access token has
 * expired. Its refresh token works once, the token endpoint takes 1.5 s, and nothing but the
 * database connects the processes. No execution may fail.
 *
 *     node scripts/scenarios/threeProcesses.mts [--line n8n-2] [--line n8n-1]
 */

const PROCESSES = 3;
const TOKEN_DELAY_MS = 1_500;
const LIMIT_MS = 180_000;
/** An account of an n8n that lives as long as the scenario. */
const OWNER = { email: 'owner@merchant-data.example', password: 'Local-only-1' };

/** n8n with the package, a connected credential and a workflow that lists shops; then n8n ends. */
async function prepare(
	line: HostLine,
	folder: string,
	sandbox: Sandbox,
	baseUrl: string,
): Promise<string> {
	await installHost(line);
	rmSync(folder, { recursive: true, force: true });
	await installPackage((await packPackage()).tarball, folder);
	const host = await startHost({ line, folder, log: join(folder, 'host.log') });
	try {
		const client = new RestClient(host.url);
		await client.signIn(OWNER);
		const credential = { name: 'Sandbox', type: 'merchantDataOAuth2Api' };
		const id = await client.saveCredential({
			...credential,
			data: {
				environment: 'production',
				baseUrl,
				accountId: sandbox.accountId,
				clientId: sandbox.clientId,
				clientSecret: sandbox.clientSecret,
				scopes: ['read_data'],
			},
		});
		await client.connectOAuth(id);
		const node = { typeVersion: 1, position: [0, 0], parameters: {} };
		const { id: workflow } = await client.saveWorkflow({
			name: 'List shops',
			nodes: [
				{ ...node, id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{
					...node,
					id: 'shops',
					name: 'Shops',
					type: 'n8n-nodes-merchant-data.merchantData',
					parameters: { resource: 'shop', operation: 'getAll' },
					credentials: { [credential.type]: { id, name: credential.name } },
				},
			],
			connections: { Start: { main: [[{ node: 'Shops', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		return workflow;
	} finally {
		await host.stop();
	}
}

/** Runs the workflow in a process of its own. @returns its exit code, or why it has none */
async function execute(line: HostLine, folder: string, workflow: string, number: number) {
	const n8n = spawnN8n(['execute', `--id=${workflow}`], {
		line,
		folder,
		log: join(folder, `execute-${number}.log`),
		env: { N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
	});
	const ended = once(n8n.child, 'exit').then(([code]) => code as number | null);
	const code = await Promise.race([ended, sleep(LIMIT_MS, 'did not end', { ref: false })]);
	await n8n.stop();
	return { code, output: readFileSync(n8n.log, 'utf8') };
}

/** @returns whether no execution failed */
async function holds(line: HostLine): Promise<boolean> {
	const folder = join(CACHE, 'scenarios', `three-processes-${line}`);
	const sandbox = await startSandbox({ tokenDelayMs: TOKEN_DELAY_MS });
	let barrier: Barrier | undefined;
	try {
		barrier = await startBarrier(sandbox.url);
		const workflow = await prepare(line, folder, sandbox, barrier.url);
		sandbox.expireAccessTokens();
		sandbox.clearLog();
		// All three are refused at the same moment, however long each takes to start.
		barrier.hold(/granted-shops$/, PROCESSES);
		const numbers = Array.from({ length: PROCESSES }, (_, index) => index + 1);
		const results = await Promise.all(
			numbers.map((number) => execute(line, folder, workflow, number)),
		);
		const failed = results.filter(({ code }) => code !== 0);
		const answers = sandbox.requests('grantedShops').map(({ status }) => status);
		const good = answers.filter((status) => status === 200).length;
		const tokenCalls = sandbox.requests('token').map(({ status }) => status);
		console.log(
			`${line}: ${PROCESSES - failed.length} of ${PROCESSES} executions succeeded; granted shops answered ${answers.join(', ')}; token calls ${tokenCalls.join(', ')}`,
		);
		for (const { code, output } of failed) console.error(`exit ${code}:\n${output.slice(-2_000)}`);
		const raced = answers.filter((status) => status === 401).length === PROCESSES;
		if (!raced) console.error('The processes did not race: not each was refused with 401');
		return failed.length === 0 && good === PROCESSES && raced;
	} finally {
		await barrier?.close();
		await sandbox.close();
	}
}

const { values } = parseArgs({ options: { line: { type: 'string', multiple: true } } });
const lines = (values.line ?? ['n8n-2', 'n8n-1']) as HostLine[];
let allHold = true;
for (const line of lines) allHold = (await holds(line)) && allHold;
process.exitCode = allHold ? 0 : 1;
