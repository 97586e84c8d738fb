import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, step } from './progress.mjs';

/** Installs the dependencies that package-lock.json names, unless they are installed. */

const OLDEST_NODE = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

/** Whether the lock file was made for what package.json asks for. npm says so better than we could. */
function isLocked({ packages }) {
	const asked = ({ dependencies, devDependencies }) =>
		JSON.stringify([dependencies, devDependencies]);
	return asked(packages['']) === asked(read('package.json'));
}

/** Whether npm's own list of what it installed, which it writes last, has all that is locked. */
function isInstalled({ packages }) {
	const list = ['node_modules', '.package-lock.json'];
	if (!existsSync(join(root, ...list))) return false;
	const installed = read(...list).packages;
	return Object.entries(packages).every(([path, { version, optional }]) => {
		const found = installed[path];
		// Optional packages are for other platforms, or could not be built on this one.
		return path === '' || (found === undefined ? optional : found.version === version);
	});
}

async function setup() {
	if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
		throw new Error(
			`This needs Node.js ${OLDEST_NODE} or newer, and this is ${process.version}. Install a current one from https://nodejs.org and try again.`,
		);
	}
	const lock = read('package-lock.json');
	if (isLocked(lock) && isInstalled(lock)) return;
	console.log('\n  First the dependencies: about 1.4 GB, one to three minutes.\n');
	await step('Dependencies', () => run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root }));
}

setup().catch((error) => {
	console.error(`\n${error.message}\n`);
	process.exitCode = 1;
});
