import { spawnSync } from 'node:child_process';
import { run } from '../progress.mjs';

const TOOLS = ['python3', 'make', 'g++'];

/** Installs what compiles native modules, on Debian as root, or says what to install. @returns whether it did */
export async function ensureBuildTools(): Promise<boolean> {
	const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0);
	if (missing.length === 0) return false;
	const apt = spawnSync('apt-get', ['--version']).status === 0;
	if (!apt || process.getuid?.() !== 0) {
		throw new Error(
			`n8n's native modules have to be compiled here, and ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.\n` +
				'On Debian or Ubuntu: sudo apt-get install python3 make g++\n' +
				'On macOS: xcode-select --install\n' +
				'Then start again.',
		);
	}
	await run('apt-get', ['update']);
	await run('apt-get', ['install', '--yes', '--no-install-recommends', ...TOOLS]);
	return true;
}
