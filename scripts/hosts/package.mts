import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from '../paths.mts';
import { run } from '../progress.mjs';

const SOURCES = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'README.md',
	'LICENSE',
];

type Manifest = Record<string, unknown> & { name: string; version: string };

const readManifest = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

export const PACKAGE = readManifest(ROOT);

/** Builds and packs the package, unless the tarball is newer than all its sources. */
export async function packPackage(): Promise<{ tarball: string; fresh: boolean }> {
	const folder = join(CACHE, 'package');
	const tarball = join(folder, `${PACKAGE.name}-${PACKAGE.version}.tgz`);
	const made = existsSync(tarball) ? statSync(tarball).mtimeMs : 0;
	if (made > Math.max(...SOURCES.map((source) => newest(join(ROOT, source))))) {
		return { tarball, fresh: false };
	}
	mkdirSync(folder, { recursive: true });
	await run(process.execPath, [join('node_modules', 'gulp', 'bin', 'gulp.js'), 'build'], {
		cwd: ROOT,
	});
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
	return { tarball, fresh: true };
}

/** The latest change (ms) of a file, or of anything in a folder. A deletion changes its folder. */
function newest(path: string): number {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return 0;
	const inside = stat.isDirectory()
		? readdirSync(path).map((name) => newest(join(path, name)))
		: [];
	return Math.max(stat.mtimeMs, ...inside);
}

/** Installs a tarball as n8n does: unpacked, without dependencies. @returns the folder that n8n loads */
export async function installPackage(tarball: string, userFolder: string): Promise<string> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE.name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	const manifest = readManifest(folder);
	if (manifest.dependencies !== undefined) {
		throw new Error('The package has run-time dependencies, which n8n would have to install');
	}
	const { nodes, credentials } = manifest.n8n as Record<'nodes' | 'credentials', string[]>;
	const missing = [...nodes, ...credentials].find((file) => !existsSync(join(folder, file)));
	if (missing !== undefined) {
		rmSync(tarball, { force: true });
		throw new Error(`${tarball} lacks ${missing}: the build was disturbed. Start again.`);
	}
	for (const dropped of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[dropped];
	}
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	return folder;
}
