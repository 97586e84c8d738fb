import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CACHE } from '../paths.mts';
import { run, step } from '../progress.mjs';
import { ensureBuildTools, warnOfMissingTools } from './buildTools.mts';
import { type HostLine, lineOf } from './versions.mts';

export interface N8n {
	line: HostLine;
	version: string;
	/** What its folders are called. */
	name: string;
	/** The package.json that it is installed from. */
	manifest: string;
	/** The lock file; without one, its dependencies are the newest that it allows. */
	lock?: string;
}

const manifestOf = (line: HostLine) =>
	readFileSync(join(import.meta.dirname, line, 'package.json'), 'utf8');

/** The one of a line that everything is checked on. */
function pinned(line: HostLine): N8n {
	const manifest = manifestOf(line);
	const lock = readFileSync(join(import.meta.dirname, line, 'package-lock.json'), 'utf8');
	const { dependencies } = JSON.parse(manifest) as { dependencies: { n8n: string } };
	return { line, version: dependencies.n8n, name: line, manifest, lock };
}

export const PINNED: Readonly<Record<HostLine, N8n>> = {
	'n8n-2': pinned('n8n-2'),
	'n8n-1': pinned('n8n-1'),
};

/** Another version, in a folder of its own, with what the pinned one of its line needs beside n8n. */
export function n8nOf(version: string): N8n {
	const line = lineOf(version);
	const manifest = manifestOf(line).replace(`"${PINNED[line].version}"`, `"${version}"`);
	return { line, version, name: `n8n-${version}`, manifest };
}

/** What may have to be compiled; a version of n8n has one or both, some of them prebuilt. */
const NATIVE_MODULES = ['sqlite3', 'isolated-vm'];

const HOSTS = join(CACHE, 'hosts');

const installations: Record<string, Promise<string>> = {};

/** Installs a real n8n in the cache, unless it is there. @throws Error with the end of npm's output, or with what is missing */
export const installHost = async (n8n: N8n): Promise<string> =>
	await (installations[n8n.name] ??= install(n8n));

async function install({ name, manifest, lock }: N8n): Promise<string> {
	const folder = join(HOSTS, name);
	const log = join(HOSTS, `${name}-install.log`);
	const stamp = join(folder, 'node_modules', '.host-stamp');
	const wanted = createHash('sha256')
		.update(lock ?? manifest)
		.update(`${process.versions.modules} ${process.platform} ${process.arch}`)
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;

	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), manifest);
	const lockFile = join(folder, 'package-lock.json');
	if (lock === undefined) rmSync(lockFile, { force: true });
	else writeFileSync(lockFile, lock);
	rmSync(log, { force: true });
	console.log(`\n  Now n8n itself: 2 GB, some minutes, once. What npm says goes to ${log}\n`);
	warnOfMissingTools();
	// `npm ci` fails if a registry lacks other platforms' optional packages.
	const given = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
	// As the lock files were made. Where npm itself chooses versions, it has to look at peers.
	if (lock !== undefined) given.push('--legacy-peer-deps');
	await step(`Install ${name}`, () => run('npm', given, { cwd: folder, log }));
	const unbuiltNow = () =>
		NATIVE_MODULES.filter((module) => existsSync(moduleOf(name, module)) && !loads(folder, module));
	for (const module of unbuiltNow()) copyFromOtherHost(name, module);
	const unbuilt = unbuiltNow();
	if (unbuilt.length > 0) await rebuild(name, unbuilt, folder, log);
	writeFileSync(stamp, wanted);
	return folder;
}

const moduleOf = (host: string, module: string) => join(HOSTS, host, 'node_modules', module);

/** Whether a native module of an installation can be loaded by this Node. */
function loads(folder: string, module: string): boolean {
	return spawnSync(process.execPath, ['-e', `require('${module}')`], { cwd: folder }).status === 0;
}

/** Compiling takes minutes: if another n8n has a module in the same version, it is copied. */
function copyFromOtherHost(host: string, module: string): void {
	const manifestOf = (of: string) =>
		readFileSync(join(moduleOf(of, module), 'package.json'), 'utf8');
	for (const other of readdirSync(HOSTS).filter((each) => each !== host)) {
		const build = join(moduleOf(other, module), 'build');
		if (existsSync(build) && manifestOf(other) === manifestOf(host))
			cpSync(build, join(moduleOf(host, module), 'build'), { recursive: true });
	}
}

async function rebuild(host: string, names: string[], folder: string, log: string): Promise<void> {
	const headers = await nodeHeaders(log);
	const env: Record<string, string> = {
		// npm's scripts compile for the Node that they find first.
		PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
	};
	if (headers !== null) env.npm_config_nodedir = headers;
	const compile = () => run('npm', ['rebuild', ...names], { cwd: folder, env, log });
	await step(`Compile ${names.join(', ')} for ${host}`, async () => {
		try {
			await compile();
		} catch (error) {
			// Asked only now: if a prebuilt module can be downloaded, no compiler is needed.
			if (!(await ensureBuildTools())) throw error;
			await compile();
		}
	});
	const failed = names.filter((name) => !loads(folder, name));
	if (failed.length > 0) {
		throw new Error(`${failed.join(', ')} cannot be loaded by Node ${process.version}; see ${log}`);
	}
}

/** C headers of the running Node from npm, so that compiling needs no other address; null if npm has none. */
async function nodeHeaders(log: string): Promise<string | null> {
	const name = `node-${process.platform}-${process.arch}`;
	const project = join(CACHE, 'node-headers');
	const folder = join(project, 'node_modules', name);
	const header = join(folder, 'include', 'node', 'node.h');
	mkdirSync(dirname(folder), { recursive: true });
	writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
	const wanted = `${name}@${process.versions.node}`;
	const install = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', wanted];
	try {
		await run('npm', install, { cwd: project, log });
	} catch {
		return null;
	}
	return existsSync(header) ? folder : null;
}
