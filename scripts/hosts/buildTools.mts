import { spawnSync } from 'node:child_process';
import { run } from '../progress.mjs';

const TOOLS = ['python3', 'make', 'g++'];

const works = (tool: string) => spawnSync(tool, ['--version']).status === 0;

const missingTools = () => TOOLS.filter((tool) => !works(tool));

const canInstall = () => process.getuid?.() === 0 && works('apt-get');

const howToInstall = (missing: readonly string[]) =>
	`${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.\n` +
	'On Debian or Ubuntu: sudo apt-get install python3 make g++\n' +
	'On macOS: xcode-select --install';

/** Says before a long download what may be missing after it. */
export function warnOfMissingTools(): void {
	const missing = missingTools();
	if (missing.length > 0 && !canInstall())
		console.log(
			`\nIf n8n's native modules cannot be downloaded, they are compiled here, and ${howToInstall(missing)}\n`,
		);
}

/** Installs what compiles native modules, on Debian as root, or says what to install. @returns whether it did */
export async function ensureBuildTools(): Promise<boolean> {
	const missing = missingTools();
	if (missing.length === 0) return false;
	if (!canInstall()) {
		throw new Error(
			`n8n's native modules have to be compiled here, and ${howToInstall(missing)}\nThen start again.`,
		);
	}
	await run('apt-get', ['update']);
	await run('apt-get', ['install', '--yes', '--no-install-recommends', ...TOOLS]);
	return true;
}
