import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CACHE } from '../paths.mts';
import { run, step } from '../progress.mjs';
import { ensureBuildTools } from './buildTools.mts';

/** The two n8n lines that the package supports, and the modules that have to be compiled there. */
const NATIVE_MODULES = {
	'n8n-2': ['sqlite3'],
	// 2.x ships isolated-vm prebuilt for Node 24, 1.x does not.
	'n8n-1': ['sqlite3', 'isolated-vm'],
} as const;

/** A line of n8n: 2.41 or 1.123. */
export type HostLine = keyof typeof NATIVE_MODULES;

export const HOST_LINES = Object.keys(NATIVE_MODULES) as HostLine[];

/**
 * Installs a real n8n from the package.json and lock file beside this module, unless it is there.
 * Shows its progress; silent when nothing is to do.
 * @returns the folder of the installation, the cache
 * @throws Error with the end of npm's output, or with what the machine lacks
 */
export async function installHost(line: HostLine): Promise<string> {
	const source = join(import.meta.dirname, line);
	const folder = join(CACHE, 'hosts', line);
	const log = join(CACHE, 'hosts', `${line}-install.log`);
	const stamp = join(folder, 'node_modules', '.host-stamp');
	const wanted = createHash('sha256')
		.update(readFileSync(join(source, 'package-lock.json')))
		.update(`${process.versions.modules} ${process.platform} ${process.arch}`)
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;

	mkdirSync(folder, { recursive: true });
	for (const file of ['package.json', 'package-lock.json']) {
		copyFileSync(join(source, file), join(folder, file));
	}
	rmSync(log, { force: true });
	console.log(`\n  Now n8n itself: 2 GB, some minutes, once. What npm says goes to ${log}\n`);
	// `npm ci` fails where a registry lacks other platforms' optional packages.
	const install = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await step(`Install ${line}`, () => run('npm', install, { cwd: folder, log }));
	const unbuiltNow = () => NATIVE_MODULES[line].filter((name) => !loads(folder, name));
	for (const name of unbuiltNow()) copyFromOtherLine(line, name);
	const unbuilt = unbuiltNow();
	if (unbuilt.length > 0) await rebuild(line, unbuilt, folder, log);
	writeFileSync(stamp, wanted);
	return folder;
}

/** Whether a native module of an installation can be loaded by this Node. */
function loads(folder: string, name: string): boolean {
	return spawnSync(process.execPath, ['-e', `require('${name}')`], { cwd: folder }).status === 0;
}

/** Compiling takes minutes: where the other line has a module in the same version, it is copied. */
function copyFromOtherLine(line: HostLine, name: string): void {
	const moduleOf = (of: HostLine) => join(CACHE, 'hosts', of, 'node_modules', name);
	const manifestOf = (of: HostLine) => readFileSync(join(moduleOf(of), 'package.json'), 'utf8');
	for (const other of HOST_LINES.filter((each) => each !== line)) {
		const build = join(moduleOf(other), 'build');
		if (existsSync(build) && manifestOf(other) === manifestOf(line))
			cpSync(build, join(moduleOf(line), 'build'), { recursive: true });
	}
}

async function rebuild(
	line: HostLine,
	names: string[],
	folder: string,
	log: string,
): Promise<void> {
	const headers = await nodeHeaders(log);
	const env: Record<string, string> = {
		// npm's scripts compile for the Node that they find first.
		PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
	};
	if (headers !== null) env.npm_config_nodedir = headers;
	const compile = () => run('npm', ['rebuild', ...names], { cwd: folder, env, log });
	await step(`Compile ${names.join(', ')} for ${line}`, async () => {
		try {
			await compile();
		} catch (error) {
			// Asked only now: where a prebuilt module can be downloaded, no compiler is needed.
			if (!(await ensureBuildTools())) throw error;
			await compile();
		}
	});
	const failed = names.filter((name) => !loads(folder, name));
	if (failed.length > 0) {
		throw new Error(`${failed.join(', ')} cannot be loaded by Node ${process.version}; see ${log}`);
	}
}

/**
 * C headers of the running Node, from the npm package that holds its binary, so that compiling
 * needs no address but npm's.
 * @returns null where there is no such package; node-gyp then looks for headers itself
 */
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
