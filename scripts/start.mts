import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/index.mts';
import { byHand } from './credentialFields.mts';
import { fillEditor, FORM_USER } from './editor.mts';
import { OWNER, RestClient } from './hosts/client.mts';
import { freePort, startHost } from './hosts/host.mts';
import { installHost, PINNED } from './hosts/install.mts';
import { installPackage, packPackage, PACKAGE } from './hosts/package.mts';
import { startInbox } from './inbox.mts';
import { CACHE, ROOT } from './paths.mts';
import { duration, step } from './progress.mjs';

/**
 * `npm start`: the sandbox, real n8n with the packed package, and all examples in it, ready to run.
 * `--dev` (`npm run dev`) compiles on every change into the installed package, which n8n then loads
 * again, and lets a debugger attach.
 */

const { dev: isDev = false } = parseArgs({ options: { dev: { type: 'boolean' } } }).values;

const HOME = join(CACHE, isDev ? 'dev' : 'start');
const USER_FOLDER = join(HOME, 'n8n');
/** What people put files into is not hidden. */
const FILES = isDev ? join(HOME, 'files') : join(ROOT, 'n8n-files');
const DEV_ENV = { N8N_DEV_RELOAD: 'true', NODE_OPTIONS: '--inspect=127.0.0.1:9229' };
const SANDBOX_PORT = 4010;
const INBOX_PORT = 4011;
const N8N_PORT = 5678;

const closers: Array<() => Promise<void>> = [];
let closing: Promise<void> | undefined;

/** Ends what was started, the latest first; once, however often it is called. */
function close(): Promise<void> {
	closing ??= (async () => {
		for (const end of closers.reverse()) await end();
	})();
	return closing;
}

async function startEverything() {
	const tarball = await step('Package', async () => {
		const packed = await packPackage();
		const text = `${PACKAGE.name} ${PACKAGE.version}${packed.fresh ? ', built and packed' : ', unchanged'}`;
		return { value: packed.tarball, text };
	});
	await installHost(PINNED['n8n-2']);
	mkdirSync(FILES, { recursive: true });
	const sandbox = await step('Sandbox of the service', async () => {
		const value = await startSandbox({ port: await freePort(SANDBOX_PORT), tellScopes: true });
		closers.push(() => value.close());
		return { value, text: value.url };
	});
	const inbox = await step('Inbox for messages and emails', async () => {
		const value = await startInbox(INBOX_PORT);
		closers.push(() => value.close());
		return { value, text: value.url };
	});
	const host = await step('n8n with the package', async () => {
		const installed = await installPackage(tarball, USER_FOLDER);
		if (isDev) compileOnChange(installed);
		const value = await startHost({
			n8n: PINNED['n8n-2'],
			folder: USER_FOLDER,
			port: await freePort(N8N_PORT),
			log: join(HOME, 'n8n.log'),
			env: {
				// n8n compares resolved paths; 2.x allows only ~/.n8n-files otherwise.
				N8N_RESTRICT_FILE_ACCESS_TO: realpathSync(FILES),
				GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
				...(isDev ? DEV_ENV : {}),
			},
		});
		closers.push(() => value.stop());
		return { value, text: value.url };
	});
	const client = new RestClient(host.url);
	await client.signIn();
	const { workflows } = await step('Examples in the editor', async () => {
		const value = await fillEditor({ client, sandbox, inbox, folder: realpathSync(FILES) });
		return { value, text: `${value.workflows.size}, with credentials, files and data tables` };
	});
	return { sandbox, inbox, host, workflows };
}

/** Compiles into the installed package, now and on every change; n8n watches that folder. */
function compileOnChange(installed: string): void {
	const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const options = ['--watch', '--preserveWatchOutput', '--outDir', join(installed, 'dist')];
	const compiler = spawn(process.execPath, [tsc, ...options], { cwd: ROOT, stdio: 'inherit' });
	closers.push(async () => void compiler.kill());
}

async function main(): Promise<void> {
	console.log('\n  Merchant Data for n8n\n');
	const { sandbox, inbox, host, workflows } = await startEverything();
	const first = workflows.get('corrected-ad-spend-to-ads.json')!;
	console.log(`
  Ready in ${duration(performance.now() / 1_000)}.

      Editor      ${host.url}/home/workflows
      Email       ${OWNER.email}
      Password    ${OWNER.password}
      Files       ${FILES}
      Service     ${sandbox.url}/received
      Inbox       ${inbox.url}

  All ${workflows.size} examples are in the editor, ready to run, with tags to filter by. Where a tag says that one
  needs something, add your own credential first. The next start puts the examples back as they were: save
  what you change under another name.

  Pages that are open already (user ${FORM_USER.user}, password ${FORM_USER.password}):

      Push a CSV file         ${host.url}/form/csv-to-ads
      Refused rows            ${host.url}/webhook/refused-rows
      Deletion request        ${host.url}/form/deletion-request

  Both credentials are there. To make your own by hand (these values open nothing else; after the next start,
  connect it again):

${byHand(sandbox)}

  Ctrl-C ends n8n and the sandbox.

  What to do first:

      1. Open ${host.url}/workflow/${first.id} and sign in with the email and password above.
      2. Click "Execute workflow". It pushes a CSV file. A second click sends nothing twice.
      3. Open ${sandbox.url}/received to see what the service received,
         and to make it refuse, fail or limit the next requests.
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
