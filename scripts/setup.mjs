import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passOnBeginning, run, step } from './progress.mjs';

/** Installs the project's dependencies when they are missing or out of date. */

const began = Date.now();
const OLDEST_NODE = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.setup-stamp');

/** Changes with what is to be installed; the scripts in package.json do not count. */
function wanted() {
	const hash = createHash('sha256');
	const { dependencies, devDependencies, peerDependencies } = JSON.parse(
		readFileSync(join(root, 'package.json'), 'utf8'),
	);
	hash.update(JSON.stringify([dependencies, devDependencies, peerDependencies]));
	hash.update(readFileSync(join(root, 'package-lock.json')));
	return hash.digest('hex');
}

async function setup() {
	if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
		throw new Error(
			`This needs Node.js ${OLDEST_NODE} or newer, and this is ${process.version}. Install a current one from https://nodejs.org and try again.`,
		);
	}
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return;
	console.log('\n  First the dependencies: about 1.4 GB, one to three minutes.\n');
	await step('Dependencies', () =>
		run('npm', ['install', '--no-audit', '--no-fund'], { cwd: root }),
	);
	// Taken afterwards, because npm may have completed the lock file.
	writeFileSync(stamp, wanted());
}

setup()
	.then(() => passOnBeginning(began))
	.catch((error) => {
		console.error(`\n${error.message}\n`);
		process.exitCode = 1;
	});
