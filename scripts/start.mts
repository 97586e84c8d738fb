import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { byHand, keyFields, oauthFields } from './credentialFields.mts';
import { DATA_FOLDER, EXAMPLES, prepareExample, type CredentialIds } from './examples.mts';
import { OWNER, RestClient, type CredentialInput } from './hosts/client.mts';
import { failureOf } from './hosts/executions.mts';
import { freePort, startHost, type Host } from './hosts/host.mts';
import { installHost, PINNED } from './hosts/install.mts';
import { installPackage, packPackage, PACKAGE } from './hosts/package.mts';
import { examplesNotRun } from './notRun.mts';
import { CACHE, ROOT } from './paths.mts';
import { beginning, duration, step } from './progress.mjs';
import { makeQueue } from './queue.mts';

/**
 * `npm start`: the sandbox, real n8n with the packed package, both credentials, the examples.
 * `--once` ends after the examples, with an exit code that says whether all of them worked.
 * `--dev` (`npm run dev`) compiles on every change into the installed package, which n8n then loads
 * again, and lets a debugger attach.
 */

const { values: flags } = parseArgs({
	options: {
		once: { type: 'boolean', default: false },
		dev: { type: 'boolean', default: false },
	},
});

/** A run with `--once`, in CI for instance, leaves an n8n that is up undisturbed. */
const HOME = join(CACHE, flags.dev ? 'dev' : flags.once ? 'start-once' : 'start');
const USER_FOLDER = join(HOME, 'n8n');
const FILES = join(HOME, 'files');
const DEV_ENV = { N8N_DEV_RELOAD: 'true', NODE_OPTIONS: '--inspect=127.0.0.1:9229' };
const SANDBOX_PORT = 4010;
const N8N_PORT = 5678;

const started = beginning();
const closers: Array<() => Promise<void>> = [];
let closing: Promise<void> | undefined;

/** Ends what was started, the latest first; once, however often it is called. */
function close(): Promise<void> {
	closing ??= (async () => {
		for (const end of closers.reverse()) await end();
	})();
	return closing;
}

const credentialsFor = (sandbox: Sandbox): CredentialInput[] => [
	{ name: 'Sandbox (OAuth2)', type: 'merchantDataOAuth2Api', data: oauthFields(sandbox) },
	{ name: 'Sandbox (API key)', type: 'merchantDataApi', data: keyFields(sandbox) },
];

async function startEverything(): Promise<{ sandbox: Sandbox; host: Host }> {
	const tarball = await step('Package', async () => {
		const packed = await packPackage();
		const text = `${PACKAGE.name} ${PACKAGE.version}${packed.fresh ? ', built and packed' : ', unchanged'}`;
		return { value: packed.tarball, text };
	});
	await installHost(PINNED['n8n-2']);
	mkdirSync(FILES, { recursive: true });
	for (const file of readdirSync(DATA_FOLDER))
		copyFileSync(join(DATA_FOLDER, file), join(FILES, file));
	for (const file of readdirSync(FILES)) if (file.endsWith('.xlsx')) rmSync(join(FILES, file));

	const sandbox = await step('Sandbox of the service', async () => {
		const value = await startSandbox({ port: await freePort(SANDBOX_PORT), tellScopes: true });
		closers.push(() => value.close());
		return { value, text: value.url };
	});
	const host = await step('n8n with the package', async () => {
		const installed = await installPackage(tarball, USER_FOLDER);
		if (flags.dev) compileOnChange(installed);
		const value = await startHost({
			n8n: PINNED['n8n-2'],
			folder: USER_FOLDER,
			port: await freePort(N8N_PORT),
			log: join(HOME, 'n8n.log'),
			env: {
				// n8n compares resolved paths; 2.x allows only ~/.n8n-files otherwise.
				N8N_RESTRICT_FILE_ACCESS_TO: realpathSync(FILES),
				GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
				...(flags.dev ? DEV_ENV : {}),
			},
		});
		closers.push(() => value.stop());
		return { value, text: value.url };
	});
	return { sandbox, host };
}

/** Compiles into the installed package, now and on every change; n8n watches that folder. */
function compileOnChange(installed: string): void {
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const options = ['--watch', '--preserveWatchOutput', '--outDir', join(installed, 'dist')];
	const compiler = spawn(process.execPath, [tsc, ...options], { cwd: ROOT, stdio: 'inherit' });
	closers.push(async () => void compiler.kill());
}

/** Creates both credentials, connects the OAuth one through the consent page, tests the key. */
async function connect(client: RestClient, sandbox: Sandbox): Promise<CredentialIds> {
	const ids: CredentialIds = {};
	for (const credential of credentialsFor(sandbox)) {
		const { name, type } = credential;
		await step(`Credential "${name}"`, async () => {
			const id = await client.saveCredential(credential);
			ids[type] = { id, name };
			if (type === 'merchantDataOAuth2Api') {
				await client.connectOAuth(id);
				return { value: id, text: 'consent given, connected' };
			}
			const { status, message } = await client.testCredential(id, credential);
			if (status !== 'OK') throw new Error(`The credential's test failed: ${message}`);
			return { value: id, text: 'tested' };
		});
	}
	return ids;
}

/** Imports and runs the examples. @returns what went wrong, in words */
async function runExamples(
	client: RestClient,
	sandbox: Sandbox,
	ids: CredentialIds,
): Promise<string[]> {
	const problems: string[] = [];
	const folder = realpathSync(FILES);
	console.log('\n  Examples');
	for (const { file, check, prepare, readsQueue } of EXAMPLES) {
		await prepare?.(folder);
		const table = readsQueue ? await makeQueue(client) : undefined;
		const workflow = await client.saveWorkflow(prepareExample(file, folder, ids, table));
		const triggers = workflow.nodes.filter(({ type }) => type.endsWith('Trigger'));
		const trigger = triggers.find(({ type }) => type.endsWith('.manualTrigger')) ?? triggers[0];
		const since = sandbox.log.at(-1)?.id ?? 0;
		const execution = await client.run(workflow, trigger?.name ?? '');
		const failure = failureOf(execution);
		const outcome = check({ execution, sandbox, folder, since });
		const problem = failure ?? outcome.problem;
		const lines = [outcome.text, `${client.url}/workflow/${workflow.id}`, problem].filter(Boolean);
		console.log(`  ${problem ? '✗' : '✓'} ${workflow.name}`);
		console.log(`      ${lines.join('\n').replaceAll('\n', '\n      ')}`);
		if (problem) problems.push(`${workflow.name}: ${problem}`);
	}
	showNotRun();
	return problems;
}

function showNotRun(): void {
	const notRun = examplesNotRun();
	console.log(
		`\n  ${EXAMPLES.length} of ${EXAMPLES.length + notRun.length} examples were run. Not run, but checked by "npm run test:examples":`,
	);
	for (const { file, reason } of notRun) console.log(`  - ${file.padEnd(42)} ${reason}`);
}

async function main(): Promise<void> {
	console.log('\n  Merchant Data for n8n\n');
	const { sandbox, host } = await startEverything();
	const client = new RestClient(host.url);
	await client.signIn(OWNER);
	const ids = await connect(client, sandbox);
	const problems = await runExamples(client, sandbox, ids);
	if (problems.length > 0) {
		process.exitCode = 1;
		console.log(
			`\n  ${problems.length} of ${EXAMPLES.length} examples failed. n8n's log: ${host.log}`,
		);
	}
	const seconds = (Date.now() - started) / 1000;
	if (flags.once) {
		await close();
		const verdict = problems.length === 0 ? 'Everything worked' : 'Ended with failures';
		return console.log(`\n  ${verdict}, ${duration(seconds)} in all.\n`);
	}
	console.log(`
  Ready in ${duration(seconds)}.

      Editor      ${host.url}/home/workflows
      Email       ${OWNER.email}
      Password    ${OWNER.password}
      Files       ${FILES}
      Sandbox     ${sandbox.url}/_sandbox

  Both credentials are there. To make your own by hand (these values open nothing else):

${byHand(sandbox)}

  Ctrl-C ends n8n and the sandbox.
`);
	await new Promise((resolve) => host.child.once('exit', resolve));
	await close();
	if (!interrupted) throw new Error(`n8n ended by itself; its log is ${host.log}`);
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		interrupted = true;
		console.log('\n  Ending n8n and the sandbox …');
		void close().then(() => process.exit());
	});
}

main().catch(async (error: unknown) => {
	if (interrupted) return;
	console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
	await close();
});
