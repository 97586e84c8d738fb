import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE } from '../paths.mts';
import type { N8n } from './install.mts';

/** As long as a busy machine may take for the first start, with its migrations. */
const READY_MS = 300_000;
const STOP_MS = 15_000;

export type N8nProcess = ReturnType<typeof spawnN8n>;

interface ProcessOptions {
	n8n: N8n;
	/** `N8N_USER_FOLDER`: database, key and installed packages are in `<folder>/.n8n`. */
	folder: string;
	log: string;
	env?: Record<string, string>;
}

/** Ports that were given to programs, which may not listen yet. */
const given = new Set<number>();

/** A port of 127.0.0.1 that is free now: the preferred one, if it is. */
export async function freePort(preferred = 0): Promise<number> {
	const probe = createServer();
	const taken = await new Promise<boolean>((resolve) => {
		probe.once('error', () => resolve(true));
		probe.listen(preferred, '127.0.0.1', () => resolve(false));
	});
	if (taken) return await freePort();
	const { port } = probe.address() as AddressInfo;
	await new Promise((resolve) => probe.close(resolve));
	if (port !== preferred && given.has(port)) return await freePort();
	given.add(port);
	return port;
}

/** Starts a command of an installed n8n, such as `start` or `worker`, with nothing that leaves the machine. */
export function spawnN8n(command: string[], { n8n, folder, log, env }: ProcessOptions) {
	mkdirSync(folder, { recursive: true });
	mkdirSync(dirname(log), { recursive: true });
	const output = openSync(log, 'w');
	const child = spawn(
		process.execPath,
		[join(CACHE, 'hosts', n8n.name, 'node_modules', 'n8n', 'bin', 'n8n'), ...command],
		{
			cwd: folder,
			stdio: ['ignore', output, output],
			env: {
				...process.env,
				N8N_USER_FOLDER: folder,
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
				N8N_DIAGNOSTICS_ENABLED: 'false',
				N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
				N8N_PERSONALIZATION_ENABLED: 'false',
				N8N_TEMPLATES_ENABLED: 'false',
				N8N_HIRING_BANNER_ENABLED: 'false',
				// The editor is served over plain http on loopback.
				N8N_SECURE_COOKIE: 'false',
				N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
				NO_COLOR: '1',
				NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
				...env,
			},
		},
	);
	closeSync(output);
	return { child, log, stop: endOf(child) };
}

/** How to end a child process, which this one always ends: with SIGKILL if the signal has not helped in time. */
export function endOf(child: ChildProcess) {
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	const ended = new Promise<void>((resolve) => {
		child.once('exit', resolve).once('error', () => resolve());
	}).finally(() => process.off('exit', kill));
	return async (signal: NodeJS.Signals = 'SIGTERM', limitMs = STOP_MS) => {
		child.kill(signal);
		const limit = setTimeout(kill, limitMs);
		await ended;
		clearTimeout(limit);
	};
}

/** Whether a process does not run, or never did. */
export const hasEnded = (child?: ChildProcess): boolean =>
	child === undefined || child.exitCode !== null || child.signalCode !== null;

/** Starts n8n and waits until it answers. @throws Error with the end of the log if it does not */
export async function startHost(options: ProcessOptions & { port?: number }) {
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const n8n = spawnN8n(['start'], {
		...options,
		env: {
			N8N_HOST: '127.0.0.1',
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.env,
		},
	});
	const limit = Date.now() + READY_MS;
	while (!(await isReady(url))) {
		const ended = hasEnded(n8n.child);
		if (ended || Date.now() > limit) {
			await n8n.stop();
			const reason = ended ? 'ended before it answered' : `did not answer in ${READY_MS / 1000} s`;
			const end = readFileSync(n8n.log, 'utf8').slice(-2_000).trim();
			throw new Error(`n8n ${reason}. The end of ${n8n.log}:\n${end}`);
		}
		await sleep(200);
	}
	return { ...n8n, url, port };
}

/** 1.x calls itself ready a moment before the editor's calls are there. */
const READY_PATHS = ['/healthz/readiness', '/rest/settings'];

async function isReady(url: string): Promise<boolean> {
	try {
		for (const path of READY_PATHS) {
			const answer = await fetch(url + path, { signal: AbortSignal.timeout(2_000) });
			await answer.arrayBuffer();
			if (!answer.ok) return false;
		}
		return true;
	} catch {
		return false;
	}
}
